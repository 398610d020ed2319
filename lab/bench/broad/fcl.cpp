#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/geometry/shape/box.h>

#include "lab/bench/broad/rival.hpp"

namespace apart::lab {
namespace {

template <class Manager>
class FclPairs : public BroadRival {
 public:
  explicit FclPairs(std::span<const Bounds> boxes) {
    std::vector<fcl::CollisionObjectd*> all;
    for (const Bounds& box : boxes) {
      const Vec3d s = box.size(), c = box.centre();
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(
          std::make_shared<fcl::Boxd>(s.x, s.y, s.z), fcl::Matrix3d::Identity(), fcl::Vector3d(c.x, c.y, c.z)));
      all.push_back(objects_.back().get());
    }
    manager_.registerObjects(all);
    manager_.setup();
  }
  std::size_t pairs() override {
    std::size_t count = 0;
    manager_.collide(&count, [](fcl::CollisionObjectd*, fcl::CollisionObjectd*, void* n) {
      return ++*static_cast<std::size_t*>(n), false;
    });
    return count;
  }
  void move(std::span<const u32> ids, std::span<const Bounds> boxes) override {
    std::vector<fcl::CollisionObjectd*> moved;
    for (u32 i : ids) {
      const Vec3d c = boxes[i].centre();
      objects_[i]->setTranslation(fcl::Vector3d(c.x, c.y, c.z));
      objects_[i]->computeAABB();
      moved.push_back(objects_[i].get());
    }
    static_cast<fcl::BroadPhaseCollisionManagerd&>(manager_).update(moved);
  }

 private:
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  Manager manager_;
};

template <class Manager>
std::unique_ptr<BroadRival> of_fcl(std::span<const Bounds> boxes) {
  return std::make_unique<FclPairs<Manager>>(boxes);
}

}  // namespace

std::vector<BroadRivalKind> fcl_managers() {
  return {{"FCL, dynamic tree", 1000000, of_fcl<fcl::DynamicAABBTreeCollisionManagerd>},
          {"FCL, dynamic tree in an array", 1000000, of_fcl<fcl::DynamicAABBTreeCollisionManager_Arrayd>},
          {"FCL, simple sweep and prune", 20000, of_fcl<fcl::SSaPCollisionManagerd>}};
}

}  // namespace apart::lab
