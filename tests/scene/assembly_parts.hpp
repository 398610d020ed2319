// Parts of assemblies made in a line, and the report of their check as text, for tests to compare.
#pragma once
#include <apart/scene/check.hpp>
#include <cstdio>
#include <map>
#include <samples/generate.hpp>
#include <samples/plant.hpp>

namespace apart::testing {

inline std::vector<AssemblyPart> parts_of(const std::vector<Body>& bodies,
                                          const std::vector<std::string>& groups = {}) {
  std::map<const Face*, Model> models;
  std::vector<AssemblyPart> out;
  for (const Body& body : bodies) {
    auto at = models.find(body.mesh.faces().data());
    if (at == models.end()) at = models.emplace(body.mesh.faces().data(), Model::make(body.mesh).value()).first;
    out.push_back({body.name, groups.empty() ? "" : groups[out.size()], at->second, body.pose});
  }
  return out;
}
inline AssemblyPart part(std::string name, Mesh mesh, const Pose& pose = {}, std::string group = "") {
  return {std::move(name), std::move(group), Model::make(std::move(mesh)).value(), pose};
}
inline AssemblyPart cube(std::string name, Vec3d at, std::string group = "") {
  return part(std::move(name), generate::box({1, 1, 1}), Pose::shift(at), std::move(group));
}

inline std::string names(const std::vector<AssemblyPart>& parts, const PairReport& r) {
  return parts[r.a].name + ", " + parts[r.b].name;
}
// The report but for the indices of the parts and the time, to the last bit.
inline std::string text(const std::vector<AssemblyPart>& parts, const CheckReport& report) {
  std::string out;
  char line[400];
  const auto point = [&](Vec3d p) {
    std::snprintf(line, sizeof line, " (%a %a %a)", p.x, p.y, p.z);
    out += line;
  };
  for (const PairReport& r : report.pairs) {
    out += names(parts, r) + ": " + std::string(to_string(r.state)) + " " + r.ignored_because;
    std::snprintf(line, sizeof line, " %a %d %llu %a %a %a frames %u %u %u", r.distance, r.measured,
                  static_cast<unsigned long long>(r.triangle_pairs), r.curve_length, r.overlap_thickness.value_or(-1),
                  r.overlap_volume.value_or(-1), r.frames.first, r.frames.worst, r.frames.found);
    out += line;
    for (Vec3d p : {r.on_a, r.on_b, r.box.low, r.box.high, r.separation ? r.separation->translation : Vec3d{}})
      point(p);
    for (const Curve& curve : r.curves)
      for (Vec3d p : curve.points) point(p);
    out += "\n";
  }
  return out;
}

}  // namespace apart::testing
