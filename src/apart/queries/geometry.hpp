// What a question may be about: a Model, a Shape, or anything that makes a Shape, such as a Ball.
#pragma once
#include <apart/convex/shape_options.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>

namespace apart {

template <class T>
concept Geometry = std::same_as<T, Model> || std::convertible_to<const T&, Shape>;

template <class T>
inline constexpr bool kIsModel = std::same_as<T, Model>;

// A Model as it is, all else as the Shape it makes.
inline const Model& as_geometry(const Model& model) { return model; }
inline const Shape& as_geometry(const Shape& shape) { return shape; }
template <Geometry T>
Shape as_geometry(const T& solid) {
  return solid;
}

// The options of a question about two shapes are ShapeOptions; of all others those of models.
template <class A, class B, class OfModels>
using OptionsFor = std::conditional_t<kIsModel<A> || kIsModel<B>, OfModels, ShapeOptions>;
template <class A, class B>
using CollideOptionsFor = OptionsFor<A, B, CollideOptions>;
template <class A, class B>
using DistanceOptionsFor = OptionsFor<A, B, DistanceOptions>;
template <class A, class B>
using SpanOptionsFor = OptionsFor<A, B, SpanOptions>;

}  // namespace apart
