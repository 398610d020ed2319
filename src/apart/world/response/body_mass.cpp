#include <apart/shapes/mesh/mass.hpp>
#include <apart/shapes/tessellate.hpp>
#include <apart/world/response/body_mass.hpp>
#include <cmath>

namespace apart::world {
namespace {

constexpr double kPi = 3.14159265358979323846;

Mat3d diagonal(Vec3d d) { return {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}}; }

BodyMass of_mesh(const Mesh& mesh) {
  const Mass m = mass(mesh);
  if (m.of != Mass::Of::solid) return {};
  const double sign = m.volume < 0 ? -1 : 1;  // inside out
  BodyMass out{sign * m.volume, m.centroid, m.inertia};
  for (Vec3d& row : out.inertia.rows) row *= sign;
  return out;
}

BodyMass of_ball(Vec3d centre, double radius) {
  const double volume = 4 * kPi / 3 * radius * radius * radius, moment = 0.4 * volume * radius * radius;
  return {volume, centre, diagonal({moment, moment, moment})};
}

BodyMass of_capsule(const Segment& s, double r) {
  const Vec3d way = s.b - s.a;
  const double extent = length(way);
  const Vec3d u = way / extent;
  const double tube = kPi * r * r * extent, ends = 4 * kPi / 3 * r * r * r;
  const double along = tube * r * r / 2 + ends * 0.4 * r * r;
  const double across =
      tube * (r * r / 4 + extent * extent / 12) + ends * (0.4 * r * r + extent * extent / 4 + 0.375 * extent * r);
  BodyMass out{tube + ends, 0.5 * (s.a + s.b), {}};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) out.inertia(i, k) = (i == k ? across : 0) + (along - across) * u[i] * u[k];
  return out;
}

BodyMass of_shape(const Shape& shape) {
  const double r = shape.radius();
  if (const Point* p = std::get_if<Point>(&shape.core())) return of_ball(p->at, r);
  if (const Segment* s = std::get_if<Segment>(&shape.core()); s && s->a != s->b) return of_capsule(*s, r);
  if (const Box* box = std::get_if<Box>(&shape.core()); box && r == 0) {
    const Vec3d s = box->size;
    const double volume = s.x * s.y * s.z;
    return {
        volume, {}, diagonal(volume / 12 * Vec3d{s.y * s.y + s.z * s.z, s.x * s.x + s.z * s.z, s.x * s.x + s.y * s.y})};
  }
  if (shape.kind() == CoreKind::half_space) return {};
  return of_mesh(tessellated(shape, {}, {}));
}

}  // namespace

BodyMass body_mass(const Geometry& geometry, double density) {
  const Model* const model = std::get_if<Model>(&geometry);
  BodyMass out = model ? of_mesh(model->mesh()) : of_shape(std::get<Shape>(geometry));
  out.mass *= density;
  for (Vec3d& row : out.inertia.rows) row *= density;
  return out;
}

double size_of(const Geometry& geometry) {
  const double volume = body_mass(geometry, 1).mass;
  if (!(volume > 0)) return 0;
  // By Newton: the cube root of the C library need not be the same on every machine.
  double side = std::ldexp(1.0, std::ilogb(volume) / 3);
  for (int i = 0; i < 20; ++i) side = (2 * side + volume / (side * side)) / 3;
  return side;
}

Mat3d inverse_of(const Mat3d& m) {
  const Vec3d x = cross(m.rows[1], m.rows[2]), y = cross(m.rows[2], m.rows[0]), z = cross(m.rows[0], m.rows[1]);
  const double det = dot(m.rows[0], x);
  return Mat3d::from_columns(x / det, y / det, z / det);
}

}  // namespace apart::world
