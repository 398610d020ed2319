#include <embree3/rtcore.h>

#include "lab/bench/broad/rival.hpp"

namespace apart::lab {
namespace {

RTCDevice device() {
  static const RTCDevice one = rtcNewDevice("threads=1,set_affinity=0");
  return one;
}

class EmbreePairs : public BroadRival {
 public:
  EmbreePairs(std::span<const Bounds> boxes, RTCBuildQuality quality)
      : boxes_(boxes.begin(), boxes.end()), scene_(rtcNewScene(device())) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    geometry_ = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry_, quality);
    rtcSetGeometryUserPrimitiveCount(geometry_, unsigned(boxes_.size()));
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, bounds, nullptr);
    rtcAttachGeometry(scene_, geometry_);
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }
  ~EmbreePairs() override { rtcReleaseGeometry(geometry_), rtcReleaseScene(scene_); }
  std::size_t pairs() override {
    count_ = 0;
    rtcCollide(scene_, scene_, count, this);
    return count_;
  }
  void move(std::span<const u32> ids, std::span<const Bounds> boxes) override {
    for (u32 i : ids) boxes_[i] = boxes[i];
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }

 private:
  static void bounds(const RTCBoundsFunctionArguments* args) {
    const Bounds& box = static_cast<const EmbreePairs*>(args->geometryUserPtr)->boxes_[args->primID];
    *args->bounds_o = {float(box.low.x),  float(box.low.y),  float(box.low.z),  0,
                       float(box.high.x), float(box.high.y), float(box.high.z), 0};
  }
  static bool overlaps(const Bounds& a, const Bounds& b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
  }
  // Reports candidates: which of them overlap is for the caller to find out.
  static void count(void* self, RTCCollision* found, unsigned n) {
    auto& all = *static_cast<EmbreePairs*>(self);
    for (unsigned i = 0; i < n; ++i)
      all.count_ +=
          found[i].primID0 < found[i].primID1 && overlaps(all.boxes_[found[i].primID0], all.boxes_[found[i].primID1]);
  }
  std::vector<Bounds> boxes_;
  RTCScene scene_;
  RTCGeometry geometry_;
  std::size_t count_ = 0;
};

}  // namespace

std::vector<BroadRivalKind> embree_collide() {
  return {{"Embree, tree against tree", 1000000,
           [](std::span<const Bounds> boxes) -> std::unique_ptr<BroadRival> {
             return std::make_unique<EmbreePairs>(boxes, RTC_BUILD_QUALITY_LOW);
           }},
          {"Embree, tree against tree, refitted", 1000000,
           [](std::span<const Bounds> boxes) -> std::unique_ptr<BroadRival> {
             return std::make_unique<EmbreePairs>(boxes, RTC_BUILD_QUALITY_REFIT);
           }}};
}

}  // namespace apart::lab
