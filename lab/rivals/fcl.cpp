#include "lab/rivals/rival.hpp"

#if APART_LAB_FCL
#include "tests/oracle/fcl.hpp"
#endif

namespace apart::lab {

Rival fcl_rival() {
  Rival out{.name = "FCL"};
#if APART_LAB_FCL
  out.convex = fcl_convex;
  out.trees = {{"FCL, OBBRSS", [](const Mesh& mesh) -> std::shared_ptr<void> { return oracle::fcl_model(mesh); }}};
  out.pair = [](const Mesh& a, const Mesh& b) {
    const auto fa = oracle::fcl_model(a), fb = oracle::fcl_model(b);
    return RivalPair{.collide = [=](const Pose& at) { return oracle::fcl_collide(*fa, at, *fb); },
                     .contacts = [=](const Pose& at) { return oracle::fcl_contacts(*fa, at, *fb); },
                     .distance = [=](const Pose& at) { return oracle::fcl_distance(*fa, at, *fb); }};
  };
#endif
  return out;
}

}  // namespace apart::lab
