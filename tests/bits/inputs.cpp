#include "tests/bits/inputs.hpp"

#include <apart/base/quaternion.hpp>
#include <samples/generate.hpp>

namespace apart::bits {

Pose meet(Random& random, const Thing& a, const Thing& b) {
  const bool on_grid = random.chance(0.2);
  const Mat3d rotation = on_grid ? Mat3d{} : random.rotation();
  const double reach = a.radius + b.radius;
  const auto step = [&] { return 0.25 * (static_cast<double>(random.below(9)) - 4); };
  const double share = random.uniform(0, 1.2);
  const Vec3d offset = on_grid ? Vec3d{step(), step(), step()} : share * reach * random.direction();
  return {rotation, a.middle + offset - rotation * b.middle};
}

const Pose& Drift::next(Random& random) {
  const Vec3d tilt = 0.05 * random.in_ball();
  const Pose next = Pose{rotation_of(1.0, tilt.x, tilt.y, tilt.z), {}} * at_;
  at_ = Pose::from_matrix(next.rotation, next.translation + 0.02 * random.in_ball()).value();
  if (length(at_.translation) > 3) at_.translation = start_;
  return at_;
}

Ray some_ray(Random& random, Vec3d middle) {
  const Vec3d origin = middle + 2.0 * random.in_ball();
  Vec3d direction = middle + 0.75 * random.in_ball() - origin;
  if (random.chance(0.2)) direction = {0, 0, direction.z};
  const double end = random.chance(0.5) ? 1 : 2;
  return {origin, direction, random.chance(0.2) ? -1.0 : 0.0, end};
}

std::vector<Mesh> generated() {
  Random random(7);
  const Mesh gear =
      scaled(generate::gear({.teeth = 8, .module = 0.2, .width = 0.4, .bore = 0.3, .backlash = 0.05}), 1.0);
  return {generate::box({1, 1, 1}),
          generate::rounded_box({1.5, 1, 0.5}, 0.2, 3),
          generate::sphere(0.75, 80),
          generate::torus(0.7, 0.2, 16, 8),
          generate::wrinkled_torus(300),
          generate::bent_torus(300),
          generate::spiral_peg(500),
          generate::cup(500),
          generate::spoon(),
          gear,
          generate::soup(random, 150),
          generate::rounded_box({0.2, 0.15, 0.1}, 0.05, 2),  // fits into others
          placed(generate::height_field({2, 2, 0.5}, 8, 8), Pose::shift({-1, -1, 0})),
          placed(generate::rounded_box({1, 1, 1}, 0.3, 3), Pose::shift({4.5e6, 1.2e6, -300}))};
}

Pieces make_pieces() {
  Pieces out;
  for (const Mesh& mesh : generated()) {
    Bounds box;
    for (const Vec3d& v : mesh.vertices()) box.add(v);
    out.models.push_back(Model::make(mesh).value());
    out.of_models.push_back({box.centre(), 0.4 * length(box.size())});
  }
  Random random(3);
  const auto hull = [&](int points) {
    std::vector<Vec3d> all;
    for (int i = 0; i < points; ++i) all.push_back(random.chance(0.5) ? random.direction() : random.in_ball());
    return Polytope::make(all).value();
  };
  for (int points : {4, 6, 9, 16, 40, 90, 300}) out.hulls.push_back(hull(points));
  std::vector<Vec3d> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 0.5 : -0.5, i & 2 ? 0.75 : -0.75, i & 4 ? 0.25 : -0.25});
  out.hulls.push_back(Polytope::make(corners).value());
  const Shape box = Box{{1, 1.5, 0.5}}, ball = Ball{0.5};
  out.shapes = {Point{{0.1, 0.2, 0.3}},
                Segment{{-0.5, 0, 0.25}, {0.5, 0.5, 0}},
                Triangle{{-0.5, -0.5, 0}, {0.75, 0, 0.25}, {0, 0.75, 0}},
                box,
                ball,
                Capsule{.radius = 0.25, .length = 1},
                Cylinder{.radius = 0.5, .length = 1},
                Cone{.radius = 0.6, .length = 1},
                Ellipsoid{{0.75, 0.5, 0.25}},
                out.hulls[2],
                out.hulls[4],
                out.hulls[6],
                Shape(Box{{0.5, 0.5, 0.5}}, 0.2),
                Shape(out.hulls[3], 0.1),
                Shape(Cylinder{.radius = 0.3, .length = 0.5}, 0.1),
                compound({{Pose::shift({-0.5, 0, 0}), box}, {Pose::shift({0.5, 0.25, 0}), ball}}),
                HalfSpace{{0, 0.6, 0.8}, -0.25}};
  out.tapered = {TaperedCapsule{0.5, 0.25, 0.75}, TaperedCapsule{0, 0.4, 1}, TaperedCapsule{0.3, 0.301, 0.8},
                 Shape(TaperedCapsule{0.6, 0.1, 0.51}, 0.1)};
  out.with_tapered = out.shapes;
  out.with_tapered.insert(out.with_tapered.end(), out.tapered.begin(), out.tapered.end());
  return out;
}

}  // namespace apart::bits
