// Warm starts from the last triangles, cut and cache.
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/at_pose.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/contacts/near_pairs.hpp>
#include <apart/queries/models/by_traversal.hpp>
#include <apart/queries/models/clearance.hpp>
#include <apart/queries/models/penetration_models.hpp>
#include <apart/queries/tracker.hpp>
#include <apart/traversal/front_choice.hpp>
#include <apart/traversal/plane_front.hpp>
#include <optional>
#include <utility>

namespace apart {
namespace queries {

// Two models and what is remembered of them.
struct ModelTracker {
  using Rule = LargestDiameter;
  struct Triangles {
    u32 a, b;
  };

  Model a, b;
  TrackerOptions options;
  std::optional<Triangles> nearest{}, touching{}, near{};
  std::optional<Vec3d> separating{};  // a translation of B
  NearPairs near_pairs{};
  std::optional<Pose> contacts_at{};  // of the last contacts
  u64 tests = 0;
  // Where the last traversal for a distance ended, and how large that was when it had started from the roots.
  using DistanceWalk = PairWalk<ModelTree, ModelTree, DistanceQuery, Distances>;
  HullBounds::State<Rule::Memory>::Cut cut{}, next_cut{};
  std::size_t fresh_cut = 0;
  // Of collide and of within: the pairs that planes separated.
  struct Planes {
    PlaneFront<ModelTree, ModelTree> front{};
    FrontChoice choice{};
    bool skipped = false;  // was the last query answered without them?
  };
  Planes of_touching{}, of_near{};
  Clearance clearance{};  // of collide

  // Pairs that were apart are likely so again after a small motion, by the same planes. Each traversal leaves a finer
  // cut: when it has grown by half, the next one starts from the roots.
  WalkEnd run_from_cut(DistanceWalk& walk, const Pose& b_in_a, const DistanceQuery& query) {
    HullGap hulls = hull_gap(a, b_in_a, b);
    next_cut.clear();
    walk.hulls().use(&hulls);
    walk.hulls().keep_cut(next_cut);
    const bool fresh = cut.empty();
    if (!fresh) walk.start_from(cut);
    walk.run();
    std::swap(cut, next_cut);
    if (fresh) fresh_cut = cut.size();
    if (query.best.squared == 0 || 2 * cut.size() > 3 * fresh_cut) cut.clear();
    return {};
  }

  Placement<float> placement_at(const Pose& b_in_a) const {
    return placement<float>(a.tree().frame, b_in_a, b.tree().frame);
  }

  // Tests last time's triangles, then the rest. A front of distances is the cut, whose pairs keep the planes that
  // separated them, with the nearest triangles.
  template <WalkPolicy Policy, PairQuery Query>
  WalkEnd run(const Pose& b_in_a, Query& query, const Budget& budget, const std::optional<Triangles>& first) {
    constexpr bool distance = std::is_same_v<Query, DistanceQuery>;
    const bool start = options.pairs || (distance && options.front);
    if (start && first) {
      ++tests;
      if (query.primitives(first->a, first->b) == Found::enough) return {};
    }
    if constexpr (std::is_same_v<typename Query::Measure, Touching>)
      if (!budget.limited()) {
        tests += walk_touching(a.tree(), placement_at(b_in_a), b.tree(), kAnyWillDo<Query>, query).all();
        return {};
      }
    NoProbe probe;
    const InOwnSpace<Obb<float>> space(a.tree().frame, b_in_a, b.tree().frame);
    PairWalk<ModelTree, ModelTree, Query, Policy> walk(a.tree(), space, b.tree(), query, probe);
    WalkEnd end;
    if constexpr (distance) {
      const bool from_cut = start && query.exact() && !budget.limited();
      end = from_cut ? run_from_cut(walk, b_in_a, query) : run_walk_with_hulls(walk, a, b_in_a, b, budget);
    } else {
      end = run_walk(walk, budget);
    }
    tests += walk.tests();
    return end;
  }

  // Whether anything is within reach: last time's triangles, then volumes with a reach that shows for how long there is
  // nothing, then from the planes of the last queries, or from the roots.
  template <class Query>
  WalkEnd run_planes(Planes& planes, const Pose& b_in_a, Query& query, const Budget& budget,
                     const std::optional<Triangles>& first) {
    if (!options.front || budget.limited()) return run<DefaultPolicy>(b_in_a, query, budget, first);
    if (first) {
      ++tests;
      if (query.primitives(first->a, first->b) == Found::enough) return {};
    }
    if constexpr (std::is_same_v<Query, CollideQuery>)
      if (const double reach = clearance.reach(); reach > 0) {
        const Placement<float> at = placement_at(b_in_a);
        const bool farther = farther_apart(a.tree(), at, b.tree(), reach, tests);
        clearance.shown(reach, at, farther);
        if (farther) {
          planes.skipped = true;
          return {};
        }
      }
    // From the query before last B may have come far, of which planes know little.
    if (planes.choice.front() && !std::exchange(planes.skipped, false)) {
      const u64 tests_before = planes.front.tests(), before = planes.front.cost();
      if (planes.front.run(a.tree(), b_in_a, b.tree(), query, planes.choice.may_make())) {
        tests += planes.front.tests() - tests_before;
        if (planes.choice.from_front(planes.front.cost() - before, planes.front.cost_from_roots(), query.found()))
          planes.front.clear();
        return {};
      }
    }
    const WalkEnd end = run<DefaultPolicy>(b_in_a, query, budget, std::nullopt);
    planes.choice.from_roots(query.found());
    return end;
  }

  Collision collide(const Pose& b_in_a, const CollideOptions& how) {
    const Collision out = collide_by_traversal(a, b_in_a, b, how, [&](CollideQuery& query) {
      const bool remembers = options.front && !how.budget.limited();
      if (remembers && clearance.holds(b.tree().frame, b_in_a)) {
        of_touching.skipped = true;
        return WalkEnd{};
      }
      return run_planes(of_touching, b_in_a, query, how.budget, touching);
    });
    if (out.colliding && !out.contained) touching = {out.a.triangle, out.b.triangle};
    return out;
  }
  Within within(const Pose& b_in_a, double tolerance, const CollideOptions& how) {
    const Within out = within_by_traversal(a, b_in_a, b, tolerance, how, [&](WithinQuery& query) {
      return run_planes(of_near, b_in_a, query, how.budget, near);
    });
    if (out.within && !out.contained) near = {out.a.triangle, out.b.triangle};
    return out;
  }
  Distance distance(const Pose& b_in_a, const DistanceOptions& how) {
    const Distance out = distance_by_traversal(
        a, b_in_a, b, how, [&](DistanceQuery& query) { return run<Distances>(b_in_a, query, how.budget, nearest); });
    if (out.has_points()) nearest = {out.a.triangle, out.b.triangle};
    return out;
  }
  Collisions collisions(const Pose& b_in_a, std::size_t limit) {
    return collisions_by_traversal(
        a, b_in_a, b, limit, [&](auto& query) { return run<DefaultPolicy>(b_in_a, query, Budget{}, std::nullopt); });
  }
  // From a list of near pairs, as long as it holds them all. It is made to last for some queries more, by how far B
  // moved since the last one; where that is far, it would hold too many.
  Contacts contacts(const Pose& b_in_a, double tolerance, const ContactOptions& how) {
    constexpr double kQueries = 6, kFarShare = 0.05;
    const double size = lesser(a.tree().frame.radius, b.tree().frame.radius);
    const double moved =
        contacts_at ? farthest_moved(a, *contacts_at, b_in_a, b) : std::numeric_limits<double>::infinity();
    contacts_at = b_in_a;
    if (how.budget.limited() || a.mesh().empty() || b.mesh().empty())
      return apart::contacts(a, b_in_a, b, tolerance, how);
    if (!near_pairs.hold(a, b_in_a, b, tolerance)) {
      near_pairs = {};
      if (!(kQueries * moved <= kFarShare * size)) return apart::contacts(a, b_in_a, b, tolerance, how);
      near_pairs = queries::near_pairs(a, b_in_a, b, tolerance + kQueries * moved, tests);
    }
    return contacts_of_pairs(a, b_in_a, b, tolerance, [&](const std::function<void(u32, u32)>& test) {
      for (const NearPairs::Pair& pair : near_pairs.pairs) test(pair.a, pair.b);
      tests += near_pairs.pairs.size();
      return WalkEnd{};
    });
  }
  std::size_t remembered() const { return cut.size() + of_touching.front.size() + of_near.front.size(); }
  void forget() {
    near_pairs = {}, contacts_at = std::nullopt;
    cut.clear();
    of_touching = {}, of_near = {};
    clearance = {};
    nearest = touching = near = std::nullopt;
    separating = std::nullopt;
  }
};

}  // namespace queries

namespace {

template <class T>
const T& only(const Geometry& geometry, const char* otherwise) {
  const T* const out = std::get_if<T>(&geometry);
  APART_ASSERT(out, otherwise);
  return *out;
}

}  // namespace

struct Tracker::State {
  Geometry a, b;  // stay where they are in memory when the tracker is moved, as a PairCache requires
  std::optional<queries::ModelTracker> models{};
  PairCache cache{};

  template <class Options>
  Options with_cache(Options options) {
    options.cache = &cache;
    return options;
  }
};

Tracker::Tracker(Geometry a, Geometry b, const TrackerOptions& options)
    : state_(new State{std::move(a), std::move(b)}) {
  const Model *const of_a = std::get_if<Model>(&state_->a), *const of_b = std::get_if<Model>(&state_->b);
  if (of_a && of_b) state_->models.emplace(ModelTracker{*of_a, *of_b, options});
}
Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;

Collision Tracker::collide(const Pose& b_in_a, const CollideOptions& options) {
  State& s = *state_;
  if (!s.models) return apart::collide(s.a, b_in_a, s.b, s.with_cache(options));
  return at_pose(b_in_a, [&](const Pose& at) { return s.models->collide(at, options); });
}

Within Tracker::within(const Pose& b_in_a, double tolerance, const CollideOptions& options) {
  State& s = *state_;
  if (!s.models) return apart::within(s.a, b_in_a, s.b, tolerance, s.with_cache(options));
  return at_pose(b_in_a, [&](const Pose& at) { return s.models->within(at, tolerance, options); });
}

Distance Tracker::distance(const Pose& b_in_a, const DistanceOptions& options) {
  State& s = *state_;
  if (!s.models) return apart::distance(s.a, b_in_a, s.b, s.with_cache(options));
  return at_pose(b_in_a, [&](const Pose& at) { return s.models->distance(at, options); });
}

Collisions Tracker::collisions(const Pose& b_in_a, std::size_t limit) {
  APART_ASSERT(state_->models, "a shape has no triangles that touch");
  return at_pose(b_in_a, [&](const Pose& at) { return state_->models->collisions(at, limit); });
}

Distance Tracker::signed_distance(const Pose& b_in_a, const DistanceOptions& options) {
  State& s = *state_;
  constexpr const char* otherwise = "a model has no signed distance";
  return apart::signed_distance(only<Shape>(s.a, otherwise), b_in_a, only<Shape>(s.b, otherwise),
                                s.with_cache(options));
}

Penetration Tracker::penetration(const Pose& b_in_a, const PenetrationOptions& options) {
  State& s = *state_;
  if (!s.models) return apart::penetration(s.a, b_in_a, s.b, s.with_cache(options));
  return queries::penetration_from(s.models->separating, s.models->a, b_in_a, s.models->b, options);
}

Contacts Tracker::contacts(const Pose& b_in_a, double tolerance) { return contacts(b_in_a, tolerance, {}); }
Contacts Tracker::contacts(const Pose& b_in_a, double tolerance, const ContactOptions& options) {
  State& s = *state_;
  check_tolerance(tolerance);
  if (!s.models) return apart::contacts(s.a, b_in_a, s.b, tolerance, options);
  return at_pose(b_in_a, [&](const Pose& at) { return s.models->contacts(at, tolerance, options); });
}

void Tracker::forget() {
  state_->cache.clear();
  if (state_->models) state_->models->forget();
}
std::size_t Tracker::front_size() const { return state_->models ? state_->models->remembered() : 0; }
u64 Tracker::tests() const { return state_->models ? state_->models->tests : 0; }
const Geometry& Tracker::a() const { return state_->a; }
const Geometry& Tracker::b() const { return state_->b; }

}  // namespace apart
