#include <algorithm>
#include <apart/base/rigidity.hpp>
#include <apart/queries/hausdorff/surface.hpp>
#include <apart/triangles/feature.hpp>
#include <apart/triangles/norm_point.hpp>
#include <apart/triangles/point.hpp>
#include <cstring>

namespace apart::queries {
namespace {

constexpr double kUnitRoundoff = 0x1p-53;

// The square of the Euclidean length of the longest vector of length 1 in the norm.
double longest_squared(Norm norm) { return norm == Norm::infinity ? 3 : 1; }

// Frames take more memory than the mesh, and fresh pages take the system longer than it takes to fill them: those of a
// model that is not large, where it was made, are kept with it; of others a thread keeps those of its last query for
// the next one.
constexpr std::size_t kMostKept = (std::size_t(16) << 20) / sizeof(FourFrames);
thread_local UnsetVector<FourFrames> kept[2];

UnsetVector<FourFrames> frames_of_thread(std::size_t size) {
  for (auto& frames : kept)
    if (frames.capacity() >= size) {
      UnsetVector<FourFrames> out = std::move(frames);
      out.resize(size);
      return out;
    }
  return UnsetVector<FourFrames>(size);
}

void keep(UnsetVector<FourFrames>&& frames) {
  auto& smaller = kept[0].capacity() <= kept[1].capacity() ? kept[0] : kept[1];
  if (frames.capacity() > smaller.capacity() && frames.capacity() <= kMostKept) smaller = std::move(frames);
}

}  // namespace

Surface::Surface(const Model& model, const Pose& pose, Vec3d origin, Norm norm)
    : model_(model),
      mesh_(model.mesh()),
      faces_(mesh_.faces()),
      tree_(model.boxes()),
      norm_(norm),
      pose_{pose.rotation, (pose * tree_.frame.centre) - origin},
      turned_(!(pose.rotation == Mat3d{})),
      // M·Mᵀ = 1 + E with |E| ≤ 3 times its largest entry; the singular values of M are 1 ± |E|/2, and Mᵀ is its
      // inverse to |E|.
      distortion_(pose.rotation == Mat3d{} ? 0 : 4 * orthogonality_error(pose.rotation) + 16 * kUnitRoundoff),
      position_error_(16 * kUnitRoundoff *
                      (largest(abs(pose.translation)) + largest(abs(tree_.frame.centre)) + largest(abs(origin)))),
      stretch_(longest_squared(norm) * (1 + 3 * distortion_) * (1 + 1e-9)),
      lanes_(lanes(model)) {
  vertices_ = mesh_.vertices();
  if (!(pose.rotation == Mat3d{} && pose.translation == Vec3d{} && origin == Vec3d{})) {
    moved_.reserve(vertices_.size());
    for (Vec3d v : vertices_) moved_.push_back(pose * v - origin);
    vertices_ = moved_;
  }
  const Aabb<float> root = tree_.volume(0);
  for (int i = 0; i < 8; ++i) {
    const Vec3d side{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0}, half = cast<double>(root.half);
    bounds_.add(pose_ * (cast<double>(root.centre) + Vec3d{side.x * half.x, side.y * half.y, side.z * half.z}));
  }
  own_frames_ = make_frames();
  frames_ = own_frames_ ? own_frames_.get() : &kept_frames(model);
}

Surface::Lanes::Lanes(const BoxTree& tree, u32 triangles) {
  const std::span<const hierarchy::Item> items = tree.items();
  of.resize(triangles);
  for (std::size_t k = items.size(); k-- > 0;) of[items[k].primitive()] = static_cast<u32>(k);
  bits.resize(items.size() / 4);
  for (std::size_t four = 0; four < bits.size(); ++four) {
    u32 lanes = 1;
    for (u32 k = 0; k < 3 && !items[4 * four + k].last(); ++k) lanes |= u32(2) << k;
    bits[four] = static_cast<unsigned char>(lanes | (items[4 * four + 3].last() ? kLastOfLeaf : 0));
  }
  above.resize(items.size() / 4, tree.ref(0));
  std::vector<Ref> parent(tree.nodes.size(), tree.ref(0));  // of a node's children; parents come first
  for (u32 n = 1; n < tree.nodes.size(); ++n)
    for (const Ref& ref : tree.nodes[n].refs) {
      if (ref.is_leaf()) {
        u32 four = ref.first() / 4;
        do above[four] = parent[n];
        while (!items[4 * std::size_t(four++) + 3].last());
      } else {
        parent[ref.first() / BoxTree::kWidth] = Ref::inner(n * BoxTree::kWidth, true);
      }
      if (ref.is_last()) break;
    }
}

const Surface::Lanes& Surface::lanes(const Model& model) {
  return *static_cast<const Lanes*>(model.derived([](const Model& self) -> std::shared_ptr<const void> {
    return std::make_shared<const Lanes>(self.boxes(), self.mesh().size());
  }));
}

// Not the frames that are kept with a model, which may outlive what threads keep.
Surface::~Surface() {
  if (own_frames_) keep(std::move(own_frames_->of));
}

std::unique_ptr<const Surface::Frames> Surface::make_frames() const {
  const std::size_t fours = tree_.items().size() / 4;
  if (norm_ != Norm::euclidean) return std::make_unique<const Frames>(UnsetVector<FourFrames>());
  return moved_.empty() && fours <= kMostKept ? nullptr : std::make_unique<const Frames>(frames_of_thread(fours));
}

const Surface::Frames& Surface::kept_frames(const Model& model) {
  return *static_cast<const Frames*>(model.derived([](const Model& self) -> std::shared_ptr<const void> {
    return std::make_shared<const Frames>(UnsetVector<FourFrames>(self.boxes().items().size() / 4));
  }));
}

const FourFrames& Surface::prepare(u32 four, FourFrames& spare) const {
  std::atomic<Prepared>& state = frames_->done[four];
  Prepared now = Prepared::no;
  // Another thread may be at it: then this one needs a copy of its own.
  const bool first = state.compare_exchange_strong(now, Prepared::being);
  FourFrames& out = first ? frames_->of[four] : spare;
  const hierarchy::Item* items = &tree_.items()[4 * std::size_t(four)];
  FourCorners all;
  if (const FourCorners& from = corners(four, all); &from != &all) std::memcpy(all, from, sizeof all);
  for (u32 lane = 1; lane < 4; ++lane)  // the last of a leaf is repeated
    if (items[lane - 1].last())
      for (auto& row : all) row[lane] = row[lane - 1];
  tests_.prepare(all, out);
  if (first) state.store(Prepared::yes, std::memory_order_release);
  return out;
}

const FourCorners& Surface::corners(u32 four, FourCorners& spare) const {
  if (moved_.empty()) return tree_.blocks[four].at;
  for (u32 lane = 0; lane < 4; ++lane) {
    const Triangle t = triangle(tree_.items()[4 * std::size_t(four) + lane].primitive());
    for (int n = 0; n < 9; ++n) spare[n][lane] = t[n / 3][n % 3];
  }
  return spare;
}

ElementId Surface::element(u32 i, Vec3d p) const {
  return {.part = mesh_.part(i), .triangle = i, .feature = feature_at(triangle(i), p)};
}

void Surface::distances(std::span<const Vec3d> points, u32 i, double* out) const {
  measures(points, i, out);
  for (std::size_t k = 0; k < points.size(); ++k) out[k] = length_of(out[k]);
}

void Surface::measures(std::span<const Vec3d> points, u32 i, double* out) const {
  if (norm_ != Norm::euclidean) {
    for (std::size_t k = 0; k < points.size(); ++k) out[k] = closest_in_norm(points[k], triangle(i), norm_).distance;
    return;
  }
  Vec3d four[4];
  for (std::size_t k = 0; k < 4; ++k) four[k] = points[lesser(k, points.size() - 1)];
  double squared[4];
  FourFrames spare;
  tests_.of_four(four, frames(lanes_.of[i] / 4, spare), static_cast<int>(lanes_.of[i] % 4), squared);
  for (std::size_t k = 0; k < points.size(); ++k) out[k] = squared[k];
}

double Surface::largest_distance(std::span<const Vec3d> points, u32 i) const {
  double most = 0, each[4];
  measures(points, i, each);
  for (std::size_t k = 0; k < points.size(); ++k) most = larger(most, each[k]);
  return length_of(most);
}

Surface::Closest Surface::closest(Vec3d p, u32 i) const {
  const Triangle t = triangle(i);
  if (p == t.a || p == t.b || p == t.c) return {0, p};
  if (norm_ != Norm::euclidean) {
    const NormPoint found = closest_in_norm(p, t, norm_);
    return {found.distance, found.point};
  }
  const TrianglePoint found = closest_on_triangle(p, t);
  return {std::sqrt(found.squared), found.point};
}

void Surface::test_in_norm(Vec3d p, u32 i, Nearest& best) const {
  const NormPoint found = closest_in_norm(p, triangle(i), norm_, best.distance);
  best.at_least = lesser(best.at_least, found.at_least);
  if (found.distance < best.distance || (found.distance == best.distance && i < best.triangle))
    best.distance = found.distance, best.triangle = i;
}

void Surface::test_leaf(Vec3d p, Ref leaf, Nearest& best) const {
  if (norm_ != Norm::euclidean) {
    hierarchy::for_each_primitive(tree_.items(), leaf, [&](u32 i) {
      test_in_norm(p, i, best);
      return true;
    });
    return;
  }
  const hierarchy::Item* items = &tree_.items()[leaf.first()];
  for (u32 four = leaf.first() / 4;; ++four, items += 4) {
    double squared[4];
    FourFrames spare;
    tests_.from_four(p, frames(four, spare), squared);
    for (u32 k = 0; k < 4; ++k) {
      if (!(squared[k] <= best.distance)) continue;
      const u32 i = items[k].primitive();
      if (squared[k] < best.distance || i < best.triangle) best.distance = squared[k], best.triangle = i;
    }
    if (items[3].last()) return;
  }
}

PointInTree Surface::local_in_tree(Vec3d local) const {
  PointInTree point({.centre = {}, .radius = tree_.frame.radius}, local);
  point.slack = float_above(double(point.slack) + position_error_ + distortion_ * length(local));
  return point;
}

Surface::BoxInTree Surface::box_in_tree(const Extruded& prism) const {
  Bounds box;
  for (Vec3d p : {prism.triangle.a, prism.triangle.b, prism.triangle.c}) box.add(to_tree(p - pose_.translation));
  const Vec3d along = to_tree(prism.direction), from = prism.from * along, to = prism.to * along;
  box.low += lesser(from, to), box.high += larger(from, to);
  const PointInTree centre = local_in_tree(box.centre());
  const Vec3d at = cast<double>(centre.at), most = larger(box.high - at, at - box.low);
  const double slack = double(centre.slack) + 4 * kUnit<float> * largest(most);
  return {centre, {float_above(most.x + slack), float_above(most.y + slack), float_above(most.z + slack)}};
}

Surface::Nearest Surface::start(Vec3d p, u32 guess) const {
  Nearest best{std::numeric_limits<double>::infinity(), kNone, std::numeric_limits<double>::infinity()};
  if (guess == kNone) return best;
  if (norm_ != Norm::euclidean) {
    test_in_norm(p, guess, best);
    return best;
  }
  double squared[4];
  FourFrames spare;
  tests_.from_four(p, frames(lanes_.of[guess] / 4, spare), squared);
  best.distance = squared[lanes_.of[guess] % 4], best.triangle = guess;
  return best;
}

Surface::Nearest Surface::nearest(Vec3d p, u32 guess, double enough) const {
  const auto stop = [=](double distance, u32) { return distance <= enough; };
  if (enough >= 0 && guess != kNone) {  // beside the guess first
    double distance;
    distances({&p, 1}, guess, &distance);
    if (distance <= enough) return {distance, guess, 0};
    const Nearest beside = nearest_below(lanes_.above[lanes_.of[guess] / 4], p, guess, stop);
    if (beside.distance <= enough) return {beside.distance, beside.triangle, 0};
    guess = beside.triangle;
  }
  return nearest_until(p, guess, stop);
}

Surface::Cover Surface::cover_of_four(const Triangle& t, u32 four) const {
  const hierarchy::Item* items = &tree_.items()[4 * std::size_t(four)];
  double farthest[4];
  if (norm_ == Norm::euclidean) {
    FourFrames spare;
    tests_.farthest_corner(t, frames(four, spare), farthest);
  } else {
    for (u32 k = 0; k < 4; ++k) {
      farthest[k] = 0;
      for (int corner = 0; corner < 3; ++corner)
        farthest[k] = larger(farthest[k], closest_in_norm(t[corner], triangle(items[k].primitive()), norm_).distance);
    }
  }
  u32 best = 0;
  for (u32 k = 1; k < 4; ++k)
    if (farthest[k] < farthest[best]) best = k;
  return {length_of(farthest[best]), items[best].primitive()};
}

Surface::Cover Surface::find_cover(const Triangle& t, Vec3d middle, u32 beside, double enough) const {
  constexpr u32 kMost = 8;
  Cover best;
  const PointInTree point = in_tree(middle);
  const float limit = radius_squared(enough);
  u32 tested[kMost + 1], count = 0;  // fours
  if (beside != kNone) tested[count++] = lanes_.of[beside] / 4;
  const auto test = [&](Ref leaf, float&) {
    for (u32 four = leaf.first() / 4;; ++four) {
      if (std::find(tested, tested + count, four) == tested + count) {
        if (const Cover found = cover_of_four(t, four); found.farthest < best.farthest) best = found;
        tested[count++] = four;
      }
      if (best.farthest <= enough || count > kMost) return false;
      if (tree_.items()[4 * std::size_t(four) + 3].last()) return true;
    }
  };
  if (beside != kNone && !traversal::for_each_near_leaf(tree_, lanes_.above[lanes_.of[beside] / 4], point, limit, test))
    return best;
  traversal::for_each_near_leaf(tree_, tree_.ref(0), point, limit, test);
  return best;
}

Surface::Ball Surface::ball(u32 slot) const {
  const Aabb<float> box = tree_.volume(slot);
  return {pose_ * cast<double>(box.centre), length(cast<double>(box.half)) * (1 + distortion_) * (1 + 1e-12) +
                                                position_error_ + distortion_ * tree_.frame.radius};
}

}  // namespace apart::queries
