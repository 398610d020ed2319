#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/builders/grouping.hpp>
#include <apart/hierarchy/split/depth.hpp>
#include <apart/shapes/mesh/moments.hpp>
#include <apart/volumes/obb.hpp>
#include <array>
#include <cmath>

namespace apart::hierarchy {
namespace {

Vec3d centroid(const Triangle& t) { return (t.a + t.b + t.c) / 3.0; }

Bounds box_of(const Triangle& t) {
  Bounds out;
  for (int k = 0; k < 3; ++k) out.add(t[k]);
  return out;
}

std::vector<u32> halves(std::span<u32> some) {
  return {static_cast<u32>(some.size() / 2), static_cast<u32>(some.size())};
}

// Those whose centroid lies before the plane first; nothing if one side is empty.
std::vector<u32> two_sides(std::span<const Triangle> triangles, std::span<u32> some, Vec3d normal, double at) {
  const auto second =
      std::stable_partition(some.begin(), some.end(), [&](u32 i) { return dot(normal, centroid(triangles[i])) < at; });
  const u32 first = static_cast<u32>(second - some.begin());
  if (first == 0 || first == some.size()) return {};
  return {first, static_cast<u32>(some.size())};
}

}  // namespace

std::vector<Triangle> unit_triangles(const Mesh& mesh) {
  Bounds all;
  for (Vec3d p : mesh.vertices()) all.add(p);
  std::vector<Triangle> out;
  if (mesh.empty()) return out;
  out.reserve(mesh.size());
  const Vec3d centre = all.centre();
  const double half = largest(0.5 * all.high - 0.5 * all.low);
  const int exponent = half > 0 ? -std::ilogb(half) : 0;  // in two steps: one factor would overflow
  const double some = std::ldexp(1.0, exponent / 2), rest = std::ldexp(1.0, exponent - exponent / 2);
  for (u32 i = 0; i < mesh.size(); ++i) {
    Triangle t = mesh.triangle(i);
    for (int k = 0; k < 3; ++k) t[k] = (t[k] - centre) * some * rest;
    out.push_back(t);
  }
  return out;
}

Topology build(const Mesh& mesh, const Grouping& how) {
  struct Open {
    u32 node, begin, end, depth;
    bool last;
  };
  Topology out;
  const u32 n = mesh.size(), limit = depth_limit(n);
  if (n == 0) return out;
  const std::vector<Triangle> triangles = unit_triangles(mesh);
  std::vector<u32> order(n);
  for (u32 i = 0; i < n; ++i) order[i] = i;
  std::vector<char> ends(n, 0);  // of leaves
  std::vector<Open> open{{0, 0, n, 0, true}};
  out.nodes.emplace_back();
  while (!open.empty()) {
    const Open at = open.back();
    open.pop_back();
    const std::span<u32> some = std::span(order).subspan(at.begin, at.end - at.begin);
    const u32 count = static_cast<u32>(some.size());
    std::vector<u32> groups{count};
    const bool may_stop = count <= how.leaf_size;
    if (count > 1 && (!may_stop || how.decides)) {
      if (free_to_cut(count, at.depth, limit)) groups = how.group(triangles, some);
      if (groups.size() < 2 && !may_stop) groups = halves(some);
    }
    if (groups.size() < 2) {
      ends[at.end - 1] = 1;
      out.nodes[at.node] = Ref::leaf(at.begin, at.last);
      continue;
    }
    const u32 first = static_cast<u32>(out.nodes.size());
    out.nodes[at.node] = Ref::inner(first, at.last);
    out.nodes.resize(first + groups.size());
    for (u32 k = 0, begin = 0; k < groups.size(); begin = groups[k++])
      open.push_back({first + k, at.begin + begin, at.begin + groups[k], at.depth + 1, k + 1 == groups.size()});
  }
  for (u32 i = 0; i < n; ++i) out.order.emplace_back(order[i], ends[i] != 0);
  return out;
}

std::vector<u32> group_by_centroids(std::span<const Triangle> triangles, std::span<u32> some) {
  Moments m;
  Vec3d middle{};
  for (u32 i : some) m += moments(triangles[i]), middle += centroid(triangles[i]) / double(some.size());
  const bool area = m.area > 0;
  std::vector<Vec3d> centres;
  if (!area)
    for (u32 i : some) centres.push_back(centroid(triangles[i]));
  const Mat3d axes = area ? principal_axes(m) : principal_axes(centres);
  for (int k = 2; k >= 0; --k) {  // the greatest spread is the last
    const Vec3d axis = axes.rows[k];
    if (auto groups = two_sides(triangles, some, axis, dot(axis, area ? m.mean() : middle)); !groups.empty())
      return groups;
  }
  return halves(some);
}

std::vector<u32> group_by_obb_side(std::span<const Triangle> triangles, std::span<u32> some) {
  std::vector<Triangle> content;
  for (u32 i : some) content.push_back(triangles[i]);
  const auto box = volumes::fit<volumes::Obb<double>>(std::span<const Triangle>(content));
  std::array<int, 3> sides{0, 1, 2};
  std::stable_sort(sides.begin(), sides.end(), [&](int i, int j) { return box.half[i] > box.half[j]; });
  for (const int k : sides) {
    const Vec3d axis = box.axes.rows[k];
    if (auto groups = two_sides(triangles, some, axis, dot(axis, box.centre)); !groups.empty()) return groups;
  }
  return halves(some);
}

std::vector<u32> group_by_octants(std::span<const Triangle> triangles, std::span<u32> some) {
  Bounds all;
  for (u32 i : some) all.add(centroid(triangles[i]));
  const Vec3d middle = all.centre();
  const auto octant = [&](u32 i) {
    const Vec3d c = centroid(triangles[i]);
    return (c.x < middle.x ? 0 : 4) + (c.y < middle.y ? 0 : 2) + (c.z < middle.z ? 0 : 1);
  };
  std::stable_sort(some.begin(), some.end(), [&](u32 i, u32 j) { return octant(i) < octant(j); });
  std::vector<u32> groups;
  for (u32 k = 1; k <= some.size(); ++k)
    if (k == some.size() || octant(some[k]) != octant(some[k - 1])) groups.push_back(k);
  return groups.size() < 2 ? halves(some) : groups;
}

std::vector<u32> GroupByCost::operator()(std::span<const Triangle> triangles, std::span<u32> some) const {
  const std::size_t n = some.size();
  Bounds all;
  for (u32 i : some) all.add(box_of(triangles[i]));
  const Vec3d size = all.size();
  const double mean = (size.x + size.y + size.z) / 3;
  const auto measure = [&](const Bounds& box) {
    Vec3d s = box.size();
    if (chance == Chance::volume) return s.x * s.y * s.z;
    if (chance == Chance::minkowski) s = s + Vec3d{mean, mean, mean};
    return s.x * s.y + s.y * s.z + s.z * s.x;
  };
  const double whole = measure(all);
  struct Best {
    double cost = Bounds::kInfinity;
    int axis = -1;
    std::size_t first = 0;
  } best;
  std::vector<u32> sorted(some.begin(), some.end());
  std::vector<double> behind(n);
  const auto sort_along = [&](int axis, std::vector<u32>& list) {
    std::sort(list.begin(), list.end(), [&](u32 i, u32 j) {
      const double x = centroid(triangles[i])[axis], y = centroid(triangles[j])[axis];
      return x != y ? x < y : i < j;
    });
  };
  for (int axis = 0; axis < 3; ++axis) {
    sort_along(axis, sorted);
    Bounds box;
    for (std::size_t k = n; k-- > 1;) box.add(box_of(triangles[sorted[k]])), behind[k] = measure(box);
    box = {};
    for (std::size_t k = 1; k < n; ++k) {
      box.add(box_of(triangles[sorted[k - 1]]));
      const double cost = measure(box) * double(k) + behind[k] * double(n - k);
      if (cost < best.cost) best = {cost, axis, k};
    }
  }
  if (best.axis < 0) return halves(some);
  // C_i A(n) + C_t (A_l N_l + A_r N_r) against C_t A(n) N(n).
  if (n <= most_in_leaf && !(node * whole + primitive * best.cost < primitive * double(n) * whole))
    return {static_cast<u32>(n)};
  sort_along(best.axis, sorted);
  std::copy(sorted.begin(), sorted.end(), some.begin());
  return {static_cast<u32>(best.first), static_cast<u32>(n)};
}

}  // namespace apart::hierarchy
