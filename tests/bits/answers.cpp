// A hash over every bit of 10,000 results of each query, one line per query: machines, compilers and lane widths that
// give the same bits print the same lines.
//
//   apart_bits [--lanes 1|4|8]      all queries
//   apart_bits --each QUERY         each result of one query, to find the first that differs
//
// Lines have the query, its input, the number of results, how many of them are "yes" (a collision, a hit,
// an overlap: a query with a constant result would show nothing), and the hash.
#include <apart/apart.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/base/quaternion.hpp>
#include <apart/convex/polytope/manifold.hpp>
#include <apart/hierarchy/saved/model_bytes.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/farthest_vertex.hpp>
#include <apart/queries/hausdorff.hpp>
#include <apart/queries/local_depth.hpp>
#include <apart/queries/norms.hpp>
#include <apart/queries/ray.hpp>
#include <apart/queries/self.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <apart/queries/winding_number.hpp>
#include <apart/scene/near_pairs.hpp>
#include <cstdio>
#include <cstring>
#include <samples/generate.hpp>
#include <samples/plant.hpp>

#include "tests/bits/hashed_queries.hpp"

namespace apart {
namespace {

using bits::each_of, bits::Hash, bits::kAnswers, bits::query, bits::wanted_kind;

struct Thing {
  Vec3d middle;
  double radius;
};

// B so that the two are apart, touch or overlap, about as often; without any turn and on a grid now and then, where
// much is parallel and coplanar.
Pose meet(Random& random, const Thing& a, const Thing& b) {
  const bool on_grid = random.chance(0.2);
  const Mat3d rotation = on_grid ? Mat3d{} : random.rotation();
  const double reach = a.radius + b.radius;
  const auto step = [&] { return 0.25 * (static_cast<double>(random.below(9)) - 4); };
  const double share = random.uniform(0, 1.2);
  const Vec3d offset = on_grid ? Vec3d{step(), step(), step()} : share * reach * random.direction();
  return {rotation, a.middle + offset - rotation * b.middle};
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

constexpr Thing kShapeThing{{}, 0.75};  // of any shape

struct Pieces {
  std::vector<Model> models;
  std::vector<Thing> of_models;
  std::vector<Shape> shapes, tapered, with_tapered;  // the last: both
  std::vector<Polytope> hulls;
};

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

template <class Answer>
void add_points(Hash& hash, const Answer& x) {
  hash.add(x.distance, x.on_a, x.on_b, x.status);
}

bool ask_farthest(const auto& geometry, Random& random, Hash& hash) {
  Vec3d direction = random.direction();
  if (random.chance(0.2)) direction = {0, 0, random.chance(0.5) ? 1.0 : -1.0};
  const FarthestVertex x = farthest_vertex(geometry, direction);
  hash.add(x.along, x.point, x.element.triangle, static_cast<int>(x.element.feature), x.element.piece, x.status);
  return x.has_point();
}

void add_hit(Hash& hash, const RayHit& x) {
  hash.add(x.hit, x.front, x.t, x.point, x.normal, x.u, x.v, x.element.part, x.element.triangle, x.element.piece,
           static_cast<int>(x.element.feature), x.status);
}

// Some along an axis.
Ray some_ray(Random& random, Vec3d middle) {
  const Vec3d origin = middle + 2.0 * random.in_ball();
  Vec3d direction = middle + 0.75 * random.in_ball() - origin;
  if (random.chance(0.2)) direction = {0, 0, direction.z};
  const double end = random.chance(0.5) ? 1 : 2;
  return {origin, direction, random.chance(0.2) ? -1.0 : 0.0, end};
}

void ask_models(const Pieces& p) {
  const auto pairs = [&](const char* name, auto ask, u32 answers = kAnswers) {
    const auto one = [&](Random& random, Hash& hash) {
      const u32 n = static_cast<u32>(p.models.size()), i = random.below(n), j = random.below(n);
      return ask(p.models[i], meet(random, p.of_models[i], p.of_models[j]), p.models[j], random, hash);
    };
    query(name, "models", one, answers);
  };
  pairs("collide", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    const Collision x = collide(a, at, b, {.solid = random.chance(0.5)});
    hash.add(x.colliding, x.contained, x.a.triangle, x.b.triangle, x.status);
    return x.colliding;
  });
  pairs("collisions", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    const Collisions x = collisions(a, at, b);
    hash.add(x.pairs, x.status);
    for (std::size_t k = 0; k < std::min<std::size_t>(x.pairs.size(), 3); ++k) {
      const Meeting where = meeting(a, at, b, x.pairs[k]);
      hash.add(static_cast<int>(where.kind), where.p, where.q);
    }
    return !x.pairs.empty();
  });
  pairs("within", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    const double tolerance = 0.25 * random.below(3);
    const Within x = within(a, at, b, tolerance, {.solid = random.chance(0.5)});
    hash.add(x.within, x.contained, x.a.triangle, x.b.triangle, x.status);
    return x.within;
  });
  pairs("distance", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    DistanceOptions options{.solid = random.chance(0.25)};
    if (random.chance(0.2)) options.rel_error = 0.1;
    if (random.chance(0.2)) options.max = 0.5;
    const Distance x = distance(a, at, b, options);
    add_points(hash, x);
    hash.add(x.at_least, x.a.triangle, x.b.triangle, x.contained);
    return x.distance > 0;
  });
  pairs("span", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    const Span x = span(a, at, b);
    add_points(hash, x);
    const Beyond far = beyond(a, at, b, 2);
    hash.add(x.at_most, x.a.triangle, x.b.triangle, far.beyond, far.a.triangle, far.b.triangle);
    return far.beyond;
  });
  pairs("clash", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    const Clash x = clash(a, at, b, {.solid = random.chance(0.5), .tolerance = random.chance(0.5) ? 0 : 0.01});
    hash.add(static_cast<int>(x.state), x.contained, x.a.triangle, x.b.triangle, x.status);
    return x.state == Clash::State::clash;
  });
  pairs("intersection", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    const Intersection x = intersection(a, at, b);
    hash.add(x.pairs, x.length, static_cast<u64>(x.flat_pairs), x.box, x.witness);
    for (const Curve& curve : x.curves) hash.add(curve.points, curve.closed, curve.length);
    return !x.curves.empty();
  });
  pairs(
      "solid_intersection",
      [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
        if (!a.closed() || !b.closed()) return false;
        const SolidIntersection x = solid_intersection(a, at, b);
        hash.add(x.volume, x.area, x.at_least, x.at_most, x.status);
        for (const Vec3d& v : x.solid.vertices()) hash.add(v);
        for (const Face& f : x.solid.faces()) hash.add(f[0], f[1], f[2]);
        return x.volume > 0;
      },
      1000);
  pairs("contained", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    if (collide(a, at, b)) return false;
    const bool x = contained(a, at, b);
    hash.add(x);
    return x;
  });
  query("locate", "models", [&](Random& random, Hash& hash) {
    const u32 i = random.below(static_cast<u32>(p.models.size()));
    if (!p.models[i].closed()) return false;
    const Where x = locate(p.models[i], p.of_models[i].middle + 1.25 * random.in_ball());
    hash.add(static_cast<int>(x));
    return x == Where::inside;
  });
  query("winding_number", "models", [&](Random& random, Hash& hash) {
    const u32 i = random.below(static_cast<u32>(p.models.size()));
    const WindingNumber x = winding_number(p.models[i], p.of_models[i].middle + 1.25 * random.in_ball());
    hash.add(x.value, x.on_surface, x.status);
    return x.inside();
  });
  query("closest", "models", [&](Random& random, Hash& hash) {
    const u32 i = random.below(static_cast<u32>(p.models.size()));
    const bool solid = random.chance(0.5) && p.models[i].closed();
    const Vec3d far = random.chance(0.1) ? 1e5 * random.in_ball() : Vec3d{};
    const ClosestPoint x =
        closest(p.models[i], p.of_models[i].middle + far + 1.25 * random.in_ball(), {.solid = solid});
    hash.add(x.distance, x.point, x.normal, x.element.triangle, static_cast<int>(x.element.feature), x.weights,
             x.status);
    return x.distance < 0;
  });
  query("farthest_vertex", "models", [&](Random& random, Hash& hash) {
    return ask_farthest(p.models[random.below(static_cast<u32>(p.models.size()))], random, hash);
  });
  query("cast", "models", [&](Random& random, Hash& hash) {
    const u32 i = random.below(static_cast<u32>(p.models.size()));
    const Ray ray = some_ray(random, p.of_models[i].middle);
    const RayHit first = cast(p.models[i], ray);
    add_hit(hash, first);
    add_hit(hash, cast_last(p.models[i], ray));
    const RayHits all = cast_all(p.models[i], ray);
    hash.add(static_cast<u64>(all.hits.size()), cast_any(p.models[i], ray).hit);
    for (const RayHit& hit : all.hits) add_hit(hash, hit);
    return first.hit;
  });
  query(
      "hausdorff", "models",
      [&](Random& random, Hash& hash) {
        const u32 n = static_cast<u32>(p.models.size()), i = random.below(n), j = random.below(n);
        const Pose at = meet(random, p.of_models[i], p.of_models[j]);
        HausdorffOptions options{.directed = random.chance(0.3)};
        if (random.chance(0.3)) options.rel_error = 0.01;
        if (random.chance(0.1)) options.norm = random.chance(0.5) ? Norm::one : Norm::infinity;
        const Hausdorff x = hausdorff(p.models[i], at, p.models[j], options);
        add_points(hash, x);
        hash.add(x.at_least, x.at_most, x.a.triangle, x.b.triangle, x.from_b);
        return x.from_b;
      },
      2000);
  query(
      "norms", "models",
      [&](Random& random, Hash& hash) {
        const u32 n = static_cast<u32>(p.models.size()), i = random.below(n), j = random.below(n);
        const Pose at = meet(random, p.of_models[i], p.of_models[j]);
        const Norm norm = random.chance(0.5) ? Norm::one : Norm::infinity;
        const Distance x = distance(p.models[i], at, p.models[j], norm);
        add_points(hash, x);
        add_points(hash, span(p.models[i], at, p.models[j], norm));
        return x.distance > 0;
      },
      1000);
  query(
      "penetration", "models",
      [&](Random& random, Hash& hash) {
        const u32 n = static_cast<u32>(p.models.size()), i = random.below(n), j = random.below(n);
        const Pose at = meet(random, p.of_models[i], p.of_models[j]);
        if (!p.models[i].closed() || !p.models[j].closed()) return false;
        const Penetration x = penetration(p.models[i], at, p.models[j], {.budget = Budget::of_tests(2000)});
        hash.add(x.depth, x.at_least, x.on_a, x.on_b, x.normal, x.status);
        for (const RegionDepth& r : region_depths(p.models[i], at, p.models[j])) hash.add(r.depth, r.normal);
        for (const VertexDepth& v : vertex_depths(p.models[i], at, p.models[j])) hash.add(v.vertex, v.depth, v.exit);
        return x.depth > 0;
      },
      200);
  query("self_collisions", "models", [](Random& random, Hash& hash) {
    const Model soup = Model::make(generate::soup(random, 30)).value();
    const std::vector<TouchingPair> x = self_collisions(soup);
    hash.add(x);
    return !x.empty();
  });
  query("self_distance", "models", [](Random& random, Hash& hash) {
    const Distance x = self_distance(Model::make(generate::soup(random, 12, {.size = 0.1})).value());
    hash.add(x.distance), hash.add(x.on_a), hash.add(x.on_b);
    return x.distance > 0;
  });
  const auto tracked = [&](const char* name, bool front) {
    Tracker tracker(p.models[4], p.models[7], {.front = front});
    Pose at = Pose::shift({1.5, 0, 0});
    query(name, "models", [&](Random& random, Hash& hash) {
      const Vec3d tilt = 0.05 * random.in_ball();
      const Pose next = Pose{rotation_of(1.0, tilt.x, tilt.y, tilt.z), {}} * at;
      at = Pose::from_matrix(next.rotation, next.translation + 0.02 * random.in_ball()).value();
      if (length(at.translation) > 3) at.translation = {1.5, 0, 0};
      const Distance x = tracker.distance(at);
      // Where they touch, the pair of triangles and its points are any.
      hash.add(x.distance, x.distance > 0 ? x.on_a : Vec3d{}, tracker.collide(at).colliding,
               tracker.within(at, 0.1).within);
      return x.distance > 0;
    });
  };
  tracked("tracker", false);
  tracked("tracker_front", true);
}

// Pairs of one of `shapes` and one of `others`, and queries of one of `shapes`.
void ask_shapes(const char* kind, const std::vector<Shape>& shapes, const std::vector<Shape>& others) {
  const auto one_of = [](const std::vector<Shape>& from, Random& random) -> const Shape& {
    return from[random.below(static_cast<u32>(from.size()))];
  };
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

void ask_both(const Pieces& p) {
  const auto pairs = [&](const char* name, auto ask) {
    query(name, "model-shape", [&](Random& random, Hash& hash) {
      const u32 i = random.below(static_cast<u32>(p.models.size())),
                j = random.below(static_cast<u32>(p.shapes.size()));
      const Pose at = meet(random, p.of_models[i], kShapeThing);
      return ask(p.models[i], at, p.shapes[j], random, hash);
    });
  };
  pairs("collide", [](const Model& a, const Pose& at, const Shape& b, Random& random, Hash& hash) {
    const Collision x = collide(a, at, b, {.solid = random.chance(0.5)});
    hash.add(x.colliding, x.contained, x.b.piece, x.a.triangle, x.status);
    return x.colliding;
  });
  pairs("within", [](const Model& a, const Pose& at, const Shape& b, Random& random, Hash& hash) {
    const double tolerance = 0.25 * random.below(3);
    const Within x = within(a, at, b, tolerance, {.solid = random.chance(0.5)});
    hash.add(x.within, x.contained, x.b.piece, x.a.triangle, x.status);
    return x.within;
  });
  pairs("distance", [](const Model& a, const Pose& at, const Shape& b, Random&, Hash& hash) {
    const Distance x = distance(a, at, b);
    add_points(hash, x);
    hash.add(x.at_least, x.normal, x.b.piece, x.a.triangle, x.contained);
    return x.distance > 0;
  });
  pairs("span", [](const Model& a, const Pose& at, const Shape& b, Random&, Hash& hash) {
    const Span x = span(a, at, b);
    add_points(hash, x);
    hash.add(x.at_most, x.b.piece, x.a.triangle);
    return x.distance > 2;
  });
  // Hulls of points that are coplanar may differ on other machines, and the bounds by a rounding.
  query(
      "penetration", "model-shape",
      [&](Random& random, Hash& hash) {
        const u32 i = random.below(static_cast<u32>(p.models.size())),
                  j = random.below(static_cast<u32>(p.shapes.size()));
        const Pose at = meet(random, p.of_models[i], kShapeThing);
        if (!p.models[i].closed()) return false;
        const Penetration x = penetration(p.models[i], at, p.shapes[j], {.budget = Budget::of_tests(2000)});
        hash.add(x.depth > 0, x.at_least <= x.depth);
        return x.depth > 0;
      },
      40);
}

void ask_scenes() {
  query("near_pairs", "boxes", [](Random& random, Hash& hash) {
    std::vector<Bounds> boxes(24);
    for (Bounds& box : boxes) {
      const Vec3d at = random.in_box(2), size = random.in_box(0.5);
      box.add(at), box.add(at + size);
    }
    const std::vector<NearPair> x = near_pairs(boxes, 0.1);
    for (const NearPair& pair : x) hash.add(pair.a, pair.b, pair.gap);
    return x.size() > 3;
  });
  if (each_of && std::strcmp(each_of, "check") != 0) return;
  // Each pair of a plant's report is an answer.
  const generate::PlantBodies plant = generate::plant({.bodies = 3000, .triangles = 300000, .faults = 0.3});
  std::vector<std::pair<const Face*, Model>> models;
  std::vector<AssemblyPart> parts;
  for (const Body& body : plant.bodies) {
    auto at = std::find_if(models.begin(), models.end(), [&](auto& m) { return m.first == body.mesh.faces().data(); });
    if (at == models.end()) at = models.insert(at, {body.mesh.faces().data(), Model::make(body.mesh).value()});
    parts.push_back({body.name, {}, at->second, body.pose});
  }
  const CheckReport report = check(parts, {.clearance = 20, .solid = true, .measure_clear = true});
  query(
      "check", "plant",
      [&, k = std::size_t{0}](Random&, Hash& hash) mutable {
        const PairReport& x = report.pairs[k++];
        hash.add(x.a, x.b, x.distance, x.measured, x.on_a, x.on_b, x.triangle_pairs, x.curve_length, x.box);
        return x.bad();
      },
      static_cast<u32>(report.pairs.size()));
}

void ask_files(const Pieces& p) {
  const std::vector<Mesh> meshes = generated();
  query(
      "make", "meshes",
      [&, k = std::size_t{0}](Random&, Hash& hash) mutable {
        const Mesh& mesh = meshes[k++];
        for (const Vec3d& v : mesh.vertices()) hash.add(v);
        for (const Face& f : mesh.faces()) hash.add(f[0], f[1], f[2]);
        return p.models[k - 1].closed();
      },
      static_cast<u32>(meshes.size()));
  query(
      "make", "trees",
      [&, k = std::size_t{0}](Random&, Hash& hash) mutable {
        put_model(p.models[k++], [&](std::span<const std::byte> bytes) {
          for (std::byte b : bytes) hash.bits(static_cast<u64>(b));
          return true;
        });
        return true;
      },
      static_cast<u32>(p.models.size()));
}

}  // namespace
}  // namespace apart

int main(int argc, char** argv) {
  using namespace apart;
  for (int k = 1; k < argc; ++k) {
    if (std::strcmp(argv[k], "--each") == 0 && k + 1 < argc)
      each_of = argv[++k];
    else if (std::strcmp(argv[k], "--kind") == 0 && k + 1 < argc)
      wanted_kind = argv[++k];
    else if (std::strcmp(argv[k], "--lanes") == 0 && k + 1 < argc)
      use_lanes(static_cast<LaneWidth>(std::atoi(argv[++k])));
    else
      return std::fputs("usage: apart_bits [--lanes 1|4|8] [--each QUERY [--kind KIND]]\n", stderr), 2;
  }
  const Pieces pieces = make_pieces();
  ask_files(pieces);
  ask_models(pieces);
  ask_shapes("shapes", pieces.shapes, pieces.shapes);
  ask_shapes("tapered", pieces.tapered, pieces.with_tapered);
  ask_hulls(pieces);
  ask_both(pieces);
  ask_scenes();
  bits::ask_motion();
}
