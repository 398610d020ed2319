#include <apart/base/normalized.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/kernels/face_coordinates.hpp>
#include <apart/triangles/kernels/scale.hpp>
#include <apart/triangles/kernels/segment_kernel.hpp>
#include <apart/triangles/point_offset.hpp>
#include <limits>
#include <utility>

namespace apart::triangles {
namespace {

PointOffset from_edge(Vec3d p, const Triangle& t, int i) {
  const int next = (i + 1) % 3;
  const Vec3d d = t[next] - t[i];
  const double at = kernel::nearest_place(p - t[i], d);
  const kernel::Foot<double> foot(t[i], t[next], at);
  const Vec3d w = p - foot.end, plain = w - foot.rest * d;
  Normalized offset = normalized(plain);
  if (squared_length(plain) < kernel::kCancels * squared_length(w)) {
    const Vec3d across = to_doubles(cross(exact_difference(p, t[i]), exact_difference(t[next], t[i])));
    offset = {normalized(cross(d, across)).unit, normalized(across).length / normalized(d).length};
  }
  Vec3d weights{};
  weights[i] = 1 - at, weights[next] = at;
  return {offset.length, offset.unit, foot.point(d), weights};
}

// Inlined to the last product: points beside a surface all need it, and called one by one the products take a ninth of
// their time.
[[gnu::flatten]] kernel::CarefulHeight<double> careful_height(Vec3d p, const Triangle& t) { return {t.a, t.b, t.c, p}; }

PointOffset from_face(Vec3d p, const Triangle& t) {
  const Vec3d ab = t.b - t.a, ac = t.c - t.a, w = p - t.a;
  kernel::FaceCoordinates<double> at(ab, ac, w);
  double square = squared_length(at.normal);
  if (at.is_sliver(square, ab, ac)) {  // its normal cancels
    const kernel::FaceCoordinates<TwoDoubles> exact(exact_difference(t.b, t.a), exact_difference(t.c, t.a),
                                                    exact_difference(p, t.a));
    at.normal = to_doubles(exact.normal), at.height = double(exact.height);
    at.b = double(exact.b), at.c = double(exact.c);
    square = squared_length(at.normal);
  } else if (at.height_cancels(square, w)) {  // a small height does so too
    const kernel::CarefulHeight<double> careful = careful_height(p, t);
    at.normal = careful.normal, at.height = careful.height;
  }
  const double b = at.b / square, c = at.c / square, a = 1 - b - c;
  // Not over the face, to rounding: then the point is on its border. To set that coordinate to 0 and keep the others
  // would be wrong in a sliver, where they depend on it.
  if (lesser(a, lesser(b, c)) < 0) {
    PointOffset best{.distance = std::numeric_limits<double>::infinity(), .normal = {}, .point = {}, .weights = {}};
    for (const auto& [weight, opposite] : {std::pair(c, 0), std::pair(a, 1), std::pair(b, 2)})
      if (weight < 0)
        if (const PointOffset found = from_edge(p, t, opposite); found.distance < best.distance) best = found;
    return best;
  }
  const auto [unit, length] = normalized(at.normal);
  const Vec3d point = b == 1 ? t.b : c == 1 ? t.c : t.a + b * ab + c * ac;
  return {std::abs(at.height) / length, at.height < 0 ? -unit : unit, point, {a, b, c}};
}

PointOffset from_feature(Vec3d p, const Triangle& t, TriangleFeature feature) {
  if (feature == TriangleFeature::face) return from_face(p, t);
  const int number = static_cast<int>(feature), first_edge = static_cast<int>(TriangleFeature::ab);
  if (number >= first_edge) return from_edge(p, t, number - first_edge);
  const auto [unit, length] = normalized(p - t[number]);
  Vec3d weights{};
  weights[number] = 1;
  return {length, unit, t[number], weights};
}

}  // namespace

PointOffset offset_from(Vec3d p, const Triangle& t, TriangleFeature feature) {
  const Scale scale(larger(larger(abs(t.b - t.a), abs(t.c - t.a)), abs(p - t.a)), t.a);
  PointOffset out = scale.plain() ? from_feature(p, t, feature) : from_feature(scale.in(p), scale.in(t), feature);
  if (!scale.plain()) out.distance = scale.out_length(out.distance), out.point = scale.out(out.point);
  if (!(out.distance > 0)) out.normal = normalized(exact_area_vector(t.a, t.b, t.c)).unit;
  return out;
}

}  // namespace apart::triangles
