// Box3D: distances and manifolds of hulls, in floats. Built by the user, who names it to CMake (APART_BOX3D_HEADERS,
// APART_BOX3D_LIBRARY).
#include "lab/rivals/rival.hpp"

#if APART_LAB_BOX3D
#include <box3d/box3d.h>
#include <apart/base/rounding.hpp>
#include <cmath>
#endif

namespace apart::lab {

#if APART_LAB_BOX3D
namespace {

b3Vec3 theirs(Vec3d v) { return {rounded<float>(v.x), rounded<float>(v.y), rounded<float>(v.z)}; }
Vec3d ours(b3Vec3 v) { return {v.x, v.y, v.z}; }

b3Transform box3d_pose(const Pose& at) {
  const Mat3d& r = at.rotation;
  const b3Matrix3 turn{theirs(r.column(0)), theirs(r.column(1)), theirs(r.column(2))};
  return {theirs(at.translation), b3MakeQuatFromMatrix(&turn)};
}

std::vector<b3Vec3> points_of(const ConvexBody& body) {
  std::vector<b3Vec3> out;
  for (Vec3d p : body.points) out.push_back(theirs(p));
  return out;
}

struct Distances {
  std::vector<b3Vec3> of_a, of_b;
  b3DistanceInput input{};
  b3SimplexCache cache{};
  bool coherent;

  Distances(const ConvexBody& a, const ConvexBody& b, bool coherent_)
      : of_a(points_of(a)), of_b(points_of(b)), coherent(coherent_) {
    input.proxyA = {of_a.data(), static_cast<int>(of_a.size()), 0};
    input.proxyB = {of_b.data(), static_cast<int>(of_b.size()), 0};
  }
  Distances(const Distances&) = delete;
  ConvexAnswer distance(const b3Transform& at) {
    if (!coherent) cache.count = 0;
    input.transform = at;
    const b3DistanceOutput out = b3ShapeDistance(&input, &cache, nullptr, 0);
    return {!(out.distance > 0), out.distance, ours(out.normal)};
  }
};

struct Contacts {
  std::vector<b3Vec3> of_a, of_b;
  std::unique_ptr<b3HullData, void (*)(b3HullData*)> a, b;
  b3SATCache cache{};
  b3LocalManifoldPoint points[32]{};

  static b3HullData* hull(std::vector<b3Vec3>& points) {
    const int count = static_cast<int>(points.size());
    return b3CreateHull(points.data(), count, count);
  }
  Contacts(const ConvexBody& ba, const ConvexBody& bb)
      : of_a(points_of(ba)), of_b(points_of(bb)), a(hull(of_a), b3DestroyHull), b(hull(of_b), b3DestroyHull) {}
  ConvexAnswer manifold(const b3Transform& at) {
    if (!a || !b) return {false, -1, {}};
    b3LocalManifold out{};
    out.points = points;
    b3CollideHulls(&out, 32, a.get(), b.get(), at, &cache);
    ConvexAnswer answer{out.pointCount > 0, 1e300, ours(out.normal)};
    for (int i = 0; i < out.pointCount; ++i) answer.value = std::min<double>(answer.value, points[i].separation);
    return answer;
  }
};

std::vector<ConvexMethod> box3d_convex(const ConvexTask& task) {
  // Its hulls have at most 128 edges, what it measures distances of 128 points.
  const u32 most = task.question == ConvexQuestion::manifold ? 40 : B3_MAX_SHAPE_CAST_POINTS;
  if (!task.both(ConvexKind::hull) || task.vertices > most || task.question == ConvexQuestion::depth) return {};
  if (task.question == ConvexQuestion::manifold)
    return {convex_method(
        "Box3D", "", [](const ConvexBody& a, const ConvexBody& b) { return std::make_shared<Contacts>(a, b); },
        box3d_pose, [](Contacts& p, const b3Transform& at) { return p.manifold(at); })};
  return {convex_method(
      "Box3D", "",
      [coherent = task.coherent](const ConvexBody& a, const ConvexBody& b) {
        return std::make_shared<Distances>(a, b, coherent);
      },
      box3d_pose, [](Distances& p, const b3Transform& at) { return p.distance(at); })};
}

}  // namespace
#endif

Rival box3d_rival() {
  Rival out{.name = "Box3D"};
#if APART_LAB_BOX3D
  out.remark = "Box3D is in floats, and the depth of its manifolds is not the least.";
  out.convex = box3d_convex;
#endif
  return out;
}

}  // namespace apart::lab
