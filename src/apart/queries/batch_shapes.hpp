// Batches of pairs with a shape: a model and a shape, a shape and a model, two shapes. As those of two models in
// batch.hpp.
#pragma once
#include <apart/convex/collide_shapes.hpp>
#include <apart/convex/distance_shapes.hpp>
#include <apart/convex/penetration_shapes.hpp>
#include <apart/convex/span_shapes.hpp>
#include <apart/convex/within_shapes.hpp>
#include <apart/queries/batch.hpp>
#include <apart/queries/geometry.hpp>
#include <apart/queries/shape_model.hpp>

namespace apart {

template <class A, class B>
concept WithShape = Geometry<A> && Geometry<B> && !(kIsModel<A> && kIsModel<B>);

// One memory cannot serve several threads; answers are the same without.
template <class Options>
Options for_threads(Options options) {
  if constexpr (requires { options.memory; }) options.memory = nullptr;
  return options;
}

template <class A, class B>
requires WithShape<A, B>
auto collide(const A& a, Poses b_in_a, const B& b, const CollideOptionsFor<A, B>& options = {},
             const BatchOptions& how = {}) {
  const auto& first = as_geometry(a);
  const auto& second = as_geometry(b);
  return ask_each(b_in_a, how,
                  [&, options = for_threads(options)](const Pose& at) { return collide(first, at, second, options); });
}
template <class A, class B>
requires WithShape<A, B>
auto within(const A& a, Poses b_in_a, const B& b, double tolerance, const CollideOptionsFor<A, B>& options = {},
            const BatchOptions& how = {}) {
  const auto& first = as_geometry(a);
  const auto& second = as_geometry(b);
  return ask_each(b_in_a, how, [&, options = for_threads(options)](const Pose& at) {
    return within(first, at, second, tolerance, options);
  });
}
template <class A, class B>
requires WithShape<A, B>
auto distance(const A& a, Poses b_in_a, const B& b, const DistanceOptionsFor<A, B>& options = {},
              const BatchOptions& how = {}) {
  const auto& first = as_geometry(a);
  const auto& second = as_geometry(b);
  return ask_each(b_in_a, how,
                  [&, options = for_threads(options)](const Pose& at) { return distance(first, at, second, options); });
}
template <class A, class B>
requires WithShape<A, B>
auto span(const A& a, Poses b_in_a, const B& b, const SpanOptionsFor<A, B>& options = {},
          const BatchOptions& how = {}) {
  const auto& first = as_geometry(a);
  const auto& second = as_geometry(b);
  return ask_each(b_in_a, how,
                  [&, options = for_threads(options)](const Pose& at) { return span(first, at, second, options); });
}
inline Batch<Penetration> penetration(const Shape& a, Poses b_in_a, const Shape& b, const ShapeOptions& options = {},
                                      const BatchOptions& how = {}) {
  return ask_each(b_in_a, how,
                  [&, options = for_threads(options)](const Pose& at) { return penetration(a, at, b, options); });
}

}  // namespace apart
