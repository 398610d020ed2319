#include <ode/ode.h>

#include "lab/bench/broad/rival.hpp"

namespace apart::lab {
namespace {

class OdePairs : public BroadRival {
 public:
  OdePairs(dSpaceID space, std::span<const Bounds> boxes) : space_(space) {
    for (const Bounds& box : boxes) {
      const Vec3d s = box.size(), c = box.centre();
      geoms_.push_back(dCreateBox(space_, dReal(s.x), dReal(s.y), dReal(s.z)));
      dGeomSetPosition(geoms_.back(), dReal(c.x), dReal(c.y), dReal(c.z));
    }
  }
  ~OdePairs() override { dSpaceDestroy(space_); }
  std::size_t pairs() override {
    std::size_t count = 0;
    dSpaceCollide(space_, &count, [](void* n, dGeomID, dGeomID) { ++*static_cast<std::size_t*>(n); });
    return count;
  }
  void move(std::span<const u32> ids, std::span<const Bounds> boxes) override {
    for (u32 i : ids) {
      const Vec3d c = boxes[i].centre();
      dGeomSetPosition(geoms_[i], dReal(c.x), dReal(c.y), dReal(c.z));
    }
  }

 private:
  dSpaceID space_;
  std::vector<dGeomID> geoms_;
};

std::unique_ptr<BroadRival> hash_space(std::span<const Bounds> boxes) {
  dInitODE();
  return std::make_unique<OdePairs>(dHashSpaceCreate(nullptr), boxes);
}
std::unique_ptr<BroadRival> sweep_space(std::span<const Bounds> boxes) {
  dInitODE();
  return std::make_unique<OdePairs>(dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ), boxes);
}

}  // namespace

std::vector<BroadRivalKind> ode_spaces() {
  return {{"ODE, hash space", 20000, hash_space}, {"ODE, sweep and prune", 100000, sweep_space}};
}

}  // namespace apart::lab
