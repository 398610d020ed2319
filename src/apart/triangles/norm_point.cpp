// A ball of radius r of these norms is a cube or an octahedron; the distance is the least r at which it touches the
// triangle. Two convex polytopes are apart if and only if an axis separates them: a face normal of either, or a cross
// product of an edge of each. So the distance is the largest gap along these axes, in lengths of the dual norm. Where
// the ball touches, what remains of the triangle after clipping it by the ball is the set of nearest points.
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/norm_point.hpp>
#include <span>

namespace apart::triangles {
namespace {

constexpr Vec3d kCubeNormals[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
constexpr Vec3d kOctahedronNormals[] = {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
constexpr Vec3d kOctahedronEdges[] = {{1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};

// The unit ball of a norm: its face normals, for either side, and its edges. A cube's edges are its normals.
struct UnitBall {
  std::span<const Vec3d> normals, edges;
  Norm dual;
};
UnitBall unit_ball(Norm norm) {
  if (norm == Norm::infinity) return {kCubeNormals, kCubeNormals, Norm::one};
  return {kOctahedronNormals, kOctahedronEdges, Norm::infinity};
}

// How far the triangle is from the origin along an axis; not positive if the axis does not separate them.
double gap_along(Vec3d axis, const Triangle& t) {
  const double a = dot(axis, t.a), b = dot(axis, t.b), c = dot(axis, t.c);
  return larger(lesser(lesser(a, b), c), -larger(larger(a, b), c));
}

double separation(const Triangle& t, const UnitBall& ball) {
  double most = 0;
  const auto test = [&](Vec3d axis) {
    const double size = length(axis, ball.dual);
    if (size > 0) most = larger(most, gap_along(axis, t) / size);
  };
  for (Vec3d normal : ball.normals) test(normal);
  const Vec3d ab = t.b - t.a, bc = t.c - t.b, ca = t.a - t.c;
  for (Vec3d edge : ball.edges) test(cross(ab, edge)), test(cross(bc, edge)), test(cross(ca, edge));
  Vec3d normal = cross(ab, -ca);
  // The cross product of a sliver has few correct digits.
  if (!(squared_length(normal) > 1e-3 * squared_length(ab) * squared_length(ca)))
    normal = exact_area_vector(t.a, t.b, t.c);
  test(normal);
  return most;
}

// A convex polygon: a triangle that was cut by up to eight planes.
struct Polygon {
  Vec3d corners[12];
  int size = 0;

  // What lies at most `limit` along the normal.
  Polygon clipped(Vec3d normal, double limit) const {
    Polygon out;
    for (int i = 0; i < size; ++i) {
      const Vec3d p = corners[i], q = corners[i + 1 == size ? 0 : i + 1];
      const double over_p = dot(normal, p) - limit, over_q = dot(normal, q) - limit;
      if (over_p <= 0) out.corners[out.size++] = p;
      if ((over_p <= 0) != (over_q <= 0)) out.corners[out.size++] = p + over_p / (over_p - over_q) * (q - p);
    }
    return out;
  }
  Vec3d middle() const {
    Vec3d sum{};
    for (int i = 0; i < size; ++i) sum += corners[i];
    return sum / double(size);
  }
};

}  // namespace

NormPoint closest_in_norm(Vec3d p, const Triangle& triangle, Norm norm, double limit) {
  const Triangle t{triangle.a - p, triangle.b - p, triangle.c - p};
  const UnitBall ball = unit_ball(norm);
  const double least = separation(t, ball);
  if (least > limit) return {least, std::numeric_limits<double>::infinity(), {}};
  const double extent = larger(larger(length(t.a, norm), length(t.b, norm)), length(t.c, norm));
  // Rounding may have left the ball too small to reach the triangle.
  for (double more = 0x1p-51 * extent;; more *= 4) {
    Polygon left{{t.a, t.b, t.c}, 3};
    for (Vec3d normal : ball.normals)
      for (double side : {1.0, -1.0})
        if (left.size > 0) left = left.clipped(side * normal, least + more);
    if (left.size == 0 && more < extent) continue;
    const Vec3d at = left.size > 0 ? left.middle() : t.a;
    return {least, length(at, norm), p + at};
  }
}

}  // namespace apart::triangles
