// Warm starts from the last pieces, the front and the motion since.
#include <apart/base/stretch.hpp>
#include <apart/queries/at_pose.hpp>
#include <apart/queries/contacts/of_pairs.hpp>
#include <apart/queries/hulls/hull_queries.hpp>
#include <apart/queries/models/by_traversal.hpp>
#include <optional>

namespace apart {

using namespace queries;

namespace {}  // namespace

struct HullTracker::State {
  HullTree a, b;
  HullTrackerOptions options;
  HullFront front{};
  HullCounts counts{};
  OpenHullPairs open{};
  std::optional<Pose> last{};
  HullMotion motion{};
  double outside_until = -1;          // while the motion is less, neither is inside the other
  std::optional<HullPair> nearest{};  // the pair that gave the last distance
  std::optional<HullPair> found{};    // or the last "yes"

  HullFront* front_or_none() { return options.front ? &front : nullptr; }

  void move_to(const Pose& pose, double noise) {
    if (last && !(*last == pose)) {
      const decomposition::HullNode& root = b.arrays().nodes[0];
      const Displacement step = displacement(*last, pose, root.centre, root.radius);
      motion.turned += step.turned;
      motion.moved += step.farthest + 2 * noise;
      // Sums of many motions lose digits: begin anew in time.
      if (!(motion.moved < 1e3 * (root.radius + a.arrays().nodes[0].radius))) forget();
    }
    last = pose;
  }

  void forget() {
    front.clear();
    last.reset(), nearest.reset(), found.reset();
    motion = {}, outside_until = -1;
  }

  bool apart_for_sure() const { return motion.moved < outside_until; }

  template <class Query>
  WalkEnd walk(const HullPlacement& at, Query& query, const Budget& budget) {
    return HullWalk<Query>(at, query, options, front_or_none(), motion, counts, open, budget).run();
  }

  template <class First>
  WalkEnd find_first(const HullPlacement& at, First& query, const Budget& budget) {
    HullFirst<First> hulls{at, query};
    if (options.pieces && found) {
      const MarchResult again = at.test(*found, hulls.reach(), counts);
      HullPair pair = *found;
      pair.features = again.features;
      if (again.verdict == MarchVerdict::nearest && at.both_fixed(pair.a, pair.b, pair.features)) {
        if (hulls.resolved(pair, again)) return found = pair, WalkEnd{};
      } else if (again.verdict != MarchVerdict::beyond && at.side_to_open(pair) < 0) {
        if (hulls.leaves(pair, again)) return found = pair, WalkEnd{};
      }
    }
    const WalkEnd end = walk(at, hulls, budget);
    found.reset();
    if (query.answer.status == Status::exact && is_yes(query.answer))
      found = hulls.answer;
    else if (hulls.overlap)
      return run_walk(a.model(), at.b_in_a, b.model(), query, budget);
    return end;
  }
  static bool is_yes(const Collision& c) { return c.colliding; }
  static bool is_yes(const Within& w) { return w.within; }

  WalkEnd find_nearest(const HullPlacement& at, DistanceQuery& query, const Budget& budget) {
    HullDistance hulls{at, query};
    if (options.pieces && nearest) {
      const MarchResult again = at.test(*nearest, std::numeric_limits<double>::infinity(), counts);
      HullPair pair = *nearest;
      pair.features = again.features;
      if (again.verdict == MarchVerdict::nearest && at.both_fixed(pair.a, pair.b, pair.features))
        hulls.resolved(pair, again);
    }
    const WalkEnd end = walk(at, hulls, budget);
    nearest.reset();
    if (hulls.overlap || !hulls.finish()) return run_walk<Distances>(a.model(), at.b_in_a, b.model(), query, budget);
    if (std::isfinite(hulls.best_distance)) nearest = hulls.best;
    return end;
  }

  Collision collide(const Pose& b_in_a, CollideOptions how) {
    if (a.size() == 0 || b.size() == 0) return {.status = Status::nothing};
    const HullPlacement at(a, b_in_a, b);
    move_to(b_in_a, at.noise);
    how.solid = !apart_for_sure();
    return collide_by_traversal(a.model(), b_in_a, b.model(), how,
                                [&](CollideQuery& query) { return find_first(at, query, how.budget); });
  }
  Within within(const Pose& b_in_a, double tolerance, CollideOptions how) {
    check_tolerance(tolerance);
    if (a.size() == 0 || b.size() == 0) return {.status = Status::nothing};
    const HullPlacement at(a, b_in_a, b);
    move_to(b_in_a, at.noise);
    how.solid = !apart_for_sure();
    return within_by_traversal(a.model(), b_in_a, b.model(), tolerance, how,
                               [&](WithinQuery& query) { return find_first(at, query, how.budget); });
  }
  Distance distance(const Pose& b_in_a, DistanceOptions how) {
    check_options(how);
    if (a.size() == 0 || b.size() == 0) return {.status = Status::nothing};
    const HullPlacement at(a, b_in_a, b);
    move_to(b_in_a, at.noise);
    how.solid = !apart_for_sure();
    const Distance out = distance_by_traversal(
        a.model(), b_in_a, b.model(), how, [&](DistanceQuery& query) { return find_nearest(at, query, how.budget); });
    // No motion that is shorter than the distance leads through the other's surface.
    if (!out.contained && out.at_least > 0) outside_until = motion.moved + out.at_least - 4 * at.noise;
    return out;
  }

  Contacts contacts(const Pose& b_in_a, double tolerance, const ContactOptions& how) {
    check_tolerance(tolerance);
    if (a.size() == 0 || b.size() == 0) return {.status = Status::nothing};
    const HullPlacement at(a, b_in_a, b);
    move_to(b_in_a, at.noise);
    return contacts_of_pairs(a.model(), b_in_a, b.model(), tolerance, [&](const std::function<void(u32, u32)>& test) {
      const PlacedPair meshes{a.model().mesh(), b_in_a, b.model().mesh()};
      HullPairs pairs{at, meshes, tolerance, test};
      return walk(at, pairs, how.budget);
    });
  }
};

HullTracker::HullTracker(HullTree a, HullTree b, const HullTrackerOptions& options)
    : state_(new State{std::move(a), std::move(b), options}) {}
HullTracker::~HullTracker() = default;
HullTracker::HullTracker(HullTracker&&) noexcept = default;
HullTracker& HullTracker::operator=(HullTracker&&) noexcept = default;

Collision HullTracker::collide(const Pose& b_in_a, const CollideOptions& options) {
  return at_pose(b_in_a, [&](const Pose& at) { return state_->collide(at, options); });
}
Within HullTracker::within(const Pose& b_in_a, double tolerance, const CollideOptions& options) {
  return at_pose(b_in_a, [&](const Pose& at) { return state_->within(at, tolerance, options); });
}
Distance HullTracker::distance(const Pose& b_in_a, const DistanceOptions& options) {
  return at_pose(b_in_a, [&](const Pose& at) { return state_->distance(at, options); });
}

Contacts HullTracker::contacts(const Pose& b_in_a, double tolerance, const ContactOptions& options) {
  return at_pose(b_in_a, [&](const Pose& at) { return state_->contacts(at, tolerance, options); });
}

void HullTracker::forget() { state_->forget(); }
std::size_t HullTracker::front_size() const { return state_->front.size(); }
u64 HullTracker::tests() const { return state_->counts.tests; }
u64 HullTracker::steps() const { return state_->counts.steps; }
u64 HullTracker::fallbacks() const { return state_->counts.fallbacks; }
const HullTree& HullTracker::a() const { return state_->a; }
const HullTree& HullTracker::b() const { return state_->b; }

namespace {

HullTracker untracked(const HullTree& a, const HullTree& b) {
  return HullTracker(a, b, {.pieces = false, .front = false});
}

}  // namespace

Collision collide(const HullTree& a, const Pose& b_in_a, const HullTree& b, const CollideOptions& options) {
  return untracked(a, b).collide(b_in_a, options);
}
Within within(const HullTree& a, const Pose& b_in_a, const HullTree& b, double tolerance,
              const CollideOptions& options) {
  return untracked(a, b).within(b_in_a, tolerance, options);
}
Distance distance(const HullTree& a, const Pose& b_in_a, const HullTree& b, const DistanceOptions& options) {
  return untracked(a, b).distance(b_in_a, options);
}

Contacts contacts(const HullTree& a, const Pose& b_in_a, const HullTree& b, double tolerance,
                  const ContactOptions& options) {
  return untracked(a, b).contacts(b_in_a, tolerance, options);
}

}  // namespace apart
