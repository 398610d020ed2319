// Divides centroids along the axis of largest spread of their hull.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/decompose/growing_hull.hpp>
#include <apart/decompose/hull_split.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/shapes/mesh/moments.hpp>
#include <numeric>

namespace apart::decomposition {
namespace {

struct Value {
  double along;
  u32 piece;
  friend bool operator<(const Value& a, const Value& b) {
    return a.along != b.along ? a.along < b.along : a.piece < b.piece;
  }
};

// The hull of some centroids, as triangles. Qhull takes longer to begin than a small hull takes.
class SmallHull {
 public:
  explicit SmallHull(std::span<const Vec3d> at) : at_(at), growing_(at) {}

  std::span<const Triangle> of(std::span<const u32> points) {
    constexpr std::size_t kSmall = 32;
    triangles_.clear();
    if (points.size() <= kSmall) {
      faces_.clear(), sources_.clear();
      if (!growing_.begin(points)) return {};
      for (const u32 p : points) growing_.add(p);
      growing_.finish(faces_, sources_);
      for (const Face& f : faces_) triangles_.push_back({at_[f[0]], at_[f[1]], at_[f[2]]});
    } else {
      points_.clear();
      for (const u32 p : points) points_.push_back(at_[p]);
      const Hull hull = convex_hull(points_);
      for (const Face& f : hull.faces)
        triangles_.push_back({hull.vertices[f[0]], hull.vertices[f[1]], hull.vertices[f[2]]});
    }
    return triangles_;
  }

 private:
  std::span<const Vec3d> at_;
  GrowingHull growing_;
  std::vector<Face> faces_;
  std::vector<u32> sources_;
  std::vector<Triangle> triangles_;
  std::vector<Vec3d> points_;
};

// How many go to the first child, of ascending values. At least one, and at least one stays.
std::size_t count_of_first(std::span<const Value> values, HullSplit split) {
  const std::size_t n = values.size();
  const double low = values.front().along, high = values.back().along;
  const auto below = [&](double at) {
    const auto end = std::partition_point(values.begin(), values.end(), [&](const Value& v) { return v.along < at; });
    return std::clamp<std::size_t>(static_cast<std::size_t>(end - values.begin()), 1, n - 1);
  };
  const auto mean = [&] {
    double sum = 0;  // of differences: exact enough far from the origin
    for (const Value& v : values) sum += v.along - low;
    return below(low + sum / double(n));
  };
  if (!(low < high)) return n / 2;
  switch (split) {
    case HullSplit::median:
      return n / 2;
    case HullSplit::midpoint:
      return below(low + 0.5 * (high - low));
    case HullSplit::mean:
      return mean();
    case HullSplit::gap:
      break;
  }
  double widest = 0, second = 0;
  std::size_t at = 0;
  for (std::size_t k = 1; k < n; ++k) {
    const double gap = values[k].along - values[k - 1].along;
    if (gap > widest)
      second = widest, widest = gap, at = k;
    else if (gap > second)
      second = gap;
  }
  const bool central = 5 * at >= n && 5 * at <= 4 * n;
  return central && widest >= 2 * second && widest >= 0.1 * (high - low) ? at : mean();
}

}  // namespace

std::vector<HullNode> split_pieces(std::span<const Vec3d> centroids, HullSplit split) {
  std::vector<HullNode> nodes;
  if (centroids.empty()) return nodes;
  std::vector<u32> order(centroids.size());
  std::iota(order.begin(), order.end(), 0u);
  struct Open {
    u32 node, first, count;
  };
  std::vector<Open> open{{0, 0, static_cast<u32>(order.size())}};
  nodes.resize(1);
  std::vector<Value> values;
  std::vector<Vec3d> points;
  SmallHull hulls(centroids);
  while (!open.empty()) {
    const Open now = open.back();
    open.pop_back();
    const std::span<u32> pieces = std::span(order).subspan(now.first, now.count);
    if (now.count == 1) {
      nodes[now.node].below = HullNode::kLeaf | pieces[0];
      continue;
    }
    points.clear();
    for (const u32 p : pieces) points.push_back(centroids[p] - centroids[pieces[0]]);
    constexpr std::size_t kFew = 4;  // their hull is about themselves
    std::span<const Triangle> hull;
    if (pieces.size() > kFew) hull = hulls.of(pieces);
    const Vec3d axis = (hull.empty() ? principal_axes(points) : principal_axes(hull)).rows[2];
    values.clear();
    for (u32 k = 0; k < now.count; ++k) values.push_back({dot(axis, points[k]), pieces[k]});
    std::sort(values.begin(), values.end());
    for (u32 k = 0; k < now.count; ++k) pieces[k] = values[k].piece;
    const u32 first = static_cast<u32>(count_of_first(values, split)), child = static_cast<u32>(nodes.size());
    nodes[now.node].below = child;
    nodes.resize(child + 2);
    nodes[child].parent = nodes[child + 1].parent = now.node;
    open.push_back({child + 1, now.first + first, now.count - first});
    open.push_back({child, now.first, first});
  }
  return nodes;
}

Vec3d centroid(std::span<const Vec3d> at, std::span<const u32> vertices, std::span<const Face> faces) {
  Bounds box;
  for (const u32 v : vertices) box.add(at[v]);
  const Vec3d middle = box.centre();
  double volume = 0, area = 0;
  Vec3d by_volume{}, by_area{}, sum{};
  for (const u32 v : vertices) sum += at[v] - middle;
  for (const Face& f : faces) {
    const Vec3d a = at[f[0]] - middle, b = at[f[1]] - middle, c = at[f[2]] - middle;
    const double six = dot(a, cross(b, c)), two = length(cross(b - a, c - a));
    volume += six, by_volume += (six / 4) * (a + b + c);
    area += two, by_area += (two / 3) * (a + b + c);
  }
  const double size = largest(box.size());
  Vec3d out = sum / double(vertices.size());
  if (area > 0) out = by_area / area;
  if (volume > 1e-9 * area * size) out = by_volume / volume;
  return is_finite(out) ? middle + out : middle;
}

}  // namespace apart::decomposition
