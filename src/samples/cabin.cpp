#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

Mesh at(Vec3d where, const Mesh& mesh) { return placed(mesh, Pose::shift(where)); }

// 828 triangles; no part touches another.
Mesh seat() {
  const Mesh arm = rounded_box({0.36, 0.024, 0.05}, 0.01, 2), leg = box({0.04, 0.36, 0.39});
  return joined(std::array{at({0, 0, -0.02}, rounded_box({0.46, 0.44, 0.14}, 0.05, 5)),
                           at({-0.3, 0, 0.38}, rounded_box({0.1, 0.42, 0.7}, 0.045, 5)),
                           at({-0.3, 0, 0.84}, rounded_box({0.09, 0.26, 0.18}, 0.04, 3)), at({0, 0.235, 0.2}, arm),
                           at({0, -0.235, 0.2}, arm), at({0.15, 0, -0.295}, leg), at({-0.15, 0, -0.295}, leg)});
}

// A pipe round the x axis from 0 to `length`.
Mesh hull(double length, u32 around, u32 steps) {
  constexpr double inner = 2, outer = 2.1;
  Sketch sketch;
  const u32 inside = (steps - 2) / 2, outside = steps - 2 - inside;
  auto circle = [&](double x, double radius) { sketch.ellipse({x, 0, 0}, {0, radius, 0}, {0, 0, radius}, around); };
  for (u32 i = 0; i <= outside; ++i) circle(length * i / outside, outer);
  for (u32 i = 0; i <= inside; ++i) circle(length * (inside - i) / inside, inner);
  sketch.tube(0, steps, around);
  sketch.band((steps - 1) * around, 0, around);
  return sketch.finish();
}

}  // namespace

Mesh cabin(u32 triangles) {
  constexpr u32 around = 114, seat_triangles = 828, others = 12 + 2 * 300;  // floor and lockers
  APART_ASSERT(triangles >= 12000, "a cabin needs 12,000 triangles");
  const u32 rows = triangles / 5664;
  const u32 steps = (triangles - rows * 6 * seat_triangles - others) / (2 * around);
  const double length = 0.8 * rows + 1;

  const Mesh locker = rounded_box({length - 0.2, 0.5, 0.3}, 0.1, 5);
  std::vector<Mesh> parts = {hull(length, around, steps), at({length / 2, 0, -0.525}, box({length, 3.7, 0.05})),
                             at({length / 2, 1.1, 1.2}, locker), at({length / 2, -1.1, 1.2}, locker)};
  const Mesh one = seat();
  for (u32 row = 0; row < rows; ++row)
    for (double y : {-1.55, -1.05, -0.55, 0.55, 1.05, 1.55}) parts.push_back(at({0.9 + 0.8 * row, y, 0}, one));
  return joined(parts);
}

}  // namespace apart::generate
