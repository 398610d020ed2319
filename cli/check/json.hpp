// How the report's points are written: as they are for programs, packed and near the origin for the page.
#pragma once
#include "cli/check/report.hpp"

namespace apart::cli {

struct JsonStyle {
  Vec3d origin{};  // is subtracted from every point
  bool packed = false;
  bool curves = true;
};

// The head and the pairs; the pairs of the given numbers only.
Json head_json(const Report& report);
Json pair_json(const Report& report, std::size_t k, const JsonStyle& style);
// The findings in groups: {"body": [...], "place": [...]}.
Json finding_groups_json(const Report& report, const JsonStyle& style);
Json body_json(const AssemblyPart& part);  // what it is called and where it comes from
Json pose_json(const Pose& pose, Vec3d origin);

}  // namespace apart::cli
