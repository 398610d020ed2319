// Reads points: x y z on each line.
#include "cli/points.hpp"

namespace apart::cli {

void add_points_to(CLI::App& command, RowsOptions& rows) { rows.add_to(command, "--points", "point", "x y z"); }

std::vector<Vec3d> read_points(const RowsOptions& rows) {
  const io::RowForm form{3, 3, "a point is 3 numbers (x y z)", "no points; one is expected on each line: x y z"};
  std::vector<Vec3d> points;
  rows.read_rows(form, [&](std::span<const double> row) -> std::string {
    points.push_back({row[0], row[1], row[2]});
    const bool in_range = is_finite(points.back()) && largest(abs(points.back())) <= Pose::kFarthest;
    return in_range ? "" : "a coordinate is not finite, or beyond 1e150";
  });
  return points;
}

}  // namespace apart::cli
