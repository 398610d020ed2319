#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/ask.hpp>
#include <apart/queries/tracker.hpp>

namespace apart {

struct Tracker::State {
  using Rule = LargestDiameter;
  struct Triangles {
    u32 a, b;
  };

  Model a, b;
  TrackerOptions options;
  Front<u32, u32, Rule::Memory> front{};
  std::optional<Triangles> nearest{}, touching{}, near{};
  u64 tests = 0;
  // Where the last walk for a distance ended, and how large that was when it had started from the roots.
  using DistanceWalk = PairWalk<ModelTree, ModelTree, DistanceQuery, Distances>;
  HullBounds::State<Rule::Memory>::Cut cut{}, next_cut{};
  std::size_t fresh_cut = 0;

  // What was apart is so again after a small motion, by the same planes. Each walk leaves a finer cut: when it has
  // grown by half, the next one starts anew.
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

  // Asks about last time's triangles, then about the rest.
  template <WalkPolicy Policy, PairQuery Query>
  WalkEnd run(const Pose& b_in_a, Query& query, const Budget& budget, const std::optional<Triangles>& first) {
    if (options.pairs && first) {
      ++tests;
      if (query.primitives(first->a, first->b) == Found::enough) return {};
    }
    NoProbe probe;
    const InOwnSpace<Obb<float>> space(a.tree().frame, b_in_a, b.tree().frame);
    const auto go = [&](auto& walk) {
      WalkEnd end;
      if constexpr (std::is_same_v<Query, DistanceQuery>) {
        const bool from_cut = options.pairs && query.exact() && !budget.limited();
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(walk)>, DistanceWalk>)
          end = from_cut ? run_from_cut(walk, b_in_a, query) : run_walk_with_hulls(walk, a, b_in_a, b, budget);
        else
          end = run_walk_with_hulls(walk, a, b_in_a, b, budget);
      } else {
        end = run_walk(walk, budget);
      }
      tests += walk.tests();
      return end;
    };
    if (!options.front) {
      PairWalk<ModelTree, ModelTree, Query, Policy> walk(a.tree(), space, b.tree(), query, probe);
      return go(walk);
    }
    PairWalk<ModelTree, ModelTree, Query, WithFront<Policy, decltype(front)>> walk(a.tree(), space, b.tree(), query,
                                                                                   probe, front);
    const WalkEnd end = go(walk);
    front.finish();
    return end;
  }
};

Tracker::Tracker(Model a, Model b, const TrackerOptions& options)
    : state_(new State{std::move(a), std::move(b), options}) {}
Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;

Collision Tracker::collide(const Pose& b_in_a, const CollideOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return collide(p, options); });
  State& s = *state_;
  const Collision out = ask_collide(s.a, b_in_a, s.b, options, [&](CollideQuery& query) {
    return s.run<DefaultPolicy>(b_in_a, query, options.budget, s.touching);
  });
  if (out.colliding && !out.contained) s.touching = {out.triangle_a, out.triangle_b};
  return out;
}

Within Tracker::within(const Pose& b_in_a, double tolerance, const CollideOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return within(p, tolerance, options); });
  State& s = *state_;
  const Within out = ask_within(s.a, b_in_a, s.b, tolerance, options, [&](WithinQuery& query) {
    return s.run<DefaultPolicy>(b_in_a, query, options.budget, s.near);
  });
  if (out.within && !out.contained) s.near = {out.triangle_a, out.triangle_b};
  return out;
}

Distance Tracker::distance(const Pose& b_in_a, const DistanceOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return distance(p, options); });
  State& s = *state_;
  const Distance out = ask_distance(s.a, b_in_a, s.b, options, [&](DistanceQuery& query) {
    return s.run<Distances>(b_in_a, query, options.budget, s.nearest);
  });
  if (out.has_points()) s.nearest = {out.triangle_a, out.triangle_b};
  return out;
}

Collisions Tracker::collisions(const Pose& b_in_a, std::size_t limit) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return collisions(p, limit); });
  State& s = *state_;
  return ask_collisions(s.a, b_in_a, s.b, limit,
                        [&](auto& query) { return s.run<DefaultPolicy>(b_in_a, query, Budget{}, std::nullopt); });
}

void Tracker::forget() {
  state_->front.clear();
  state_->cut.clear();
  state_->nearest = state_->touching = state_->near = std::nullopt;
}
std::size_t Tracker::front_size() const { return state_->front.size(); }
u64 Tracker::tests() const { return state_->tests; }
const Model& Tracker::a() const { return state_->a; }
const Model& Tracker::b() const { return state_->b; }

}  // namespace apart
