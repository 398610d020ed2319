// Embree: one ray at a time (rtcIntersect1), vertices and rays in floats.
#include <embree3/rtcore.h>

#include "lab/bench/ray/rival.hpp"

namespace apart::lab {

FirstHits embree_first_hits(const Mesh& mesh, bool robust) {
  const std::shared_ptr<RTCDeviceTy> device(rtcNewDevice("threads=1,set_affinity=0"), rtcReleaseDevice);
  const std::shared_ptr<RTCSceneTy> scene(rtcNewScene(device.get()), rtcReleaseScene);
  if (robust) rtcSetSceneFlags(scene.get(), RTC_SCENE_FLAG_ROBUST);
  const std::shared_ptr<RTCGeometryTy> geometry(rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE),
                                                rtcReleaseGeometry);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0,
                                                               RTC_FORMAT_FLOAT3, 12, mesh.vertices().size()));
  for (Vec3d v : mesh.vertices())
    for (int i = 0; i < 3; ++i) *vertices++ = rounded<float>(v[i]);
  auto* faces = static_cast<u32*>(
      rtcSetNewGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, mesh.size()));
  for (const Face& f : mesh.faces())
    for (u32 v : f) *faces++ = v;
  rtcCommitGeometry(geometry.get());
  rtcAttachGeometry(scene.get(), geometry.get());
  rtcCommitScene(scene.get());
  return [device, scene, geometry](Rays rays, std::span<double> t) {
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const Vec3f o = cast<float>(rays[i].origin), d = cast<float>(rays[i].direction);
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      RTCRayHit hit{};
      hit.ray.org_x = o.x, hit.ray.org_y = o.y, hit.ray.org_z = o.z;
      hit.ray.dir_x = d.x, hit.ray.dir_y = d.y, hit.ray.dir_z = d.z;
      hit.ray.tnear = 0, hit.ray.tfar = std::numeric_limits<float>::infinity();
      hit.ray.mask = ~0u;
      hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(scene.get(), &context, &hit);
      t[i] = hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? kRayInfinity : double(hit.ray.tfar);
    }
  };
}

}  // namespace apart::lab
