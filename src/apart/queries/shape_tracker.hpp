// One pair with a shape that moves little from question to question: a model and a shape, a shape and a model, or two
// shapes. What Tracker is for two models. What is remembered is only where to look first: the answers are those of the
// plain functions, to rounding.
#pragma once
#include <apart/convex/collide_shapes.hpp>
#include <apart/convex/distance_shapes.hpp>
#include <apart/convex/penetration_shapes.hpp>
#include <apart/convex/within_shapes.hpp>
#include <apart/queries/geometry.hpp>
#include <apart/queries/shape_model.hpp>
#include <memory>

namespace apart {

// Not for several threads at once; make one for each.
//   apart::ShapeTracker pair(gear, tool);
//   for (const auto& pose : poses) gap = pair.distance(pose);
template <class A, class B>
class ShapeTracker {
  static_assert((std::same_as<A, Model> ||
                 std::same_as<A, Shape>)&&(std::same_as<B, Model> ||
                                           std::same_as<B, Shape>)&&!(kIsModel<A> && kIsModel<B>),
                "of two models there is Tracker");
  static constexpr bool kTwoShapes = !kIsModel<A> && !kIsModel<B>;

 public:
  ShapeTracker(A a, B b) : pair_(std::make_unique<Pair>(std::move(a), std::move(b))) {}

  auto collide(const Pose& b_in_a, const CollideOptionsFor<A, B>& options = {}) {
    return ask(options, [&](const auto&... more) { return apart::collide(pair_->a, b_in_a, pair_->b, more...); });
  }
  auto within(const Pose& b_in_a, double tolerance, const CollideOptionsFor<A, B>& options = {}) {
    return ask(options,
               [&](const auto&... more) { return apart::within(pair_->a, b_in_a, pair_->b, tolerance, more...); });
  }
  auto distance(const Pose& b_in_a, const DistanceOptionsFor<A, B>& options = {}) {
    return ask(options, [&](const auto&... more) { return apart::distance(pair_->a, b_in_a, pair_->b, more...); });
  }
  Penetration penetration(const Pose& b_in_a, const ShapeOptions& options = {}) requires kTwoShapes {
    return ask(options, [&](const auto&... more) { return apart::penetration(pair_->a, b_in_a, pair_->b, more...); });
  }

  void forget() { pair_->memory = {}; }  // as if new
  const A& a() const { return pair_->a; }
  const B& b() const { return pair_->b; }

 private:
  using Memory = std::conditional_t<kTwoShapes, ShapeCache, ShapeModelMemory>;
  struct Pair {  // stays where it is in memory when the tracker is moved: so a ShapeCache wants it
    Pair(A first, B second) : a(std::move(first)), b(std::move(second)) {}
    A a;
    B b;
    Memory memory{};
  };

  template <class Options, class Question>
  auto ask(Options options, Question question) {
    if constexpr (kTwoShapes) {
      options.memory = &pair_->memory;
      return question(options);
    } else {
      return question(options, &pair_->memory);
    }
  }

  std::unique_ptr<Pair> pair_;
};

template <Geometry A, Geometry B>
ShapeTracker(A, B)
    -> ShapeTracker<std::conditional_t<kIsModel<A>, Model, Shape>, std::conditional_t<kIsModel<B>, Model, Shape>>;

}  // namespace apart
