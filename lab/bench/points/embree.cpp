// Embree: point queries of triangles, in floats, one after the other.
#include <embree3/rtcore.h>
#include <limits>
#include <memory>

#include "lab/bench/points/rivals.hpp"

namespace apart::lab {
namespace {

struct Embree {
  RTCDevice device = rtcNewDevice("threads=1");
  RTCScene scene = rtcNewScene(device);
  const Vec3f* vertices = nullptr;
  const Face* faces = nullptr;

  explicit Embree(const Mesh& mesh) {
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* v = static_cast<Vec3f*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                          sizeof(Vec3f), mesh.vertices().size()));
    for (std::size_t i = 0; i < mesh.vertices().size(); ++i) v[i] = cast<float>(mesh.vertices()[i]);
    auto* f = static_cast<Face*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, sizeof(Face), mesh.size()));
    std::copy(mesh.faces().begin(), mesh.faces().end(), f);
    vertices = v, faces = f;
    rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_HIGH);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
    rtcCommitScene(scene);
  }
  ~Embree() { rtcReleaseScene(scene), rtcReleaseDevice(device); }
  Embree(const Embree&) = delete;
  Embree& operator=(const Embree&) = delete;
};

// The squared distance of a point from a triangle, by the Voronoi regions of its features.
float squared_distance(Vec3f p, Vec3f a, Vec3f b, Vec3f c) {
  const Vec3f ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const float d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
              d6 = dot(ac, cp);
  const float vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  Vec3f q;
  if (d1 <= 0 && d2 <= 0)
    q = a;
  else if (d3 >= 0 && d4 <= d3)
    q = b;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0)
    q = a + (d1 / (d1 - d3)) * ab;
  else if (d6 >= 0 && d5 <= d6)
    q = c;
  else if (vb <= 0 && d2 >= 0 && d6 <= 0)
    q = a + (d2 / (d2 - d6)) * ac;
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    q = b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b);
  else
    q = a + (vb / (va + vb + vc)) * ab + (vc / (va + vb + vc)) * ac;
  return dot(p - q, p - q);
}

bool visit(RTCPointQueryFunctionArguments* args) {
  const Embree& of = *static_cast<const Embree*>(args->userPtr);
  RTCPointQuery& query = *args->query;
  const Face& f = of.faces[args->primID];
  const float squared =
      squared_distance({query.x, query.y, query.z}, of.vertices[f[0]], of.vertices[f[1]], of.vertices[f[2]]);
  if (squared >= query.radius * query.radius) return false;
  query.radius = std::sqrt(squared);
  return true;
}

}  // namespace

PointRival embree_points(const Mesh& mesh) {
  const auto embree = std::make_shared<Embree>(mesh);
  PointRival out;
  out.closest = [embree](std::span<const Vec3d> points, std::span<double> distances) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3f p = cast<float>(points[i]);
      RTCPointQuery query{p.x, p.y, p.z, 0, std::numeric_limits<float>::infinity()};
      RTCPointQueryContext context;
      rtcInitPointQueryContext(&context);
      rtcPointQuery(embree->scene, &query, &context, visit, embree.get());
      distances[i] = double(query.radius);
    }
  };
  return out;
}

}  // namespace apart::lab
