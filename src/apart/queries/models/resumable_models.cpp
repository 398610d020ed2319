#include <apart/queries/models/by_traversal.hpp>
#include <apart/queries/resumable.hpp>

namespace apart {
namespace {

// A query of meshes that are not empty, at a usable pose.
template <class Answer, class Query, class Options, class Policy>
class StepsOfModels final : public Resumable<Answer>::Steps {
  static constexpr bool kHulls = std::is_same_v<typename Policy::Hulls, HullBounds>;

 public:
  StepsOfModels(const Model& a, const Pose& b_in_a, const Model& b, const Options& options, const auto&... of_query)
      : a_(a),
        b_(b),
        b_in_a_(b_in_a),
        options_(options),
        query_{{a_.mesh(), b_in_a, b_.mesh()}, of_query...},
        walk_(a_.tree(), b_in_a_, b_.tree(), query_, probe_) {}

  Answer resume(const Budget& budget) override {
    if (!answer_) {
      const bool over = run(budget);
      Options how = options_;
      // Whether one is inside the other is asked at the end; of a distance always, as what is proven depends on it.
      if constexpr (!std::is_same_v<Answer, Distance>) how.solid = how.solid && over;
      Answer out = answer_of(query_, {over, walk_.least_open_bound()}, a_, b_in_a_, b_, how);
      if (!over) {
        out.status = Status::unfinished;
        return out;
      }
      // Of the pairs that touch the one that the plain query names: it looks for them in another order, and is soon
      // over where there are some.
      if constexpr (std::is_same_v<Answer, Collision>)
        if (out.colliding && !out.contained) out = collide(a_, b_in_a_, b_, options_);
      answer_ = out;
    }
    return *answer_;
  }
  bool done() const override { return answer_.has_value(); }

 private:
  bool run(const Budget& budget) {
    if constexpr (kHulls)
      if (!hulls_ && !walk_.done()) {
        hulls_.emplace(hull_gap(a_, b_in_a_, b_));
        walk_.hulls().use(&*hulls_);
      }
    return walk_.run(budget);
  }

  Model a_, b_;
  Pose b_in_a_;
  Options options_;
  Query query_;
  NoProbe probe_;
  PairWalk<ModelTree, ModelTree, Query, Policy> walk_;
  std::optional<HullGap> hulls_;
  std::optional<Answer> answer_;
};

// What is known without a traversal.
template <class Answer>
class KnownAnswer final : public Resumable<Answer>::Steps {
 public:
  explicit KnownAnswer(const Answer& answer) : answer_(answer) {}
  Answer resume(const Budget&) override { return answer_; }
  bool done() const override { return true; }

 private:
  Answer answer_;
};

template <class Answer, class Query, class Policy, class Options>
Resumable<Answer> resumable(const Model& a, const Pose& b_in_a, const Model& b, Options options,
                            const auto&... of_query) {
  options.budget = {}, options.cache = nullptr;
  const std::optional<Pose> at = usable_pose(b_in_a);
  if (!at) return Resumable<Answer>(std::make_unique<KnownAnswer<Answer>>(invalid_answer<Answer>()));
  if (a.mesh().empty() || b.mesh().empty())
    return Resumable<Answer>(std::make_unique<KnownAnswer<Answer>>(Answer{.status = Status::nothing}));
  return Resumable<Answer>(
      std::make_unique<StepsOfModels<Answer, Query, Options, Policy>>(a, *at, b, options, of_query...));
}

}  // namespace

Resumable<Collision> resumable_collide(const Model& a, const Pose& b_in_a, const Model& b,
                                       const CollideOptions& options) {
  return resumable<Collision, CollideQuery, DefaultPolicy>(a, b_in_a, b, options);
}

Resumable<Within> resumable_within(const Model& a, const Pose& b_in_a, const Model& b, double tolerance,
                                   const CollideOptions& options) {
  check_tolerance(tolerance);
  return resumable<Within, WithinQuery, DefaultPolicy>(a, b_in_a, b, options, tolerance);
}

Resumable<Distance> resumable_distance(const Model& a, const Pose& b_in_a, const Model& b,
                                       const DistanceOptions& options) {
  check_options(options);
  return resumable<Distance, DistanceQuery, Distances>(a, b_in_a, b, options, options);
}

}  // namespace apart
