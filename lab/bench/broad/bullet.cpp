#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "lab/bench/broad/rival.hpp"

namespace apart::lab {
namespace {

btVector3 in_bullet(Vec3d p) { return {btScalar(p.x), btScalar(p.y), btScalar(p.z)}; }

template <class Broad>
class BulletPairs : public BroadRival {
 public:
  BulletPairs(std::unique_ptr<Broad> broad, std::span<const Bounds> boxes) : broad_(std::move(broad)) {
    for (const Bounds& box : boxes)
      proxies_.push_back(broad_->createProxy(in_bullet(box.low), in_bullet(box.high), 0, this, 1, 1, nullptr));
  }
  ~BulletPairs() override {
    // One by one each would search the cache for its pairs.
    for (btBroadphaseProxy* proxy : proxies_) proxy->m_clientObject = nullptr;
  }
  std::size_t pairs() override {
    broad_->calculateOverlappingPairs(nullptr);
    return static_cast<std::size_t>(broad_->getOverlappingPairCache()->getNumOverlappingPairs());
  }
  void move(std::span<const u32> ids, std::span<const Bounds> boxes) override {
    for (u32 i : ids) broad_->setAabb(proxies_[i], in_bullet(boxes[i].low), in_bullet(boxes[i].high), nullptr);
  }

 private:
  std::unique_ptr<Broad> broad_;
  std::vector<btBroadphaseProxy*> proxies_;
};

std::unique_ptr<BroadRival> dbvt(std::span<const Bounds> boxes) {
  auto broad = std::make_unique<btDbvtBroadphase>();
  broad->m_deferedcollide = true;  // of all at once: faster from scratch
  return std::make_unique<BulletPairs<btDbvtBroadphase>>(std::move(broad), boxes);
}
std::unique_ptr<BroadRival> sweep(std::span<const Bounds> boxes) {
  Bounds all;
  for (const Bounds& box : boxes) all.add(box);
  const Vec3d room = 0.1 * all.size();
  auto broad = std::make_unique<bt32BitAxisSweep3>(in_bullet(all.low - room), in_bullet(all.high + room),
                                                   unsigned(boxes.size() + 2));
  return std::make_unique<BulletPairs<bt32BitAxisSweep3>>(std::move(broad), boxes);
}

}  // namespace

std::vector<BroadRivalKind> bullet_broad_phases() {
  return {{"Bullet, dbvt", 1000000, dbvt}, {"Bullet, sweep and prune", 20000, sweep}};
}

}  // namespace apart::lab
