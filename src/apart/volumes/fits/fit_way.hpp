// Ways to fit a volume to triangles, to be chosen at run time: the axes of oriented boxes, the centres of balls.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/volumes/volume.hpp>

namespace apart::volumes {

// The rows of fit_obb.hpp. `usual` is what Fit<V> does.
enum class BoxFit {
  usual,
  triangles,
  vertices,
  hull_corners,
  hull_facets,
  inertia,
  longest,
  shortest,
  iterated,
  searched,
  minimum,
  children  // of trees: inner nodes around the volumes of their children, of any volume
};
// The rows of fit_sphere.hpp, and the centre of the oriented box of the same content, for volumes that have one.
enum class BallFit { usual, box_centre, ritter, spread, refined, minimum, obb_centre };

struct FitWay {
  BoxFit box = BoxFit::usual;
  BallFit ball = BallFit::usual;

  bool usual() const { return box == BoxFit::usual && ball == BallFit::usual; }
};

// Hulls are those of the triangles' vertices; what bounds no solid falls back as fit_obb.hpp says.
Mat3d axes_by(BoxFit way, std::span<const Triangle> triangles);
Vec3d middle_by(BallFit way, std::span<const Vec3d> points);

// Volumes that can be fitted in several ways, over floats and doubles.
template <class T>
struct Obb;
template <class T>
struct Sphere;
template <class T>
struct Dual;

template <class V>
struct FitBy {
  static constexpr bool kSeveralWays = false;
};
template <class T>
struct FitBy<Obb<T>> {
  static constexpr bool kSeveralWays = true;
  static Obb<T> of(const FitWay& way, std::span<const Triangle> triangles);
};
template <class T>
struct FitBy<Sphere<T>> {
  static constexpr bool kSeveralWays = true;
  static Sphere<T> of(const FitWay& way, std::span<const Triangle> triangles);
};
template <class T>
struct FitBy<Dual<T>> {
  static constexpr bool kSeveralWays = true;
  static Dual<T> of(const FitWay& way, std::span<const Triangle> triangles);
};

// How many corners the hull of a content may have at most, for boxes of minimum volume: the search takes the square of
// its edges.
inline constexpr std::size_t kMostCornersOfMinimum = 100;

}  // namespace apart::volumes
