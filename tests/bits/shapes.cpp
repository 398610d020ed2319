// Rows of apart_bits for shapes and convex hulls.
#include <apart/apart.hpp>
#include <apart/convex/features/feature_walk.hpp>
#include <apart/convex/polytope/manifold.hpp>
#include <apart/queries/ray.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {

// Pairs of one of `shapes` and one of `others`, and queries of one of `shapes`.
void ask_shapes(const char* kind, const std::vector<Shape>& shapes, const std::vector<Shape>& others) {
  const auto pairs = [&](const char* name, auto ask) {
    query(name, kind, [&](Random& random, Hash& hash) {
      const Shape& a = one_of(shapes, random);
      const Shape& b = one_of(others, random);
      return ask(a, meet(random, kShapeThing, kShapeThing), b, random, hash);
    });
  };
  pairs("collide", [](const Shape& a, const Pose& at, const Shape& b, Random&, Hash& hash) {
    const Collision x = collide(a, at, b);
    hash.add(x.colliding, x.a.piece, x.b.piece, x.status);
    return x.colliding;
  });
  pairs("within", [](const Shape& a, const Pose& at, const Shape& b, Random& random, Hash& hash) {
    const Within x = within(a, at, b, 0.25 * random.below(3));
    hash.add(x.within, x.a.piece, x.b.piece, x.status);
    return x.within;
  });
  pairs("distance", [](const Shape& a, const Pose& at, const Shape& b, Random&, Hash& hash) {
    const Distance x = signed_distance(a, at, b);
    add_points(hash, x);
    hash.add(x.at_least, x.at_most, x.normal, x.a.piece, x.b.piece);
    return x.distance > 0;
  });
  pairs("penetration", [](const Shape& a, const Pose& at, const Shape& b, Random&, Hash& hash) {
    const Penetration x = penetration(a, at, b);
    hash.add(x.depth, x.at_least, x.on_a, x.on_b, x.normal, x.a.piece, x.b.piece, x.status);
    return x.depth > 0;
  });
  pairs("span", [](const Shape& a, const Pose& at, const Shape& b, Random&, Hash& hash) {
    const Span x = span(a, at, b);
    add_points(hash, x);
    hash.add(x.at_most, x.a.piece, x.b.piece);
    return x.distance > 2;
  });
  pairs("cast", [](const Shape& a, const Pose& at, const Shape& b, Random& random, Hash& hash) {
    const Cast x = cast(a, at, b, 3 * random.in_ball());
    hash.add(x.hit, x.time, x.on_a, x.on_b, x.normal, x.a.piece, x.b.piece, x.status);
    return x.hit;
  });
  query("closest", kind, [&](Random& random, Hash& hash) {
    const Shape& shape = one_of(shapes, random);
    const ClosestPoint x = closest(shape, 1.5 * random.in_ball());
    hash.add(x.distance, x.point, x.normal, x.element.piece, x.status);
    return x.distance > 0;
  });
  query("inside", kind, [&](Random& random, Hash& hash) {
    const Shape& shape = one_of(shapes, random);
    const bool x = inside(shape, random.in_ball());
    hash.add(x);
    return x;
  });
  query("cast_ray", kind, [&](Random& random, Hash& hash) {
    const Shape& shape = one_of(shapes, random);
    const RayHit hit = cast(shape, some_ray(random, kShapeThing.middle));
    add_hit(hash, hit);
    return hit.hit;
  });
  query("farthest_vertex", kind,
        [&](Random& random, Hash& hash) { return ask_farthest(one_of(shapes, random), random, hash); });
  query("bounds", kind, [&](Random& random, Hash& hash) {
    const Shape& shape = one_of(shapes, random);
    hash.add(bounds(shape, random.pose(2)));
    return true;
  });
}

void ask_hulls(const Pieces& p) {
  const auto manifolds = [&](const char* kind, bool with_box) {
    query("manifold", kind, [&](Random& random, Hash& hash) {
      const u32 n = static_cast<u32>(p.hulls.size()) - 1;  // the last is the box
      const Polytope& core_a = p.hulls[with_box ? n : random.below(n)];
      const Polytope& core_b = p.hulls[random.below(n)];
      const RoundedPolytope a{core_a, random.chance(0.3) ? 0.1 : 0}, b{core_b, random.chance(0.3) ? 0.2 : 0};
      std::vector<ContactPoint> all;
      const Manifold x = manifold(a, meet(random, {{}, 0.75}, {{}, 0.75}), b, all, {.margin = 0.1});
      hash.add(x.status, x.distance, x.normal, x.count, x.reduced);
      for (const ContactPoint& c : all) hash.add(c.on_a, c.on_b, c.depth);
      return x.count > 0;
    });
  };
  manifolds("hulls", false);
  manifolds("flat-hulls", true);
  query("manifold", "hulls-with-a-slop", [&](Random& random, Hash& hash) {
    const u32 n = static_cast<u32>(p.hulls.size()) - 1;
    const RoundedPolytope a{p.hulls[random.below(n)]}, b{p.hulls[random.below(n)]};
    convex::FeatureMemory memory;
    Pose at = meet(random, {{}, 0.75}, {{}, 0.75});
    manifold(a, at, b, {.memory = &memory, .slop = 0.01});
    at.translation += 0.01 * random.in_ball();
    const Manifold x = manifold(a, at, b, {.memory = &memory, .slop = 0.01});
    hash.add(x.status, x.distance, x.normal, x.count, x.reduced);
    for (int i = 0; i < x.count; ++i) hash.add(x.points[i].on_a, x.points[i].on_b, x.points[i].depth);
    return x.status == Status::at_least;
  });
  const auto make = [](const char* kind, bool on_grid) {
    query(
        "make", kind,
        [&](Random& random, Hash& hash) {
          std::vector<Vec3d> points;
          for (u32 i = 4 + random.below(40); i > 0; --i) {
            const Vec3d v = random.in_ball();
            points.push_back(on_grid ? Vec3d{std::floor(4 * v.x), std::floor(4 * v.y), std::floor(4 * v.z)} : v);
          }
          const Polytope x = Polytope::make(points).value();
          for (const Vec3d& v : x.vertices()) hash.add(v);
          for (const Polytope::Face& side : x.faces()) hash.add(side.first_edge, side.edge_count, side.plane.normal);
          for (const Polytope::HalfEdge& e : x.half_edges()) hash.add(e.vertex, e.twin, e.next, e.face);
          hash.add(x.slack(), x.centre(), x.inscribed());
          return x.dimension() == 3;
        },
        2000);
  };
  make("hulls", false);
  make("flat-hulls", true);  // many coplanar points
}

}  // namespace apart::bits
