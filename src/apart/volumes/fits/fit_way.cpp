#include <apart/base/bounds.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/volumes/fits/fit_obb.hpp>
#include <apart/volumes/fits/fit_sphere.hpp>
#include <apart/volumes/fits/fit_way.hpp>
#include <apart/volumes/kinds/dual.hpp>

namespace apart::volumes {

Mat3d axes_by(BoxFit way, std::span<const Triangle> triangles) {
  const std::span<const Vec3d> points = corners(triangles);
  if (points.empty()) return {};
  const auto hull = [&] { return convex_hull(points).surface(); };
  switch (way) {
    case BoxFit::usual:
    case BoxFit::triangles:
    case BoxFit::children:
      return principal_axes(triangles);
    case BoxFit::vertices:
      return vertex_axes(points);
    case BoxFit::hull_corners:
      return corner_axes(hull());
    case BoxFit::hull_facets:
      return surface_axes(hull());
    case BoxFit::inertia:
      return inertia_axes(hull());
    case BoxFit::longest:
      return longest_axes(points);
    case BoxFit::shortest:
      return shortest_axes(points);
    case BoxFit::iterated:
      return iterated_axes(points);
    case BoxFit::searched:
      return searched_axes(points);
    case BoxFit::minimum:
      break;
  }
  return minimum_axes(hull());
}

Vec3d middle_by(BallFit way, std::span<const Vec3d> points) {
  switch (way) {
    case BallFit::ritter:
      return ritter_middle(points);
    case BallFit::spread:
      return spread_middle(points);
    case BallFit::refined:
      return refined_middle(points);
    case BallFit::minimum:
      return minimum_middle(points);
    case BallFit::usual:
    case BallFit::box_centre:
    case BallFit::obb_centre:
      break;
  }
  Bounds bounds;
  for (Vec3d p : points) bounds.add(p);
  return bounds.centre();
}

template <class T>
Obb<T> FitBy<Obb<T>>::of(const FitWay& way, std::span<const Triangle> triangles) {
  return obb_along<T>(axes_by(way.box, triangles), corners(triangles));
}

template <class T>
Sphere<T> FitBy<Sphere<T>>::of(const FitWay& way, std::span<const Triangle> triangles) {
  const std::span<const Vec3d> points = corners(triangles);
  return points.empty() ? Sphere<T>::nothing() : sphere_about<T>(middle_by(way.ball, points), points);
}

template <class T>
Dual<T> FitBy<Dual<T>>::of(const FitWay& way, std::span<const Triangle> triangles) {
  const std::span<const Vec3d> points = corners(triangles);
  if (points.empty()) return Dual<T>::nothing();
  const Obb<T> box = FitBy<Obb<T>>::of(way, triangles);
  if (way.ball == BallFit::obb_centre) return {sphere_about<T>(cast<double>(box.centre), points), by_extent(box)};
  const BallFit ball = way.ball == BallFit::usual ? BallFit::minimum : way.ball;
  return {sphere_about<T>(middle_by(ball, points), points), by_extent(box)};
}

template struct FitBy<Obb<float>>;
template struct FitBy<Obb<double>>;
template struct FitBy<Sphere<float>>;
template struct FitBy<Sphere<double>>;
template struct FitBy<Dual<float>>;
template struct FitBy<Dual<double>>;

}  // namespace apart::volumes
