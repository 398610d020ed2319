// A model or a shape, which every query of a pair takes, and the forms in which such a query can be put.
#pragma once
#include <apart/base/relative.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/shape.hpp>
#include <concepts>
#include <variant>

namespace apart {

using Geometry = std::variant<Model, Shape>;

// Anything that a query takes: a Model, a Shape, what makes a Shape (such as a Ball), or a Geometry.
template <class T>
concept ModelOrShape = std::same_as<T, Model> || std::convertible_to<const T&, Shape>;
template <class T>
concept GeometryLike = ModelOrShape<T> || std::same_as<T, Geometry>;
// Pairs that are known only at run time to be models or shapes.
template <class A, class B>
concept WithGeometry = GeometryLike<A> && GeometryLike<B> &&(std::same_as<A, Geometry> || std::same_as<B, Geometry>);

// A Model as it is, all else as the Shape that it makes.
inline const Model& model_or_shape(const Model& model) { return model; }
inline const Shape& model_or_shape(const Shape& shape) { return shape; }
template <ModelOrShape T>
Shape model_or_shape(const T& solid) {
  return solid;
}

// visit(x, y) of what the two are, each a Model or a Shape.
template <GeometryLike A, GeometryLike B, class Visit>
auto visit_pair(const A& a, const B& b, Visit visit) {
  if constexpr (std::same_as<A, Geometry>)
    return std::visit([&](const auto& x) { return visit_pair(x, b, visit); }, a);
  else if constexpr (std::same_as<B, Geometry>)
    return std::visit([&](const auto& y) { return visit(model_or_shape(a), y); }, b);
  else
    return visit(model_or_shape(a), model_or_shape(b));
}

// The answer for A and B exchanged; in which frame its points are does not change.
template <class Answer>
Answer swapped(Answer answer) {
  if constexpr (requires { answer.a; }) std::swap(answer.a, answer.b);
  if constexpr (requires { answer.on_a; }) std::swap(answer.on_a, answer.on_b);
  if constexpr (requires { answer.normal; }) answer.normal = -answer.normal;
  return answer;
}

// The answer of query(x, y_in_x, y) at two world poses, in the world. A shape and a model are computed in the model's
// frame, where its triangles are as they were given.
template <GeometryLike A, GeometryLike B, class Query>
auto at_world_poses(const A& a, const Pose& a_in_world, const B& b, const Pose& b_in_world, Query query) {
  return visit_pair(a, b, [&]<class X, class Y>(const X& x, const Y& y) {
    if constexpr (std::same_as<X, Shape> && std::same_as<Y, Model>)
      return swapped(query_in_world(b_in_world, a_in_world, [&](const Pose& x_in_y) { return query(y, x_in_y, x); }));
    else
      return query_in_world(a_in_world, b_in_world, [&](const Pose& y_in_x) { return query(x, y_in_x, y); });
  });
}

}  // namespace apart
