// Rows of apart_bits for what moves.
#include <apart/motion/bsp/bsp_sweep.hpp>
#include <apart/motion/impact.hpp>
#include <apart/motion/next_event.hpp>
#include <apart/motion/triangles/first_contact.hpp>
#include <samples/generate.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {
namespace {

RigidMotion random_motion(Random& random, double reach, bool turning) {
  const Vec3d direction = random.direction(), aside = random.in_ball();
  const double share = random.uniform(1, 1.5);
  const Pose from{random.rotation(), share * reach * direction};
  const Vec3d to = 2.5 * reach * aside - from.translation;
  if (!turning) return RigidMotion::line(from, to - from.translation);
  return RigidMotion::between(from, {random.rotation(), to});
}

MovingPoint random_point(Random& random, bool on_grid) {
  const auto coordinate = [&] { return on_grid ? double(random.below(5)) - 2 : random.uniform(-1, 1); };
  MovingPoint out;
  for (int k = 0; k < 3; ++k) out.from[k] = coordinate();
  for (int k = 0; k < 3; ++k) out.to[k] = coordinate();
  return out;
}
MovingTriangle random_triangle(Random& random, bool on_grid) {
  MovingTriangle out;
  out.a = random_point(random, on_grid), out.b = random_point(random, on_grid), out.c = random_point(random, on_grid);
  return out;
}
bool add(Hash& hash, const FirstContact& x) {
  hash.add(x.hit, x.free_until, x.contact_by, x.distance, x.on_a, x.on_b, x.normal, x.status);
  return x.hit;
}

// Any kind of motion.
RigidMotion any_motion(Random& random) {
  const Pose from = random.pose(1);
  const Vec3d axis = random.direction();
  switch (random.below(4)) {
    case 0: {
      const Vec3d point = random.in_ball();
      const double angle = random.uniform(-20, 20);
      return RigidMotion::screw(from, point, axis, angle, random.uniform(-1, 1));
    }
    case 1: {
      std::vector<Pose> poses{from};
      for (int k = 0; k < 3; ++k) poses.push_back(random.pose(1));
      return RigidMotion::through(poses);
    }
    case 2: {
      const std::vector<Vec3d> shift{random.in_ball(), random.in_ball(), random.in_ball()};
      const std::vector<double> angle{random.uniform(-3, 3), random.uniform(-3, 3)};
      return RigidMotion::polynomial(from, shift, axis, angle);
    }
    default:
      return RigidMotion::between(from, random.pose(1));
  }
}

}  // namespace

void ask_motion() {
  const std::vector<Shape> shapes{Ball{0.5},
                                  Capsule{0.25, 1},
                                  Box{{1, 1.5, 0.5}},
                                  Cylinder{0.5, 1},
                                  Cone{0.6, 1},
                                  Ellipsoid{{0.75, 0.5, 0.25}},
                                  Triangle{{-0.5, -0.5, 0}, {0.75, 0, 0.25}, {0, 0.75, 0}},
                                  Shape(Box{{0.5, 0.5, 0.5}}, 0.2)};
  const std::vector<Model> models{
      Model::make(generate::box({1, 1, 1})).value(), Model::make(generate::torus(0.7, 0.2, 16, 8)).value(),
      Model::make(generate::sphere(0.75, 80)).value(), Model::make(generate::cup(500)).value()};
  const auto shape = [&](Random& random) -> const Shape& { return shapes[random.below(u32(shapes.size()))]; };
  const auto model = [&](Random& random) -> const Model& { return models[random.below(u32(models.size()))]; };
  for (const bool turning : {false, true}) {
    query("impact", turning ? "shapes-turning" : "shapes-straight", [&](Random& random, Hash& hash) {
      const Shape &a = shape(random), &b = shape(random);
      const Impact x = impact(a, b, random_motion(random, 1.5, turning), {.clearance = false});
      add_impact(hash, x);
      return x.hit;
    });
    query(
        "impact", turning ? "models-turning" : "models-straight",
        [&](Random& random, Hash& hash) {
          const Model &a = model(random), &b = model(random);
          const bool clearance = random.chance(0.2);
          const Impact x = impact(a, b, random_motion(random, 2, turning), {.clearance = clearance});
          add_impact(hash, x);
          return x.hit;
        },
        1000);
  }
  query(
      "next_event", "collide",
      [&](Random& random, Hash& hash) {
        const bool of_models = random.chance(0.5);
        const Geometry a = of_models ? Geometry(model(random)) : Geometry(shape(random)), b = shape(random);
        const NextEvent x =
            next_event(EventQuery::collide, a, {}, b, random_motion(random, 2, true), {.tolerance = 1e-6});
        for (const Change& c : {x.change, x.back}) hash.add(c.found, c.unchanged_until, c.changed_by);
        hash.add(x.now, x.status);
        return x.back.found;
      },
      300);
  for (const EventQuery what : {EventQuery::within, EventQuery::beyond}) {
    const bool is_within = what == EventQuery::within;
    query(
        "next_event", is_within ? "within" : "beyond",
        [&](Random& random, Hash& hash) {
          const Geometry a = random.chance(0.5) ? Geometry(model(random)) : Geometry(shape(random)), b = shape(random);
          const double from = random.uniform(0, 0.3);
          const NextEvent x = next_event(what, a, {}, b, random_motion(random, 2, true),
                                         {.distance = is_within ? 0.3 : 4, .from = from, .tolerance = 1e-6});
          for (const Change& c : {x.change, x.back}) hash.add(c.found, c.unchanged_until, c.changed_by);
          hash.add(x.now, x.status);
          return x.change.found;
        },
        300);
  }
  query(
      "impact", "model-shape",
      [&](Random& random, Hash& hash) {
        const Model& a = model(random);
        const Shape& b = shape(random);
        const RigidMotion motion_a = any_motion(random), motion_b = random_motion(random, 2, true);
        const Impact x = impact(a, motion_a, b, motion_b, {.within = 0.05, .clearance = random.chance(0.2)});
        add_impact(hash, x);
        return x.hit;
      },
      1000);
  std::vector<Shape> hulls;
  Random corners(7);
  for (const int count : {5, 8, 12, 30, 80}) {
    std::vector<Vec3d> points;
    for (int k = 0; k < count; ++k) points.push_back(corners.in_ball());
    hulls.push_back(Polytope::make(points).value());
  }
  for (const bool turning : {false, true})
    query("impact", turning ? "hulls-turning" : "hulls-straight", [&](Random& random, Hash& hash) {
      const Shape &a = hulls[random.below(5)], &b = hulls[random.below(5)];
      const Impact x = impact(a, b, random_motion(random, 1.5, turning), {.clearance = false});
      add_impact(hash, x);
      return x.hit;
    });
  query("is_free", "shapes", [&](Random& random, Hash& hash) {
    const Shape &a = shape(random), &b = shape(random);
    const RigidMotion motion_a = any_motion(random), motion_b = random_motion(random, 2, true);
    const bool x = is_free(a, motion_a, b, motion_b);
    hash.add(x);
    return x;
  });
  query("rigid_motion", "poses", [](Random& random, Hash& hash) {
    const RigidMotion x = any_motion(random);
    const double from = random.uniform(0, 0.5), to = random.uniform(0.5, 1);
    const Pose at = x.at(to);
    hash.add(at.rotation.rows[0], at.rotation.rows[1], at.rotation.rows[2], at.translation);
    const Vec3d centre = random.in_ball();
    const double move = x.farthest_move(centre, 0.3, from, to);
    hash.add(move, x.rounding(centre, 0.3));
    return move > 1;
  });
  query("first_contact", "vertex-face", [](Random& random, Hash& hash) {
    const bool grid = random.chance(0.3);
    const MovingPoint p = random_point(random, grid);
    return add(hash, first_contact(p, random_triangle(random, grid)));
  });
  query("first_contact", "edge-edge", [](Random& random, Hash& hash) {
    const bool grid = random.chance(0.3);
    MovingEdge e, f;
    e.a = random_point(random, grid), e.b = random_point(random, grid);
    f.a = random_point(random, grid), f.b = random_point(random, grid);
    return add(hash, first_contact(e, f));
  });
  query("first_contact", "triangles", [](Random& random, Hash& hash) {
    const bool grid = random.chance(0.3);
    const MovingTriangle s = random_triangle(random, grid);
    return add(hash, first_contact(s, random_triangle(random, grid)));
  });
  const BspTree level = BspTree::make(generate::torus(1, 0.3, 16, 8)).value();
  query("sweep", "bsp", [&](Random& random, Hash& hash) {
    const Shape& mover = shape(random);
    const Vec3d at = 3.0 * random.direction(), aim = random.in_box(2.5);
    const BspHit x = sweep(level, mover, {random.rotation(), at}, 1.5 * (aim - at));
    hash.add(x.hit, x.start_in_solid, x.time, x.point, x.plane.normal, x.plane.offset);
    return x.hit;
  });
}

}  // namespace apart::bits
