// Input of the commands that take a file of points.
#pragma once
#include "cli/input.hpp"

namespace apart::cli {

void add_points_to(CLI::App& command, RowsOptions& rows);
std::vector<Vec3d> read_points(const RowsOptions& rows);

}  // namespace apart::cli
