#include <algorithm>
#include <apart/base/normalized.hpp>
#include <apart/base/usable_pose.hpp>
#include <apart/queries/local_depth.hpp>
#include <apart/queries/measured_regions.hpp>
#include <apart/queries/ray.hpp>
#include <apart/shapes/mesh/moments.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <tuple>

namespace apart {
namespace {

int outward(const Model& model) { return model.inside_out() ? -1 : 1; }

// The vector area of what a region's intersection curve spans, of A's part of its surface: by Stokes' theorem, a sum
// over the curve. A segment runs along the product of both normals.
Vec3d spanned_area(const PlacedPair& placed, const Model& a, const Model& b, std::span<const TouchingPair> touching,
                   std::span<const Meeting> meetings, std::span<const std::pair<u32, u32>> pairs, Vec3d about) {
  Vec3d sum{};
  for (const auto& [region, k] : pairs) {
    const Triangle s = placed.of_a(touching[k].triangle_a), t = placed.of_b(touching[k].triangle_b);
    const Meeting& m = meetings[k];
    if (m.kind != Meeting::Kind::segment) continue;
    const Vec3d along = double(outward(a) * outward(b)) * cross(area_vector(s), area_vector(t));
    const Vec3d p = m.p - about, q = m.q - about;
    sum += (dot(along, q - p) < 0 ? -0.5 : 0.5) * cross(p, q);
  }
  return sum;
}

RegionDepth depth_along(std::span<const RegionPoint> region, Vec3d normal) {
  RegionDepth out{.depth = extent_along(region, normal), .normal = normal};
  const auto along = [&](const RegionPoint& x, const RegionPoint& y) { return dot(normal, x.at) < dot(normal, y.at); };
  const auto [low, high] = std::minmax_element(region.begin(), region.end(), along);
  out.low = low->at, out.high = high->at;
  return out;
}

struct InnerVertex {
  bool of_b;
  u32 vertex;
  Vec3d at;
};

// Normals of vertices, outward and of any length, of those that are wanted.
std::vector<Vec3d> normals_at(const Model& model, std::span<const InnerVertex> wanted) {
  const MeshTopology& topology = model.topology();
  std::vector<u32> slot(model.mesh().vertices().size(), MeshTopology::kNone);
  for (u32 k = 0; k < wanted.size(); ++k) slot[wanted[k].vertex] = k;
  std::vector<Vec3d> out(wanted.size());
  for (u32 i = 0; i < model.mesh().size(); ++i)
    for (u32 v : model.mesh().faces()[i])
      if (const u32 k = slot[topology.vertex[v]]; k != MeshTopology::kNone)
        out[k] += double(outward(model)) * area_vector(model.mesh().triangle(i));
  return out;
}

// Of vertices of `model` inside `other`; `pose` and `other_pose` place them in A's frame.
void add_depths(const Model& model, const Pose& pose, const Model& other, const Pose& other_pose,
                std::span<const InnerVertex> inner, std::vector<VertexDepth>& out) {
  const std::vector<Vec3d> normals = normals_at(model, inner);
  const Pose to_other = inverse(other_pose);
  for (std::size_t k = 0; k < inner.size(); ++k) {
    const Normalized way = normalized(-normals[k]);
    if (way.length == 0) continue;
    const Vec3d own = model.mesh().vertices()[inner[k].vertex], direction = to_other.rotate(pose.rotate(way.unit));
    const RayHit exit = cast(other, {to_other * inner[k].at, direction});
    if (!exit.hit || exit.front != other.inside_out()) continue;  // met from outside: not inside after all
    // Beyond its own neighbourhood, the ray runs inside its own solid. It passes beside the vertex, by far less than
    // the neighbourhood: through it, every triangle there would take exact arithmetic.
    const double start = 1e-6 * exit.t, beside = 1e-11 * exit.t;
    const Vec3d across = perpendicular(way.unit), askew = across + 0.37 * cross(way.unit, across);
    if (cast_any(model, {own + beside * askew, way.unit, start, exit.t}).hit) continue;
    out.push_back(
        {inner[k].of_b, inner[k].vertex, inner[k].at, other_pose * exit.point, exit.t, exit.element.triangle});
  }
}

}  // namespace

std::vector<MeasuredRegion> queries::measured_regions(const Model& a, const Pose& b_in_a, const Model& b) {
  std::vector<MeasuredRegion> out;
  if (a.mesh().empty() || b.mesh().empty() || !a.closed() || !b.closed()) return out;
  const std::vector<TouchingPair> touching = collisions(a, b_in_a, b).pairs;
  const PlacedPair placed{a.mesh(), b_in_a, b.mesh()};
  const OverlapRegions regions = overlap_regions(placed, a, b, touching);
  regions.for_each([&](auto region, auto pairs) {
    Bounds box;
    for (const RegionPoint& p : region) box.add(p.at);
    const Vec3d area = spanned_area(placed, a, b, touching, regions.meetings, pairs, box.centre());
    const double size = largest(box.size());
    MeasuredRegion& found = out.emplace_back(MeasuredRegion{{}, {region.begin(), region.end()}});
    if (length(area) > 1e-3 * size * size) {
      found.depth = depth_along(region, normalized(area).unit);
      found.depth.area = length(area);
      return;
    }
    std::vector<Vec3d> corners;
    for (const RegionPoint& p : region) corners.push_back(p.at);
    const Mat3d own = principal_axes(std::span<const Vec3d>(corners));
    found.depth = depth_along(region, own.rows[0]);
    for (int k = 1; k < 3; ++k)
      if (const RegionDepth next = depth_along(region, own.rows[k]); next.depth < found.depth.depth) found.depth = next;
  });
  std::stable_sort(out.begin(), out.end(),
                   [](const MeasuredRegion& x, const MeasuredRegion& y) { return x.depth.depth > y.depth.depth; });
  return out;
}

std::vector<RegionDepth> region_depths(const Model& a, const Pose& given, const Model& b) {
  std::vector<RegionDepth> out;
  for (const MeasuredRegion& region : measured_regions(a, require_usable(given), b)) out.push_back(region.depth);
  return out;
}

std::vector<VertexDepth> vertex_depths(const Model& a, const Pose& given, const Model& b) {
  const Pose b_in_a = require_usable(given);
  std::vector<VertexDepth> out;
  if (a.mesh().empty() || b.mesh().empty() || !a.closed() || !b.closed()) return out;
  const std::vector<TouchingPair> touching = collisions(a, b_in_a, b).pairs;
  std::vector<InnerVertex> inner;
  for (const RegionPoint& p : inner_vertices({a.mesh(), b_in_a, b.mesh()}, a, b, touching))
    inner.push_back({p.of_b, p.vertex, p.at});
  std::sort(inner.begin(), inner.end(), [](const InnerVertex& x, const InnerVertex& y) {
    return std::tie(x.of_b, x.vertex) < std::tie(y.of_b, y.vertex);
  });
  const auto first_b = std::find_if(inner.begin(), inner.end(), [](const InnerVertex& v) { return v.of_b; });
  add_depths(a, {}, b, b_in_a, {inner.begin(), first_b}, out);
  add_depths(b, b_in_a, a, {}, {first_b, inner.end()}, out);
  return out;
}

double depth_since(const Distance& last, const Pose& then, const Pose& now) {
  const Vec3d moved = require_usable(now) * (inverse(require_usable(then)) * last.on_b);
  return larger(0.0, -dot(last.normal, moved - last.on_a));
}

}  // namespace apart
