// Runs a check in this process.
#include <apart/scene/checker.hpp>

namespace apart {

u64 CheckReport::how_many(PairState state) const {
  return static_cast<u64>(std::count_if(
      pairs.begin(), pairs.end(), [=](const PairReport& r) { return r.state == state && r.ignored_because.empty(); }));
}
bool CheckReport::bad() const {
  return std::any_of(pairs.begin(), pairs.end(), [](const PairReport& r) { return r.bad(); });
}

CheckReport check(std::span<const AssemblyPart> parts, const CheckRules& rules, const CheckWatch& watch) {
  return check(parts, Motion{}, rules, watch);
}

CheckReport check(std::span<const AssemblyPart> parts, const Motion& motion, const CheckRules& rules,
                  const CheckWatch& watch) {
  std::vector<bool> moves(parts.size(), false);
  for (u32 part : motion.parts) {
    APART_ASSERT(part < parts.size() && !moves[part], "the index of a moving part is out of range or repeated");
    moves[part] = true;
  }
  for (const auto& frame : motion.frames)
    APART_ASSERT(frame.size() == motion.parts.size(), "a frame needs one pose per moving part");
  // Poses that have drifted are corrected first; those that are not rigid are refused.
  const auto off = [](const Pose& pose) { return !is_usable(pose); };
  if (std::any_of(parts.begin(), parts.end(), [&](const AssemblyPart& part) { return off(part.pose); }) ||
      std::any_of(motion.frames.begin(), motion.frames.end(),
                  [&](const auto& frame) { return std::any_of(frame.begin(), frame.end(), off); })) {
    std::vector<AssemblyPart> rigid(parts.begin(), parts.end());
    Motion rigidly = motion;
    for (AssemblyPart& part : rigid) part.pose = require_usable(part.pose);
    for (auto& frame : rigidly.frames)
      for (Pose& pose : frame) pose = require_usable(pose);
    return check(rigid, rigidly, rules, watch);
  }
  return scene::Checker(parts, motion, rules, watch).run();
}

}  // namespace apart
