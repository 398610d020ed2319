// Winding numbers: signed crossings of a ray, and a cone over the boundary.
//
// Seen from the point, the surface and the cone over its boundary to the apex opposite to the ray have the same
// boundary, so that they cover all directions equally often, up to a constant. Nothing of the cone is in the ray's own
// direction: there the constant is the number of crossings. This is exact, for any ray.
#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/base/workers.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/in_range.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/queries/sum_of_angles.hpp>
#include <apart/queries/winding_clusters.hpp>
#include <apart/queries/winding_grid.hpp>
#include <apart/queries/winding_number.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/traversal/axis_crossings.hpp>
#include <apart/triangles/lanes/solid_angles.hpp>
#include <numbers>

namespace apart {
namespace {

using Method = WindingNumber::Method;

constexpr double kTurn = 2 * std::numbers::pi;  // half a solid angle of 4π

using Edges = std::vector<std::array<u32, 2>>;

// Half the solid angles of the cone over the boundary.
double of_boundary(const AxisRay& ray, const Mesh& mesh, const Edges& edges) {
  const SolidAngles& angles = solid_angles();
  AngleSum sum;
  double others = 0;
  EdgeBlock blocks[kMostAngles / 4];
  u32 doubtful[kMostAngles];
  for (std::size_t from = 0; from < edges.size(); from += kMostAngles) {
    const u32 count = static_cast<u32>(lesser(std::size_t(kMostAngles), edges.size() - from));
    const auto end = [&](u32 k, int which) { return mesh.vertices()[edges[from + k][static_cast<u32>(which)]]; };
    for (u32 k = 0; k < count; ++k) {
      const Vec3d a = end(k, 0), b = end(k, 1);
      for (int axis = 0; axis < 3; ++axis)
        blocks[k / 4].a[axis][k % 4] = a[axis], blocks[k / 4].b[axis][k % 4] = b[axis];
    }
    const u32 left = angles.fan(ray, blocks, count, sum, doubtful);
    for (u32 k = 0; k < left; ++k) others += half_fan_angle(ray, end(doubtful[k], 0), end(doubtful[k], 1));
  }
  return sum.total() + others;
}

WindingNumber by_boundary(const Model& model, Vec3d point, const Edges& edges) {
  WindingNumber out{.method = !edges.empty() ? Method::boundary : Method::crossings};
  const AxisRay ray = shortest_way_out(model.boxes(), point);
  int crossings = 0;
  double angle = 0;
  for_each_crossing(model.boxes(), ray, [&](u32 triangle, AxisCrossing found) {
    crossings += found.sign;
    if (!found.contains) return true;
    // The surface without this triangle: its edges, turned round, are boundary.
    out.on_surface = true;
    const Triangle t = model.mesh().triangle(triangle);
    for (int k = 0; k < 3; ++k) angle += half_fan_angle(ray, t[(k + 1) % 3], t[k]);
    return true;
  });
  if (!edges.empty()) angle += of_boundary(ray, model.mesh(), edges);
  out.value = crossings + angle / kTurn;
  return out;
}

WindingNumber by_solid_angles(const Mesh& mesh, Vec3d point) {
  SumOfAngles sum;
  Triangle some[kMostAngles];
  for (u32 from = 0; from < mesh.size(); from += kMostAngles) {
    const u32 count = lesser(kMostAngles, mesh.size() - from);
    for (u32 k = 0; k < count; ++k) some[k] = mesh.triangle(from + k);
    sum.add(point, {some, count});
  }
  return sum.winding();
}

// More edges than triangles are not passed as often one way as the other.
bool is_soup(const Model& model) { return model.topology().open_edges.size() >= model.mesh().size(); }
bool has_clusters(const Model& model) { return model.mesh().size() >= WindingClusters::kLeast && is_soup(model); }

// So far away that the solid angle is below all roundings, and products of lengths may overflow.
bool is_far(const Model& model, Vec3d point) {
  const Frame& frame = model.boxes().frame;
  return largest(abs(point - frame.centre)) > 0x1p40 * frame.radius && point != frame.centre;
}

}  // namespace

WindingNumber winding_number(const Model& model, Vec3d point) {
  if (!in_range(point)) return invalid_answer<WindingNumber>();
  const Mesh& mesh = model.mesh();
  if (mesh.empty()) return {.status = Status::nothing};
  const Edges& edges = model.topology().open_edges;
  const bool soup = is_soup(model);
  if (is_far(model, point))
    return {.method = soup ? Method::solid_angles : !edges.empty() ? Method::boundary : Method::crossings};
  if (!soup) return by_boundary(model, point, edges);
  return has_clusters(model) ? WindingClusters::of(model).at(model, point) : by_solid_angles(mesh, point);
}

namespace {

// It takes as long to make as that many points without it; later batches have it for nothing.
bool is_worth_a_grid(const Model& model, std::size_t points) {
  return points >= 64 && points >= model.mesh().size() / 64 && !model.mesh().empty() &&
         model.topology().open_edges.empty();
}

// Member by member: a copy in wide words right after narrow stores would wait for them.
void put(int crossings, WindingNumber& out) {
  out.value = crossings, out.on_surface = false, out.method = Method::crossings, out.status = Status::exact;
}

// The numbers of the points that the cells of the grid do not decide.
std::vector<u32> left_by_cells(const WindingGrid& grid, std::span<const Vec3d> points, std::span<WindingNumber> answers,
                               u32 threads) {
  constexpr std::size_t kGrain = 16384;
  std::vector<std::vector<u32>> left((points.size() + kGrain - 1) / kGrain);
  Workers(threads).for_ranges(points.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    constexpr std::size_t kAtOnce = 256;
    Vec3d at[kAtOnce];
    std::optional<int> found[kAtOnce];
    for (std::size_t first = begin; first < end; first += kAtOnce) {
      const std::size_t count = lesser(kAtOnce, end - first);
      for (std::size_t i = 0; i < count; ++i) at[i] = in_range(points[first + i]) ? points[first + i] : Vec3d{};
      grid.of_cells({at, count}, {found, count});
      for (std::size_t i = 0; i < count; ++i)
        if (found[i] && points[first + i] == at[i])
          put(*found[i], answers[first + i]);
        else
          left[begin / kGrain].push_back(static_cast<u32>(first + i));
    }
  });
  std::vector<u32> all;
  for (const std::vector<u32>& some : left) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace

Status winding_number(const Model& model, PointSpan points, std::span<WindingNumber> answers, const BatchOptions& how) {
  const std::span<const Vec3d> all = points;
  APART_ASSERT(answers.size() == all.size(), "as many answers as points are needed");
  if (how.progress) std::fill(answers.begin(), answers.end(), WindingNumber{.status = Status::cancelled});
  if (!is_worth_a_grid(model, all.size()))
    return run_points(all, how, [&](std::span<const u32> some) {
      for (const u32 i : some) answers[i] = winding_number(model, all[i]);
    });
  const WindingGrid& grid = WindingGrid::of(model);
  const std::vector<u32> left = left_by_cells(grid, all, answers, how.threads);
  std::vector<Vec3d> places;
  places.reserve(left.size());
  for (const u32 i : left) places.push_back(all[i]);
  return run_points(places, how, [&](std::span<const u32> some) {
    constexpr std::size_t kAtOnce = 32;
    Vec3d at[kAtOnce];
    std::optional<int> found[kAtOnce];
    for (; !some.empty(); some = some.subspan(lesser(kAtOnce, some.size()))) {
      const std::size_t count = lesser(kAtOnce, some.size());
      for (std::size_t k = 0; k < count; ++k) at[k] = in_range(places[some[k]]) ? places[some[k]] : Vec3d{};
      grid.windings(model, {at, count}, {found, count});
      for (std::size_t k = 0; k < count; ++k) {
        const Vec3d place = places[some[k]];
        WindingNumber& out = answers[left[some[k]]];
        if (found[k] && place == at[k])
          put(*found[k], out);
        else
          out = winding_number(model, place);
      }
    }
  });
}

Batch<WindingNumber> winding_number(const Model& model, PointSpan points, const BatchOptions& how) {
  Batch<WindingNumber> out{std::vector<WindingNumber>(std::span<const Vec3d>(points).size())};
  out.status = winding_number(model, points, out.answers, how);
  return out;
}

bool inside(const Model& solid, Vec3d point) {
  if (solid.closed()) return locate(solid, point) != Where::outside;
  APART_ASSERT(is_finite(point), "a point is not finite");
  if (has_clusters(solid) && in_range(point) && !is_far(solid, point))
    return WindingClusters::of(solid).inside(solid, point);
  return winding_number(solid, point).inside();
}

}  // namespace apart
