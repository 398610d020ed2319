#include <apart/base/rigidity.hpp>
#include <apart/queries/hausdorff/surface.hpp>
#include <apart/triangles/feature.hpp>
#include <apart/triangles/norm_point.hpp>
#include <apart/triangles/point.hpp>

namespace apart::queries {
namespace {

constexpr double kUnitRoundoff = 0x1p-53;

// The square of the Euclidean length of the longest vector of length 1 in the norm.
double longest_squared(Norm norm) { return norm == Norm::infinity ? 3 : 1; }

}  // namespace

Surface::Surface(const Model& model, const Pose& pose, Vec3d origin, Norm norm)
    : mesh_(model.mesh()),
      faces_(mesh_.faces()),
      tree_(model.boxes()),
      norm_(norm),
      pose_{pose.rotation, (pose * tree_.frame.centre) - origin},
      // M·Mᵀ = 1 + E with |E| ≤ 3 times its largest entry; the singular values of M are 1 ± |E|/2, and Mᵀ is its
      // inverse to |E|.
      distortion_(pose.rotation == Mat3d{} ? 0 : 4 * orthogonality_error(pose.rotation) + 16 * kUnitRoundoff),
      position_error_(16 * kUnitRoundoff *
                      (largest(abs(pose.translation)) + largest(abs(tree_.frame.centre)) + largest(abs(origin)))),
      stretch_(longest_squared(norm) * (1 + 3 * distortion_) * (1 + 1e-9)) {
  const std::span<const Vec3d> from = mesh_.vertices();
  vertices_.reserve(from.size());
  for (Vec3d v : from) vertices_.push_back(pose * v - origin);
  const Aabb<float> root = tree_.volume(0);
  for (int i = 0; i < 8; ++i) {
    const Vec3d side{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0}, half = cast<double>(root.half);
    bounds_.add(pose_ * (cast<double>(root.centre) + Vec3d{side.x * half.x, side.y * half.y, side.z * half.z}));
  }
  if (norm_ == Norm::euclidean) number_lanes();
}

void Surface::number_lanes() {
  const std::span<const hierarchy::Item> items = tree_.items();
  lane_of_.resize(items.size());
  lane_of_item_.resize(items.size());
  triangle_at_.reserve(2 * items.size());
  for (std::size_t k = 0; k < items.size(); ++k) {
    const u32 i = items[k].primitive();
    lane_of_[i] = lane_of_item_[k] = static_cast<u32>(triangle_at_.size());
    triangle_at_.push_back(i);
    if (items[k].last())
      while (triangle_at_.size() % 4 != 0) triangle_at_.push_back(i);
  }
  frames_.resize(triangle_at_.size() / 4);
  prepared_ = std::vector<std::atomic<Prepared>>(frames_.size());
}

const FourFrames& Surface::frames(u32 four, FourFrames& spare) const {
  std::atomic<Prepared>& state = prepared_[four];
  Prepared now = state.load(std::memory_order_acquire);
  if (now == Prepared::yes) return frames_[four];
  // Another thread may be at it: then this one needs a copy of its own.
  const bool first = now == Prepared::no && state.compare_exchange_strong(now, Prepared::being);
  FourFrames& out = first ? frames_[four] : spare;
  Triangle triangles[4];
  for (u32 lane = 0; lane < 4; ++lane) triangles[lane] = triangle(triangle_at_[4 * four + lane]);
  tests_.prepare(triangles, out);
  if (first) state.store(Prepared::yes, std::memory_order_release);
  return out;
}

ElementId Surface::element(u32 i, Vec3d p) const {
  return {.part = mesh_.part(i), .triangle = i, .feature = feature_at(triangle(i), p)};
}

void Surface::distances(std::span<const Vec3d> points, u32 i, double* out) const {
  if (norm_ != Norm::euclidean) {
    for (std::size_t k = 0; k < points.size(); ++k) out[k] = closest_in_norm(points[k], triangle(i), norm_).distance;
    return;
  }
  Vec3d four[4];
  for (std::size_t k = 0; k < 4; ++k) four[k] = points[lesser(k, points.size() - 1)];
  double squared[4];
  FourFrames spare;
  tests_.of_four(four, frames(lane_of_[i] / 4, spare), static_cast<int>(lane_of_[i] % 4), squared);
  for (std::size_t k = 0; k < points.size(); ++k) out[k] = std::sqrt(squared[k]);
}

Surface::Closest Surface::closest(Vec3d p, u32 i) const {
  if (norm_ != Norm::euclidean) {
    const NormPoint found = closest_in_norm(p, triangle(i), norm_);
    return {found.distance, found.point};
  }
  const TrianglePoint found = closest_on_triangle(p, triangle(i));
  return {std::sqrt(found.squared), found.point};
}

void Surface::test_in_norm(Vec3d p, u32 i, Nearest& best) const {
  const NormPoint found = closest_in_norm(p, triangle(i), norm_, best.distance);
  best.at_least = lesser(best.at_least, found.at_least);
  if (found.distance < best.distance || (found.distance == best.distance && i < best.triangle))
    best.distance = found.distance, best.triangle = i;
}

// Of squared distances, in the Euclidean norm.
void Surface::test_leaf(Vec3d p, hierarchy::Ref leaf, Nearest& best) const {
  const u32 first = lane_of_item_[leaf.first()];
  for (u32 lane = first;; lane += 4) {
    double squared[4];
    FourFrames spare;
    tests_.from_four(p, frames(lane / 4, spare), squared);
    for (u32 k = 0; k < 4; ++k) {
      if (!(squared[k] <= best.distance)) continue;
      const u32 i = triangle_at_[lane + k];
      if (squared[k] < best.distance || i < best.triangle) best.distance = squared[k], best.triangle = i;
    }
    for (u32 k = 0; k < 4; ++k)
      if (tree_.items()[leaf.first() + lane - first + k].last()) return;
  }
}

PointInTree Surface::in_tree(Vec3d p) const {
  const Vec3d local = transposed_times(pose_.rotation, p - pose_.translation);
  PointInTree point({.centre = {}, .radius = tree_.frame.radius}, local);
  point.slack = float_above(double(point.slack) + position_error_ + distortion_ * length(local));
  return point;
}

Surface::Nearest Surface::nearest(Vec3d p, u32 guess) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Nearest best{infinity, kNone, infinity};
  if (norm_ != Norm::euclidean) {
    if (guess != kNone) test_in_norm(p, guess, best);
    each_leaf_near(p, radius_squared(best.distance), [&](hierarchy::Ref leaf, float& limit) {
      hierarchy::for_each_primitive(tree_.items(), leaf, [&](u32 i) {
        test_in_norm(p, i, best);
        return true;
      });
      limit = radius_squared(best.distance);
      return true;
    });
    return best;
  }
  if (guess != kNone) {
    double squared[4];
    FourFrames spare;
    tests_.from_four(p, frames(lane_of_[guess] / 4, spare), squared);
    best = {squared[lane_of_[guess] % 4], guess, infinity};
  }
  each_leaf_near(p, squared_limit(best.distance), [&](hierarchy::Ref leaf, float& limit) {
    test_leaf(p, leaf, best);
    limit = squared_limit(best.distance);
    return true;
  });
  best.distance = best.at_least = std::sqrt(best.distance);
  return best;
}

u32 Surface::nearest_of_leaf(Vec3d p, u32 one) const {
  if (norm_ != Norm::euclidean) return one;
  double squared[4];
  FourFrames spare;
  const u32 four = lane_of_[one] / 4;
  tests_.from_four(p, frames(four, spare), squared);
  u32 best = 0;
  for (u32 k = 1; k < 4; ++k)
    if (squared[k] < squared[best]) best = k;
  return triangle_at_[4 * four + best];
}

Surface::Ball Surface::ball(u32 slot) const {
  const Aabb<float> box = tree_.volume(slot);
  return {pose_ * cast<double>(box.centre), length(cast<double>(box.half)) * (1 + distortion_) * (1 + 1e-12) +
                                                position_error_ + distortion_ * tree_.frame.radius};
}

}  // namespace apart::queries
