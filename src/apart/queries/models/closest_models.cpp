// The triangles of a model nearest to a point: one, several, all within a radius, and of many points.
#include <algorithm>
#include <apart/base/growing_array.hpp>
#include <apart/base/usable_pose.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/closest.hpp>
#include <apart/queries/closest_triangles.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/in_range.hpp>
#include <apart/queries/nearest_in_cells.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/traversal/nearest.hpp>
#include <apart/triangles/lanes/face_offsets.hpp>
#include <apart/triangles/point_offset.hpp>
#include <optional>

namespace apart {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Squared distances that agree to this factor are equal: they may be of one vertex or edge, seen from two triangles.
constexpr double kTie = 1 + 0x1p-44;

struct NearTriangle {
  double squared;
  u32 triangle;
  TriangleFeature feature;
  u32 index;            // in the order of the tree
  double distance = 0;  // of ties

  bool before(const NearTriangle& other) const { return other.is_after(squared, triangle); }
  bool is_after(double other_squared, u32 other_triangle) const {
    return other_squared != squared ? other_squared < squared : other_triangle < triangle;
  }
};

// The k nearest and those tied with the last of them, sorted by distance.
class NearestK {
 public:
  NearestK(u32 k, double limit) : k_(k), limit_(limit) {}

  double limit() const { return limit_; }
  void add(u32 index, u32 triangle, const TrianglePoint& point) {
    if (point.squared > limit_) return;
    u32 at = all_.size();
    all_.resize(at + 1);
    for (; at > 0 && all_[at - 1].is_after(point.squared, triangle); --at) all_[at] = all_[at - 1];
    // Member by member: a copy in wide words right after narrow stores would wait for them.
    NearTriangle& added = all_[at];
    added.squared = point.squared, added.triangle = triangle, added.feature = point.feature, added.index = index;
    if (all_.size() < k_) return;
    limit_ = lesser(limit_, all_[k_ - 1].squared * kTie);
    while (all_[all_.size() - 1].squared > limit_) all_.pop();
  }
  std::span<NearTriangle> sorted() { return {all_.size() ? &all_[0] : nullptr, all_.size()}; }

 private:
  u32 k_;
  double limit_;
  GrowingArray<NearTriangle, 16> all_;
};

// All within the limit.
struct NearAll {
  double most;
  std::vector<NearTriangle> all{};

  double limit() const { return most; }
  void add(u32 index, u32 triangle, const TrianglePoint& point) {
    if (point.squared <= most) all.push_back({point.squared, triangle, point.feature, index});
  }
};

// Squared, not less than the square of the maximum, whose rounding is then left to the distance itself.
double squared_limit(double max) { return max * max * kTie; }

// The lowest-dimensional feature on which a point of these weights lies.
TriangleFeature feature_of(const Vec3d& weights) {
  const int zeros = (weights.x == 0) + (weights.y == 0) + (weights.z == 0);
  if (zeros == 0) return TriangleFeature::face;
  if (zeros == 2) return weights.x != 0 ? TriangleFeature::a : weights.y != 0 ? TriangleFeature::b : TriangleFeature::c;
  return weights.z == 0 ? TriangleFeature::ab : weights.x == 0 ? TriangleFeature::bc : TriangleFeature::ca;
}

// From the tree's copy of the triangle, which has just been read.
Triangle triangle_at(const BoxTree& tree, u32 index) {
  return triangle_of(tree.blocks[index / TriangleBlock::kLanes], index % TriangleBlock::kLanes);
}

PointOffset offset_of(const BoxTree& tree, Vec3d point, const NearTriangle& found) {
  return offset_from(point, triangle_at(tree, found.index), found.feature);
}

// Those that are as near as the nearest of them by their number, then the next. Ties are of squared distances; which of
// them are as near, to a few roundings, the distances themselves tell.
void sort_ties(const BoxTree& tree, Vec3d point, std::span<NearTriangle> sorted) {
  constexpr double kAsNear = 1 + 0x1p-49;
  for (auto from = sorted.begin(); from != sorted.end();) {
    const double limit = from->squared * kTie;
    const auto to = std::find_if(from, sorted.end(), [&](const NearTriangle& x) { return x.squared > limit; });
    if (to - from > 1) {
      double least = kInfinity;
      for (auto x = from; x != to; ++x) {
        x->distance = offset_of(tree, point, *x).distance;
        least = lesser(least, x->distance);
      }
      const auto as_near = std::partition(from, to, [&](const auto& x) { return x.distance <= least * kAsNear; });
      std::sort(from, as_near, [](const auto& x, const auto& y) { return x.triangle < y.triangle; });
      std::sort(as_near, to, [](const auto& x, const auto& y) {
        return x.distance != y.distance ? x.distance < y.distance : x.triangle < y.triangle;
      });
    }
    from = to;
  }
}

void answer(const Model& model, const NearTriangle& found, const PointOffset& offset, Where where, ClosestPoint& out) {
  const bool inside = where == Where::inside;
  out.distance = inside ? -offset.distance : offset.distance;
  out.point = offset.point;
  out.normal = inside ? -offset.normal : offset.normal;
  out.element = {
      .part = model.mesh().part(found.triangle), .triangle = found.triangle, .feature = feature_of(offset.weights)};
  out.weights = offset.weights;
  out.status = Status::exact;
}

ClosestPoint nothing_within(const ClosestOptions& options, Where where) {
  return {.distance = where == Where::inside ? -options.max : options.max, .status = Status::at_least};
}

Where where_of(const Model& model, Vec3d point, const ClosestOptions& options) {
  return options.solid ? locate(model, point) : Where::outside;
}

// Of the nearest triangle, if it is within the maximum.
void nearest(const Model& model, Vec3d point, const ClosestOptions& options, const NearTriangle& found,
             const PointOffset& offset, ClosestPoint& out) {
  const Where where = where_of(model, point, options);
  answer(model, found, offset, where, out);
  if (!(std::abs(out.distance) <= options.max)) out = nothing_within(options, where);
}

ClosestPoint nothing_near() { return {.distance = kInfinity, .status = Status::nothing}; }

void check(const Model& model, const ClosestOptions& options) {
  check_tolerance(options.max);
  APART_ASSERT(!options.solid || model.mesh().empty() || model.closed(), "only a closed mesh is a solid");
}

std::vector<ClosestPoint> answers(const Model& model, Vec3d point, std::span<const NearTriangle> found, double max,
                                  bool solid) {
  const Where where = solid && !found.empty() ? locate(model, point) : Where::outside;
  std::vector<ClosestPoint> out;
  out.reserve(found.size());
  for (const NearTriangle& near : found) {
    answer(model, near, offset_of(model.boxes(), point, near), where, out.emplace_back());
    if (std::abs(out.back().distance) > max) out.pop_back();
  }
  return out;
}

}  // namespace

ClosestPoint closest(const Model& model, Vec3d point, const ClosestOptions& options) {
  check(model, options);
  if (!in_range(point)) return invalid_answer<ClosestPoint>();
  if (model.mesh().empty()) return nothing_near();
  NearestK found(1, squared_limit(options.max));
  NearestWalk(model.boxes(), point).run(found);
  const std::span<NearTriangle> sorted = found.sorted();
  if (sorted.empty()) return nothing_within(options, where_of(model, point, options));
  sort_ties(model.boxes(), point, sorted);
  ClosestPoint out;
  nearest(model, point, options, sorted[0], offset_of(model.boxes(), point, sorted[0]), out);
  return out;
}

std::vector<ClosestPoint> closest_triangles(const Model& model, Vec3d point, u32 k, const ClosestOptions& options) {
  check(model, options);
  APART_ASSERT(in_range(point), "a point is not finite, or too far away");
  if (k == 0 || model.mesh().empty()) return {};
  NearestK found(k, squared_limit(options.max));
  NearestWalk(model.boxes(), point).run(found);
  sort_ties(model.boxes(), point, found.sorted());
  const std::span<NearTriangle> all = found.sorted();
  return answers(model, point, all.first(lesser(all.size(), std::size_t(k))), options.max, options.solid);
}

std::vector<ClosestPoint> triangles_within(const Model& model, Vec3d point, double radius, bool solid) {
  check(model, {radius, solid});
  APART_ASSERT(in_range(point), "a point is not finite, or too far away");
  NearAll found{squared_limit(radius)};
  NearestWalk(model.boxes(), point).run(found);
  std::sort(found.all.begin(), found.all.end(),
            [](const NearTriangle& x, const NearTriangle& y) { return x.before(y); });
  sort_ties(model.boxes(), point, found.all);
  return answers(model, point, found.all, radius, solid);
}

namespace {

// The nearest points of a run of points. Several searches take turns, node by node: while one waits for memory the
// others go on. Each starts from a triangle that was found before it.
class NearestStream {
 public:
  NearestStream(const Model& model, const LeafCells* cells, std::span<const Vec3d> points,
                const ClosestOptions& options, std::span<ClosestPoint> answers)
      : model_(model), tree_(model.boxes()), cells_(cells), points_(points), options_(options), answers_(answers) {}

  void run(std::span<const u32> numbers) {
    if (cells_ != nullptr) {
      left_.reserve(numbers.size());
      NearestInCells(tree_, *cells_, points_, kTie, squared_limit(options_.max)).run(numbers, *this);
      numbers = left_;
    }
    run_tree(numbers);
    for (u32 k = 0; k < waiting_; ++k) put_alone(k);
  }

  // Of NearestInCells.
  void prefetch(u32 number) const {
    for (std::size_t byte = 0; byte < sizeof(ClosestPoint); byte += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(&answers_[number]) + byte, 1);
  }
  void found(u32 number, std::span<const u32> candidates) {
    if (candidates.size() > 1) return choose(number, candidates);
    const u32 index = candidates.front();
    wait(number, points_[number], {0, triangle_number(index), TriangleFeature::face, index});
  }
  void open(u32 number) { left_.push_back(number); }

 private:
  struct Search {
    Search(u32 n, double limit, const BoxTree& tree, Vec3d point) : number(n), near(kTie, limit), walk(tree, point) {}
    u32 number;
    NearCandidates near;
    NearestWalk walk;
  };
  u32 triangle_number(u32 index) const {
    return tree_.blocks[index / TriangleBlock::kLanes].items[index % TriangleBlock::kLanes].primitive();
  }

  void run_tree(std::span<const u32> numbers) {
    constexpr u32 kInTurns = 4;
    std::optional<Search> searches[kInTurns];
    std::optional<Search>* turns[kInTurns];
    u32 active = 0;
    for (std::optional<Search>& search : searches)
      if (start(search, numbers)) turns[active++] = &search;
    while (active > 0)
      for (u32 i = 0; i < active; ++i) {
        Search& search = **turns[i];
        if (search.walk.step(search.near)) {
          search.walk.prefetch();
          continue;
        }
        finish(search);
        if (!start(*turns[i], numbers)) turns[i] = turns[--active];
      }
  }

  // The next point that takes turns, if any; others are finished at once.
  bool start(std::optional<Search>& search, std::span<const u32>& numbers) {
    while (!numbers.empty()) {
      const u32 number = numbers.front();
      numbers = numbers.subspan(1);
      if (numbers.size() > 4) __builtin_prefetch(&points_[numbers[4]]);
      const Vec3d point = points_[number];
      if (!in_range(point)) {
        answers_[number] = invalid_answer<ClosestPoint>();
        continue;
      }
      prefetch(number);
      // A corner's distance is a bound; that of the triangle may be rounded, or underflow, in another way.
      const double known = seeded_ ? squared_length(point - seed_) * (1 + 1e-6) + 1e-300 : kInfinity;
      search.emplace(number, lesser(squared_limit(options_.max), known), tree_, point);
      if (!search->walk.is_far()) return search->walk.start(search->near), true;
      search_alone(number);
    }
    return false;
  }

  void finish(Search& search) {
    const double most = squared_limit(options_.max);
    if (search.near.too_many()) return search_alone(search.number);
    const std::span<const u32> candidates = search.near.indices();
    if (!candidates.empty()) seed_ = triangle_at(tree_, candidates[0]).a, seeded_ = true;
    if (!candidates.empty() && search.near.limit() < most)
      found(search.number, candidates);
    else
      choose(search.number, candidates);
  }
  // By their exact distances.
  void choose(u32 number, std::span<const u32> candidates) {
    NearestK nearest(1, squared_limit(options_.max));
    for (const u32 index : candidates)
      nearest.add(index, triangle_number(index), closest_on_triangle(points_[number], triangle_at(tree_, index)));
    finish(number, nearest.sorted());
  }
  void search_alone(u32 number) {
    NearestK nearest(1, squared_limit(options_.max));
    NearestWalk(tree_, points_[number]).run(nearest);
    finish(number, nearest.sorted());
  }

  void finish(u32 number, std::span<NearTriangle> found) {
    const Vec3d point = points_[number];
    if (found.empty()) {
      answers_[number] = nothing_within(options_, where_of(model_, point, options_));
      return;
    }
    if (found.size() > 1) sort_ties(tree_, point, found);
    if (found[0].feature != TriangleFeature::face)
      nearest(model_, point, options_, found[0], offset_of(tree_, point, found[0]), answers_[number]);
    else
      wait(number, point, found[0]);
  }

  // Offsets from faces are computed for four points at once.
  void wait(u32 number, Vec3d point, const NearTriangle& found) {
    const u32 lane = waiting_++, from = found.index % TriangleBlock::kLanes;
    numbers_[lane] = number, found_[lane] = found;
    const TriangleBlock& block = tree_.blocks[found.index / TriangleBlock::kLanes];
    for (int k = 0; k < 9; ++k) corners_[k][lane] = block.at[k][from];
    for (int k = 0; k < 3; ++k) places_[k][lane] = point[k];
    if (waiting_ < kTogether) return;
    waiting_ = 0;
    FaceOffsets all;
    offsets_(places_, corners_, all);
    for (u32 i = 0; i < kTogether; ++i) {
      const auto row = [&](const double(&rows)[3][4]) { return Vec3d{rows[0][i], rows[1][i], rows[2][i]}; };
      if ((all.known >> i & 1) != 0)
        put(i, {all.distance[i], row(all.normal), row(all.point), row(all.weights)});
      else
        put_alone(i);
    }
  }
  // Of one that is the nearest the feature may still be unknown.
  void put_alone(u32 lane) {
    NearTriangle& found = found_[lane];
    const Vec3d point = points_[numbers_[lane]];
    found.feature = closest_on_triangle(point, triangle_at(tree_, found.index)).feature;
    put(lane, offset_of(tree_, point, found));
  }
  void put(u32 lane, const PointOffset& offset) {
    const u32 number = numbers_[lane];
    nearest(model_, points_[number], options_, found_[lane], offset, answers_[number]);
  }

  const Model& model_;
  const BoxTree& tree_;
  const LeafCells* const cells_;
  const std::span<const Vec3d> points_;
  const ClosestOptions& options_;
  const std::span<ClosestPoint> answers_;
  Vec3d seed_{};
  bool seeded_ = false;
  std::vector<u32> left_;  // points that the cells leave to the tree

  static constexpr u32 kTogether = 4;
  const FaceOffsetsOf offsets_ = face_offsets();
  u32 waiting_ = 0;
  u32 numbers_[kTogether];
  NearTriangle found_[kTogether];
  double places_[3][kTogether];
  FourCorners corners_;
};

}  // namespace

Status closest(const Model& model, PointSpan points, std::span<ClosestPoint> answers, const ClosestOptions& options,
               const BatchOptions& how) {
  check(model, options);
  const std::span<const Vec3d> all = points;
  APART_ASSERT(answers.size() == all.size(), "as many answers as points are needed");
  if (how.progress) std::fill(answers.begin(), answers.end(), ClosestPoint{.status = Status::cancelled});
  const LeafCells* const cells = model.mesh().empty() ? nullptr : LeafCells::of(model, all.size());
  return run_points(all, how, [&](std::span<const u32> some) {
    if (!model.mesh().empty()) return NearestStream(model, cells, all, options, answers).run(some);
    for (const u32 i : some) answers[i] = in_range(all[i]) ? nothing_near() : invalid_answer<ClosestPoint>();
  });
}

Batch<ClosestPoint> closest(const Model& model, PointSpan points, const ClosestOptions& options,
                            const BatchOptions& how) {
  Batch<ClosestPoint> out{std::vector<ClosestPoint>(std::span<const Vec3d>(points).size())};
  out.status = closest(model, points, out.answers, options, how);
  return out;
}

}  // namespace apart
