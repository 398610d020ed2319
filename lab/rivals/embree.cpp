// Embree: tree builds, and collisions of boxes.
#include "lab/rivals/rival.hpp"

#if APART_LAB_EMBREE
#include <embree3/rtcore.h>
#include <apart/base/rounding.hpp>
#include <apart/triangles/overlap.hpp>
#include <atomic>
#include <cmath>
#endif

namespace apart::lab {

#if APART_LAB_EMBREE
namespace {

std::atomic<std::ptrdiff_t> embree_bytes = 0;

// Single-threaded, as all are here. One device for everything: creating it is slow.
std::shared_ptr<RTCDeviceTy> embree_device() {
  std::shared_ptr<RTCDeviceTy> device(rtcNewDevice("threads=1,set_affinity=0"), rtcReleaseDevice);
  const auto monitor = [](void*, ssize_t bytes, bool) { return embree_bytes += bytes, true; };
  rtcSetDeviceMemoryMonitorFunction(device.get(), monitor, nullptr);
  return device;
}

struct EmbreeScene {
  std::shared_ptr<RTCDeviceTy> device;
  std::shared_ptr<RTCSceneTy> scene{rtcNewScene(device.get()), rtcReleaseScene};
  std::shared_ptr<RTCGeometryTy> geometry;
  EmbreeScene(std::shared_ptr<RTCDeviceTy> d, RTCGeometryType type, RTCBuildQuality quality)
      : device(std::move(d)), geometry(rtcNewGeometry(device.get(), type), rtcReleaseGeometry) {
    // A scene is refitted only if it is dynamic and of low quality; else it is rebuilt.
    const bool refit = quality == RTC_BUILD_QUALITY_REFIT;
    rtcSetSceneFlags(scene.get(), refit ? RTC_SCENE_FLAG_DYNAMIC : RTC_SCENE_FLAG_NONE);
    rtcSetSceneBuildQuality(scene.get(), refit ? RTC_BUILD_QUALITY_LOW : quality);
    rtcSetGeometryBuildQuality(geometry.get(), quality);
    rtcAttachGeometry(scene.get(), geometry.get());
  }
  void commit() {
    rtcCommitGeometry(geometry.get());
    rtcCommitScene(scene.get());
  }
};

// Triangles for ray tracing.
std::shared_ptr<void> embree_tree(const std::shared_ptr<RTCDeviceTy>& device, const Mesh& mesh,
                                  RTCBuildQuality quality) {
  auto out = std::make_shared<EmbreeScene>(device, RTC_GEOMETRY_TYPE_TRIANGLE, quality);
  float* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
      out->geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices().size()));
  for (Vec3d v : mesh.vertices())
    for (int i = 0; i < 3; ++i) *vertices++ = rounded<float>(v[i]);
  u32* faces = static_cast<u32*>(rtcSetNewGeometryBuffer(out->geometry.get(), RTC_BUFFER_TYPE_INDEX, 0,
                                                         RTC_FORMAT_UINT3, 3 * sizeof(u32), mesh.size()));
  for (const Face& f : mesh.faces())
    for (u32 v : f) *faces++ = v;
  out->commit();
  return out;
}

// Scenes collide only with user geometry, given by boxes.
struct EmbreeSide : EmbreeScene {
  Mesh mesh;
  std::vector<Vec3d> placed;

  EmbreeSide(std::shared_ptr<RTCDeviceTy> d, const Mesh& m, RTCBuildQuality quality)
      : EmbreeScene(std::move(d), RTC_GEOMETRY_TYPE_USER, quality), mesh(m) {
    rtcSetGeometryUserPrimitiveCount(geometry.get(), mesh.size());
    rtcSetGeometryUserData(geometry.get(), this);
    rtcSetGeometryBoundsFunction(geometry.get(), box_of, nullptr);
    place({});
  }
  void place(const Pose& at) {
    placed.clear();
    for (Vec3d v : mesh.vertices()) placed.push_back(at * v);
    commit();
  }
  Triangle triangle(u32 i) const {
    const Face& f = mesh.faces()[i];
    return {placed[f[0]], placed[f[1]], placed[f[2]]};
  }
  // Enlarged by more than the rounding error: cheaper than the next float.
  static float below(double x) { return rounded<float>(x - (1.2e-7 * std::abs(x) + 1e-40)); }
  static float above(double x) { return rounded<float>(x + (1.2e-7 * std::abs(x) + 1e-40)); }
  static void box_of(const RTCBoundsFunctionArguments* arguments) {
    const Triangle t = static_cast<const EmbreeSide*>(arguments->geometryUserPtr)->triangle(arguments->primID);
    const Vec3d low = lesser(lesser(t.a, t.b), t.c), high = larger(larger(t.a, t.b), t.c);
    *arguments->bounds_o = {.lower_x = below(low.x),
                            .lower_y = below(low.y),
                            .lower_z = below(low.z),
                            .align0 = 0,
                            .upper_x = above(high.x),
                            .upper_y = above(high.y),
                            .upper_z = above(high.z),
                            .align1 = 0};
  }
};

struct EmbreePair {
  EmbreeSide a, b;
  bool first_only = false;
  std::size_t found = 0;

  EmbreePair(const std::shared_ptr<RTCDeviceTy>& device, const Mesh& ma, const Mesh& mb)
      : a(device, ma, RTC_BUILD_QUALITY_MEDIUM), b(device, mb, RTC_BUILD_QUALITY_REFIT) {}

  std::size_t query(const Pose& at, bool one) {
    first_only = one, found = 0;
    b.place(at);
    rtcCollide(a.scene.get(), b.scene.get(), meet, this);
    return found;
  }
  // It cannot be stopped early.
  static void meet(void* self, RTCCollision* pairs, unsigned count) {
    EmbreePair& pair = *static_cast<EmbreePair*>(self);
    for (unsigned k = 0; k < count && !(pair.first_only && pair.found); ++k)
      pair.found += overlap(pair.a.triangle(pairs[k].primID0), pair.b.triangle(pairs[k].primID1));
  }
};

}  // namespace
#endif

Rival embree_rival() {
  Rival out{.name = "Embree"};
#if APART_LAB_EMBREE
  out.remark =
      "Embree finds overlapping boxes, in static scenes: its time includes placing and refitting B at every "
      "pose, and the triangles are tested by Apart.";
  const auto device = embree_device();
  const auto tree = [=](RTCBuildQuality quality) {
    return [=](const Mesh& mesh) { return embree_tree(device, mesh, quality); };
  };
  const auto bytes = [] { return static_cast<std::size_t>(embree_bytes.load()); };
  out.trees = {{"Embree", tree(RTC_BUILD_QUALITY_MEDIUM), bytes}, {"Embree, fast", tree(RTC_BUILD_QUALITY_LOW), bytes}};
  out.pair = [=](const Mesh& a, const Mesh& b) {
    const auto pair = std::make_shared<EmbreePair>(device, a, b);
    return RivalPair{.collide = [=](const Pose& at) { return pair->query(at, true) > 0; },
                     .contacts = [=](const Pose& at) { return pair->query(at, false); },
                     .distance = {}};
  };
#endif
  return out;
}

}  // namespace apart::lab
