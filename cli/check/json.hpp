// How points are written in JSON: as they are for programs, packed and relative to an origin for the page.
#pragma once
#include "cli/check/report.hpp"

namespace apart::cli {

struct JsonStyle {
  Vec3d origin{};  // subtracted from every point
  bool packed = false;
  bool curves = true;
};

// The header and the pairs; only the pairs with the given indices.
Json head_json(const Report& report);
Json pair_json(const Report& report, std::size_t k, const JsonStyle& style);
// The findings in groups: {"body": [...], "place": [...]}.
Json finding_groups_json(const Report& report, const JsonStyle& style);
Json body_json(const AssemblyPart& part);  // its name and origin
Json pose_json(const Pose& pose, Vec3d origin);

}  // namespace apart::cli
