// Queries of two models that can be interrupted and resumed: run in slices of tests or of time, they take the same
// steps as in one go, and end with the same answer, bit for bit.
//   auto query = apart::resumable_distance(a, b_in_a, b);
//   while (!query.done()) {
//     const apart::Distance so_far = query.resume(apart::Budget::of_time(1ms));   // bounds that are proven
//     …
//   }
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <memory>

namespace apart {

// Keeps the models, and where the traversal was left: for one thread.
template <class Answer>
class Resumable {
 public:
  struct Steps {
    virtual ~Steps() = default;
    virtual Answer resume(const Budget& budget) = 0;
    virtual bool done() const = 0;
  };
  explicit Resumable(std::unique_ptr<Steps> steps) : steps_(std::move(steps)) {}

  // Continues until it is over, or the budget of this call is spent: then Status::unfinished, with what is known so
  // far. Once it is over, the answer again. At least one step is taken, unless the budget is of no tests.
  Answer resume(const Budget& budget = {}) { return steps_->resume(budget); }
  bool done() const { return steps_->done(); }

 private:
  std::unique_ptr<Steps> steps_;
};

// As collide(), within() and distance(), whose budgets are those of each call of resume() here; the budget and the
// cache of the options are not used. A distance uses the convex hulls of a model's nodes, which are computed in the
// slice in which the first query of the model needs them, however small its budget.
Resumable<Collision> resumable_collide(const Model& a, const Pose& b_in_a, const Model& b,
                                       const CollideOptions& options = {});
Resumable<Within> resumable_within(const Model& a, const Pose& b_in_a, const Model& b, double tolerance,
                                   const CollideOptions& options = {});
Resumable<Distance> resumable_distance(const Model& a, const Pose& b_in_a, const Model& b,
                                       const DistanceOptions& options = {});

}  // namespace apart
