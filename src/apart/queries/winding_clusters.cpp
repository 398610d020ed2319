#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/queries/sum_of_angles.hpp>
#include <apart/queries/winding_clusters.hpp>
#include <numbers>

namespace apart::queries {
namespace {

constexpr u32 kInCluster = 128;  // triangles of the smallest clusters, at most

}  // namespace

// How much a series may leave out, of area over squared distance, and the ratios of sizes to distances up to which
// each order does.
struct WindingClusters::Accuracy {
  explicit Accuracy(double allowed) : error(allowed), reach(series_reach(allowed)) {}
  double error;
  std::array<double, kSeriesOrder + 1> reach;

  // The least order for a squared ratio that is within reach.
  int order(double ratio) const {
    int out = 1;
    while (reach[static_cast<std::size_t>(out)] < ratio) ++out;
    return out;
  }
};

const WindingClusters& WindingClusters::of(const Model& model) {
  return *static_cast<const WindingClusters*>(model.derived([](const Model& self) -> std::shared_ptr<const void> {
    return std::shared_ptr<const WindingClusters>(new WindingClusters(self));
  }));
}

WindingClusters::WindingClusters(const Model& model) {
  const Mesh& mesh = model.mesh();
  while ((mesh.size() >> 2 * levels_) > kInCluster) ++levels_;
  std::vector<Vec3d> middles(mesh.size());
  order_.resize(mesh.size());
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    middles[i] = t.a / 3 + t.b / 3 + t.c / 3;
    order_[i] = i;
  }
  split(middles, 0, 2 * levels_);
  std::size_t blocks = 0;
  for (u32 level = 1; level <= levels_; ++level) begin_.push_back(blocks), blocks += std::size_t(1) << 2 * (level - 1);
  begin_.insert(begin_.begin(), 0);  // the root has none
  blocks_.resize(blocks);
  fit(mesh);
}

// Halves of as many leaves each. Which triangles a half has does not depend on how they are partitioned: their numbers
// tell equals apart.
void WindingClusters::split(const std::vector<Vec3d>& middles, u32 first_leaf, u32 halvings) {
  const auto begin_of = [&](u32 leaf) { return order_.begin() + first_triangle(leaf); };
  const auto begin = begin_of(first_leaf), end = begin_of(first_leaf + (u32(1) << halvings));
  if (halvings == 0) return std::sort(begin, end);
  Bounds box;
  for (auto i = begin; i != end; ++i) box.add(middles[*i]);
  const int axis = longest_axis(box.size());
  const u32 second = first_leaf + (u32(1) << (halvings - 1));
  std::nth_element(begin, begin_of(second), end, [&](u32 i, u32 j) {
    const double x = middles[i][axis], y = middles[j][axis];
    return x != y ? x < y : i < j;
  });
  split(middles, first_leaf, halvings - 1);
  split(middles, second, halvings - 1);
}

void WindingClusters::gather(const Mesh& mesh, u32 leaf, std::vector<Triangle>& out) const {
  out.clear();
  for (u32 i = first_triangle(leaf); i < first_triangle(leaf + 1); ++i) out.push_back(mesh.triangle(order_[i]));
}

// Balls around the corners of leaves, and around the balls of children.
void WindingClusters::fit(const Mesh& mesh) {
  const SolidAngleSeries& series = solid_angle_series();
  std::vector<Triangle> triangles;
  const auto put = [](FourSeries& to, u32 lane, Vec3d centre, double radius, double area) {
    for (int axis = 0; axis < 3; ++axis) to.centre[axis][lane] = centre[axis];
    to.radius[lane] = larger(radius * (1 + 1e-14), 1e-150);
    to.area[lane] = area * (1 + 1e-14);
  };
  for (u32 level = levels_; level > 0; --level)
    for (u32 i = 0; i < u32(1) << 2 * level; ++i) {
      FourSeries& to = block(level, i);
      const u32 lane = i % 4;
      double radius = 0, area = 0;
      Bounds box;
      if (level == levels_) {
        gather(mesh, i, triangles);
        for (const Triangle& t : triangles)
          for (int k = 0; k < 3; ++k) box.add(t[k]);
        const Vec3d centre = box.centre();
        for (const Triangle& t : triangles) {
          for (int k = 0; k < 3; ++k) radius = larger(radius, length(t[k] - centre));
          area += 0.5 * length(cross(t.b - t.a, t.c - t.a));
        }
        put(to, lane, centre, radius, area);
        series.add(to, static_cast<int>(lane), triangles.data(), static_cast<u32>(triangles.size()));
        continue;
      }
      const FourSeries& parts = block(level + 1, 4 * i);
      const auto centre_of = [&](u32 k) { return Vec3d{parts.centre[0][k], parts.centre[1][k], parts.centre[2][k]}; };
      for (u32 k = 0; k < 4; ++k) {
        const Vec3d size{parts.radius[k], parts.radius[k], parts.radius[k]};
        box.add(centre_of(k) - size), box.add(centre_of(k) + size);
      }
      for (u32 k = 0; k < 4; ++k) {
        radius = larger(radius, length(centre_of(k) - box.centre()) + parts.radius[k]);
        area += parts.area[k];
      }
      put(to, lane, box.centre(), radius, area);
      series.join(to, static_cast<int>(lane), parts);
    }
}

WindingClusters::Bounded WindingClusters::sum(const Model& model, Vec3d point, const Accuracy& wanted) const {
  const SolidAngleSeries& series = solid_angle_series();
  SumOfAngles near;
  std::vector<Triangle> triangles;
  double far = 0, size = 0;  // of area over squared distance
  struct Open {
    u32 level, cluster;
  };
  std::vector<Open> open{{0, 0}};
  while (!open.empty()) {
    const Open now = open.back();
    open.pop_back();
    if (now.level == levels_) {
      gather(model.mesh(), now.cluster, triangles);
      near.add(point, triangles);
      continue;
    }
    const FourSeries& four = block(now.level + 1, 4 * now.cluster);
    u32 taken = 0;
    double largest_ratio = 0;
    for (u32 k = 0; k < 4; ++k) {
      const Vec3d d =
          (point - Vec3d{four.centre[0][k], four.centre[1][k], four.centre[2][k]}) / four.radius[k];  // may overflow
      const double ratio = 1 / squared_length(d) * (1 + 1e-14);
      if (!(ratio <= wanted.reach[kSeriesOrder])) {
        open.push_back({now.level + 1, 4 * now.cluster + k});
        continue;
      }
      taken |= u32(1) << k;
      largest_ratio = larger(largest_ratio, ratio);
      size += four.area[k] / four.radius[k] / four.radius[k] * ratio;
    }
    if (taken != 0) far += series.sum(four, point, taken, wanted.order(largest_ratio));
  }
  constexpr double kSphere = 4 * std::numbers::pi;
  WindingNumber out = near.winding();
  out.value += far / kSphere;
  return {out, wanted.error * size / kSphere};
}

WindingNumber WindingClusters::at(const Model& model, Vec3d point) const {
  static const Accuracy full(0x1p-51);
  return sum(model, point, full).winding;
}

bool WindingClusters::inside(const Model& model, Vec3d point) const {
  static const Accuracy rough(0x1p-6);
  // Far above the rounding of sums of all triangles.
  constexpr double kRounding = 1e-5;
  const Bounded found = sum(model, point, rough);
  const double from_half = std::abs(found.winding.value) - 0.5;
  if (found.winding.on_surface || std::abs(from_half) > found.error + kRounding)
    return found.winding.on_surface || from_half > 0;
  return at(model, point).inside();
}

}  // namespace apart::queries
