// Parses poses: seven numbers, x y z and the quaternion w x y z of any length; or x y z alone, a translation. As rows
// of numbers: rows.hpp.
#pragma once
#include <apart/base/pose.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace apart::io {

Result<Pose> parse_pose(std::string_view text);

Result<std::vector<Pose>> read_poses(const std::string& path);

struct Source;
Result<std::vector<Pose>> read_poses(const Source& source);

}  // namespace apart::io
