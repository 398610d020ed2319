#include "cli/simulate/motion.hpp"

#include <apart/base/quaternion.hpp>
#include <apart/shapes/tessellate.hpp>

#include "cli/output.hpp"

namespace apart::cli {

Bodies sample_scene() {
  Bodies out;
  out.title = "sample: a wall and a ball", out.unit = "m";
  const auto add = [&](const std::string& name, const Shape& shape, const Pose& pose) -> SceneDynamics& {
    const Bounds everything{{-5, -4, -1}, {5, 4, 3}};
    AssemblyPart part{name, "", Model::make(tessellated(shape, pose, everything)).value(), pose};
    part.id = name, part.shape = shape;
    out.parts.push_back(std::move(part));
    return out.dynamics.emplace_back();
  };
  // In the order of their names, as all scenes are.
  SceneDynamics& ball = add("ball", Ball{0.3}, Pose::shift({-3, 0.1, 0.9}));
  ball.velocity = {9, 0, 2}, ball.density = 8;
  for (int row = 0; row < 6; ++row)
    for (int k = 0; k < 5; ++k) {
      const double y = (k - 2) * 0.52 + (row % 2 ? 0.13 : -0.13);
      add("brick " + std::to_string(row + 1) + "." + std::to_string(k + 1), Box{{0.25, 0.5, 0.25}},
          Pose::shift({0, y, 0.125 + 0.2505 * row}));
    }
  add("floor", Box{{8, 6, 0.2}}, Pose::shift({0, 0, -0.1})).fixed = true;
  // A rim, so that nothing leaves the floor.
  add("rim east", Box{{0.2, 6.4, 0.5}}, Pose::shift({4.1, 0, 0.25})).fixed = true;
  add("rim north", Box{{8, 0.2, 0.5}}, Pose::shift({0, 3.1, 0.25})).fixed = true;
  add("rim south", Box{{8, 0.2, 0.5}}, Pose::shift({0, -3.1, 0.25})).fixed = true;
  add("rim west", Box{{0.2, 6.4, 0.5}}, Pose::shift({-4.1, 0, 0.25})).fixed = true;
  for (u32 i = 0; i < out.parts.size(); ++i) out.as_read.push_back(i);
  return out;
}

std::string motion_text(const SimulatedMotion& motion, const std::vector<AssemblyPart>& parts, bool json) {
  const auto numbers = [](const Pose& pose, const char* between) {
    const Quaternion q = quaternion_of(pose.rotation);
    std::string out;
    for (double x : {pose.translation.x, pose.translation.y, pose.translation.z, q.w, q.x, q.y, q.z})
      out += (out.empty() ? "" : between) + text(x);
    return out;
  };
  std::string out = json ? "{\"frames\":[" : "# frame body x y z qw qx qy qz\n";
  for (std::size_t f = 0; f < motion.frames.size(); ++f) {
    if (json) out += f ? ",\n{" : "\n{";
    bool first = true;
    for (u32 i = 0; i < parts.size(); ++i) {
      const Pose& pose = motion.frames[f].poses[i];
      // A frame has to name someone; the last says that the motion ends there.
      const bool any = !json && i + 1 == parts.size() && first;
      if (!any && (f == 0 ? pose == motion.frames.back().poses[i] : pose == motion.frames[f - 1].poses[i])) continue;
      if (json)
        out += (first ? "" : ",") + Json(parts[i].name).dump() + ":[" + numbers(pose, ",") + "]";
      else
        out += std::to_string(f) + " " + parts[i].name + " " + numbers(pose, " ") + "\n";
      first = false;
    }
    if (json) out += "}";
  }
  return out + (json ? "\n]}\n" : "");
}

}  // namespace apart::cli
