// Answers of the C++ queries at random inputs, for tests/bits_test.py to compare with those of the Python module, bit
// by bit.
//
//   python_reference FOLDER [CALLS [all]]
//
// writes the models, one file of inputs (records of the same size) and one of answers for each query. What an answer
// consists of is written down here once more, so that a field that the module lacks or confuses is seen.
#include <apart/apart.hpp>
#include <apart/decompose/decompose.hpp>
#include <apart/motion/deforming/deforming_queries.hpp>
#include <apart/motion/impact.hpp>
#include <apart/motion/next_event.hpp>
#include <apart/queries/closest_triangles.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/farthest_vertex.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <apart/queries/local_depth.hpp>
#include <apart/queries/norms.hpp>
#include <apart/queries/winding_number.hpp>
#include <apart/scene/many.hpp>
#include <apart/world/broad_phase.hpp>
#include <apart/world/schedule.hpp>
#include <apart/world/world.hpp>
#include <cstdio>
#include <cstring>
#include <samples/generate.hpp>

namespace apart {
namespace {

// The bits of answers, field by field.
struct Bits {
  std::string out;

  template <class... T>
  Bits& operator()(const T&... parts) {
    return (put(parts), ...), *this;
  }

 private:
  void raw(const void* p, std::size_t n) { out.append(static_cast<const char*>(p), n); }
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void put(T x) { raw(&x, sizeof x); }
  void put(const Vec3d& v) { (*this)(v.x, v.y, v.z); }
  template <class T>
  void put(const std::vector<T>& all) {
    (*this)(all.size());
    for (const T& x : all) put(x);
  }
  template <std::size_t n>
  void put(const std::array<u32, n>& all) {
    for (u32 x : all) put(x);
  }
  void put(const ElementId& e) { (*this)(e.part, e.triangle, e.piece, e.feature); }
  void put(const Bounds& b) { (*this)(b.low, b.high); }
  void put(const Inside& i) { (*this)(i.which, i.whole); }
  void put(const Collision& x) { (*this)(x.colliding, x.contained, x.a, x.b, x.status); }
  void put(const Within& x) { (*this)(x.within, x.contained, x.a, x.b, x.status); }
  void put(const Distance& x) {
    (*this)(x.distance, x.at_least, x.at_most, x.on_a, x.on_b, x.normal, x.a, x.b, x.contained, x.status);
  }
  void put(const Span& x) { (*this)(x.distance, x.at_most, x.on_a, x.on_b, x.a, x.b, x.status); }
  void put(const Beyond& x) { (*this)(x.beyond, x.a, x.b, x.status); }
  void put(const Penetration& x) { (*this)(x.depth, x.at_least, x.on_a, x.on_b, x.normal, x.a, x.b, x.status); }
  void put(const Clash& x) { (*this)(x.state, x.contained, x.inside, x.a, x.b, x.status); }
  void put(const Cast& x) { (*this)(x.hit, x.time, x.on_a, x.on_b, x.normal, x.a, x.b, x.status); }
  void put(const RayHit& x) { (*this)(x.hit, x.front, x.t, x.point, x.normal, x.u, x.v, x.element, x.status); }
  void put(const AnyHit& x) { (*this)(x.hit, x.status); }
  void put(const RayHits& x) { (*this)(x.hits, x.status); }
  void put(const BothWays& x) { (*this)(x.ahead, x.behind); }
  void put(const ClosestPoint& x) { (*this)(x.distance, x.point, x.normal, x.element, x.weights, x.status); }
  void put(const FarthestVertex& x) { (*this)(x.along, x.point, x.element, x.status); }
  void put(const WindingNumber& x) { (*this)(x.value, x.on_surface, x.method, x.status); }
  void put(const Hausdorff& x) {
    (*this)(x.distance, x.at_least, x.at_most, x.on_a, x.on_b, x.a, x.b, x.from_b, x.status);
  }
  void put(const HausdorffAbove& x) { (*this)(x.above, x.at_least, x.at_most, x.on_a, x.on_b, x.a, x.b, x.status); }
  void put(const TouchingPair& x) { (*this)(x.triangle_a, x.triangle_b, x.part_a, x.part_b); }
  void put(const Collisions& x) { (*this)(x.pairs, x.status); }
  void put(const triangles::Meeting& x) { (*this)(x.kind, x.p, x.q); }
  void put(const Curve& x) { (*this)(x.points, x.closed, x.length); }
  void put(const Intersection& x) { (*this)(x.curves, x.pairs, x.length, x.flat_pairs, x.box, x.witness, x.status); }
  void put(const SolidIntersection& x) {
    (*this)(x.solid.vertices().size(), x.solid.faces().size());
    raw(x.solid.vertices().data(), x.solid.vertices().size_bytes());
    raw(x.solid.faces().data(), x.solid.faces().size_bytes());
    (*this)(x.volume, x.area, x.at_least, x.at_most, x.status);
  }
  void put(const RegionDepth& x) { (*this)(x.depth, x.normal, x.area, x.low, x.high); }
  void put(const VertexDepth& x) { (*this)(x.of_b, x.vertex, x.at, x.exit, x.depth, x.triangle); }
  void put(const SurfaceFeature& x) { (*this)(x.kind, x.first, x.second); }
  void put(const Contact& x) { (*this)(x.distance, x.on_a, x.on_b, x.normal, x.feature_a, x.feature_b); }
  void put(const ContactPoint& x) { (*this)(x.on_a, x.on_b, x.depth); }
  void put(const ContactRegion& x) {
    put(static_cast<const RegionDepth&>(x));
    (*this)(x.points, x.piece_a, x.piece_b);
  }
  void put(const Impact& x) {
    (*this)(x.hit, x.touching, x.free_until, x.contact_by, x.on_a, x.on_b, x.normal, x.a, x.b, x.contained,
            x.least_clearance, x.clearance_at_least, x.nearest_at, x.status);
  }
  void put(const BoxPair& x) { (*this)(x.a, x.b); }
  void put(const DeformingImpact& x) {
    (*this)(x.hit, x.free_until, x.contact_by, x.distance, x.triangle_a, x.triangle_b, x.on_a, x.on_b, x.normal,
            x.status);
  }
  void put(const Contacts& x) { (*this)(x.contacts, x.overlaps, x.touching, x.contained, x.status); }
  void put(const Manifold& x) {
    (*this)(x.status, x.distance, x.normal, static_cast<std::size_t>(x.count));
    for (int i = 0; i < x.count; ++i) (*this)(x.points[i].on_a, x.points[i].on_b, x.points[i].depth);
    (*this)(x.count, x.reduced);
  }
  void put(const SeparationBound& x) { (*this)(x.length, x.translation); }
  void put(const PairDistance& x) { (*this)(x.a, x.b, x.distance); }
  void put(const PairWithin& x) { (*this)(x.a, x.b, x.within); }
  void put(const PairSpan& x) { (*this)(x.a, x.b, x.span); }
  void put(const NearPair& x) { (*this)(x.a, x.b, x.gap); }
  void put(const FirstContact& x) {
    (*this)(x.hit, x.free_until, x.contact_by, x.distance, x.on_a, x.on_b, x.normal, x.status);
  }
  void put(const Change& x) { (*this)(x.found, x.unchanged_until, x.changed_by); }
  void put(const NextEvent& x) { (*this)(x.now, x.change, x.back, x.status); }
  void put(const PairCollision& x) { (*this)(x.a, x.b, x.collision); }
  void put(const WorldRayHit& x) { (*this)(x.body, x.hit); }
  void put(const WorldClosest& x) { (*this)(x.body, x.closest); }
  void put(const WorldImpact& x) { (*this)(x.a, x.b, x.impact); }
  void put(const PostureCollision& x) { (*this)(x.colliding, x.a, x.b, x.status); }
  void put(const BodyContact& x) { (*this)(x.on_a, x.on_b, x.normal, x.distance); }
  void put(const PairContacts& x) { (*this)(x.a, x.b, x.contacts, x.status); }
  void put(const ScheduleStep& x) { (*this)(x.colliding, x.distances, x.box_tests); }
  void put(const DecompositionBounds& x) { (*this)(x.any, x.connected); }
  void put(const Decomposition& x) {
    (*this)(x.method, x.patch_of, x.first_face, x.faces, x.first_vertex, x.vertices, x.first_hull_face, x.hull_faces,
            x.source);
  }
};

// One call: which bodies, where, and what else the query takes.
struct Input {
  u32 a = 0, b = 0;
  Pose at, world;
  Vec3d v, w;
  double x = 0;
};
static_assert(sizeof(Input) == 8 + 2 * 96 + 48 + 8);

std::vector<Model> models;
std::vector<Shape> shapes;
std::string folder;
u32 calls = 0;
bool all_calls = false;                // of slow queries too
constexpr double kOfOneModel = 0.001;  // there are only six of them

template <class Answer>
std::string bits_of(const Answer& answer) {
  return Bits()(answer).out;
}

// query(input) for `share` of the calls, with bodies of these kinds: 'm' and 's'.
template <class Query>
void write(const char* name, char kind_a, char kind_b, Query query, double share = 1) {
  std::FILE* inputs = std::fopen((folder + "/" + name + ".inputs").c_str(), "wb");
  std::FILE* answers = std::fopen((folder + "/" + name + ".answers").c_str(), "wb");
  Random random(static_cast<u32>(std::strlen(name)) + static_cast<unsigned char>(name[0]));
  const u32 count = static_cast<u32>(all_calls && share > kOfOneModel ? calls : larger(6.0, calls * share));
  for (u32 i = 0; i < count; ++i) {
    Input in;
    const auto pick = [&](char kind) {
      return kind == 'm' ? random.below(static_cast<u32>(models.size()))
                         : random.below(static_cast<u32>(shapes.size()));
    };
    in.a = static_cast<u32>(pick(kind_a)), in.b = static_cast<u32>(pick(kind_b));
    const bool on_grid = random.chance(0.2);
    in.at.rotation = on_grid ? Mat3d{} : random.rotation();
    const double share_of_reach = random.uniform(0, 2);
    const Vec3d direction = random.direction();
    in.at.translation = on_grid ? Vec3d{0.5, 0.25, 0.5} : share_of_reach * direction;
    in.world.rotation = random.rotation();
    in.world.translation = 10.0 * random.in_ball();
    in.v = 1.5 * random.in_ball(), in.w = random.direction();
    in.x = random.uniform(0, 1);
    const std::string bits = query(in);
    std::fwrite(&in, sizeof in, 1, inputs);
    const u32 size = static_cast<u32>(bits.size());
    std::fwrite(&size, sizeof size, 1, answers), std::fwrite(bits.data(), 1, size, answers);
  }
  std::fclose(inputs), std::fclose(answers);
}

void make_bodies() {
  const Mesh meshes[] = {
      generate::box({1, 1, 1}),         generate::rounded_box({1.5, 1, 0.5}, 0.2, 3),     generate::sphere(0.75, 80),
      generate::torus(0.7, 0.2, 16, 8), generate::rounded_box({0.2, 0.15, 0.1}, 0.05, 2), generate::spoon()};
  for (std::size_t i = 0; i < std::size(meshes); ++i) {
    const std::string path = folder + "/model" + std::to_string(i) + ".ply";
    if (!write_mesh(path, meshes[i])) std::exit(2);
    models.push_back(load(path).value());
  }
  shapes = {Ball{0.5},
            Box{{1, 1.5, 0.5}},
            Capsule{0.25, 1},
            Cylinder{0.4, 1},
            Cone{0.5, 1},
            Ellipsoid{{0.5, 0.3, 0.7}},
            TaperedCapsule{0.2, 0.4, 1},
            Shape(Box{{0.5, 0.5, 0.5}}, 0.1),
            Shape(Segment{{0, 0, 0}, {1, 0.5, 0}}),
            Shape(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 0.05)};
}

// Every pair that a query is defined for: m(odels) and s(hapes), and in the world.
template <class Query>
void write_pairs(const std::string& name, Query query, double share = 1) {
  const auto of = [&](const char* kinds, auto f) { write((name + "." + kinds).c_str(), kinds[0], kinds[1], f, share); };
  of("mm", [&](const Input& in) { return query(models[in.a], models[in.b], in); });
  of("ms", [&](const Input& in) { return query(models[in.a], shapes[in.b], in); });
  of("sm", [&](const Input& in) { return query(shapes[in.a], models[in.b], in); });
  of("ss", [&](const Input& in) { return query(shapes[in.a], shapes[in.b], in); });
}

template <class Query>
void write_models(const char* name, Query query, double share = 1) {
  write(
      name, 'm', 'm', [&](const Input& in) { return bits_of(query(models[in.a], models[in.b], in)); }, share);
}

template <class Query>
void write_shapes(const char* name, Query query, double share = 1) {
  write(
      name, 's', 's', [&](const Input& in) { return bits_of(query(shapes[in.a], shapes[in.b], in)); }, share);
}

Pose placed_b(const Input& in) { return in.world * in.at; }

void write_all_pairs() {
  const auto local = [](auto ask) {
    return [ask](const auto& a, const auto& b, const Input& in) { return bits_of(ask(a, in.at, b, in)); };
  };
  write_pairs("collide",
              local([](const auto& a, const Pose& p, const auto& b, const Input&) { return collide(a, p, b); }));
  write_pairs("collide_solid", local([](const auto& a, const Pose& p, const auto& b, const Input&) {
                return collide(a, p, b, {.solid = true});
              }));
  write_pairs("within", local([](const auto& a, const Pose& p, const auto& b, const Input& in) {
                return within(a, p, b, in.x);
              }));
  write_pairs("distance",
              local([](const auto& a, const Pose& p, const auto& b, const Input&) { return distance(a, p, b); }));
  write_pairs("distance_max", local([](const auto& a, const Pose& p, const auto& b, const Input& in) {
                return distance(a, p, b, {.max = in.x, .rel_error = 0.1});
              }));
  write_pairs("span", local([](const auto& a, const Pose& p, const auto& b, const Input&) { return span(a, p, b); }));
  const auto world = [](auto ask) {
    return [ask](const auto& a, const auto& b, const Input& in) { return bits_of(ask(a, in.world, b, placed_b(in))); };
  };
  write_pairs("world_collide",
              world([](const auto& a, const Pose& p, const auto& b, const Pose& q) { return collide(a, p, b, q); }));
  write_pairs("world_distance",
              world([](const auto& a, const Pose& p, const auto& b, const Pose& q) { return distance(a, p, b, q); }));
  write_pairs("world_span",
              world([](const auto& a, const Pose& p, const auto& b, const Pose& q) { return span(a, p, b, q); }));
  write_pairs("penetration", local([](const auto& a, const Pose& p, const auto& b, const Input&) {
                return penetration(a, p, b, {.rel_error = 0.5, .budget = Budget::of_tests(2000)});
              }),
              0.2);
  write_pairs("contacts",
              local([](const auto& a, const Pose& p, const auto& b, const Input&) { return contacts(a, p, b, 0.2); }),
              0.05);
  write_pairs("world_contacts", world([](const auto& a, const Pose& p, const auto& b, const Pose& q) {
                return contacts(a, p, b, q, 0.2);
              }),
              0.02);
  write_pairs(
      "impact",
      [](const auto& a, const auto& b, const Input& in) {
        return bits_of(impact(Geometry(a), Geometry(b), RigidMotion::line(in.at, 3.0 * in.v), {.clearance = false}));
      },
      0.05);
  write_pairs(
      "impact_turning",
      [](const auto& a, const auto& b, const Input& in) {
        return bits_of(impact(Geometry(a), RigidMotion::between(in.world, placed_b(in)), Geometry(b),
                              RigidMotion::still(in.world)));
      },
      0.01);
  write_pairs(
      "is_free",
      [](const auto& a, const auto& b, const Input& in) {
        return bits_of(is_free(Geometry(a), RigidMotion(), Geometry(b), RigidMotion::line(in.at, 3.0 * in.v)));
      },
      0.05);
  write_pairs(
      "next_event",
      [](const auto& a, const auto& b, const Input& in) {
        return bits_of(next_event(EventQuery::within, Geometry(a), RigidMotion(), Geometry(b),
                                  RigidMotion::line(in.at, 3.0 * in.v), {.distance = 0.01 + in.x, .from = 0.1}));
      },
      0.05);
  write_shapes("signed_distance",
               [](const Shape& a, const Shape& b, const Input& in) { return signed_distance(a, in.at, b); });
  write_shapes("world_signed_distance", [](const Shape& a, const Shape& b, const Input& in) {
    return signed_distance(a, in.world, b, placed_b(in));
  });
  write_shapes("manifold",
               [](const Shape& a, const Shape& b, const Input& in) { return manifold(a, in.at, b, {.margin = in.x}); });
  write_shapes("cast_shape",
               [](const Shape& a, const Shape& b, const Input& in) { return cast(a, in.at, b, 3.0 * in.v); });
  write_shapes("world_cast_shape", [](const Shape& a, const Shape& b, const Input& in) {
    return cast(a, in.world, b, placed_b(in), 3.0 * in.v);
  });
}

void write_all_models() {
  write_models("distance_one",
               [](const Model& a, const Model& b, const Input& in) { return distance(a, in.at, b, Norm::one); });
  write_models("span_infinity",
               [](const Model& a, const Model& b, const Input& in) { return span(a, in.at, b, Norm::infinity); });
  write_models("clash", [](const Model& a, const Model& b, const Input& in) { return clash(a, in.at, b); });
  write_models("world_clash",
               [](const Model& a, const Model& b, const Input& in) { return clash(a, in.world, b, placed_b(in)); });
  write_models("collisions", [](const Model& a, const Model& b, const Input& in) { return collisions(a, in.at, b); });
  write_models("meeting", [](const Model& a, const Model& b, const Input& in) { return meeting(a, in.at, b, {3, 5}); });
  write_models("contained", [](const Model& a, const Model& b, const Input& in) { return contained(a, in.at, b); });
  write_models("which_inside",
               [](const Model& a, const Model& b, const Input& in) { return which_inside(a, in.at, b); });
  write_models("beyond",
               [](const Model& a, const Model& b, const Input& in) { return beyond(a, in.at, b, 1 + 2 * in.x); });
  write_models(
      "hausdorff",
      [](const Model& a, const Model& b, const Input& in) { return hausdorff(a, in.at, b, {.rel_error = 0.01}); }, 0.2);
  write_models(
      "world_hausdorff",
      [](const Model& a, const Model& b, const Input& in) {
        return hausdorff(a, in.world, b, placed_b(in), {.directed = true, .rel_error = 0.01});
      },
      0.2);
  write_models(
      "hausdorff_above",
      [](const Model& a, const Model& b, const Input& in) { return hausdorff_above(a, in.at, b, in.x); }, 0.2);
  write_models(
      "intersection", [](const Model& a, const Model& b, const Input& in) { return intersection(a, in.at, b); }, 0.2);
  write_models(
      "world_intersection",
      [](const Model& a, const Model& b, const Input& in) { return intersection(a, in.world, b, placed_b(in)); }, 0.2);
  write_models(
      "solid_intersection",
      [](const Model& a, const Model& b, const Input& in) { return solid_intersection(a, in.at, b); }, 0.05);
  write_models(
      "region_depths", [](const Model& a, const Model& b, const Input& in) { return region_depths(a, in.at, b); }, 0.2);
  write_models(
      "vertex_depths", [](const Model& a, const Model& b, const Input& in) { return vertex_depths(a, in.at, b); }, 0.2);
  write_models("depth_since", [](const Model& a, const Model& b, const Input& in) {
    return depth_since(distance(a, in.at, b), in.at, Pose{in.at.rotation, in.at.translation - 0.5 * in.w});
  });
  write_models("separation_bound", [](const Model& a, const Model& b, const Input& in) {
    return separation_bound(a, in.world, b, placed_b(in));
  });
  write_models("separation_bound_touching", [](const Model& a, const Model& b, const Input& in) {
    return separation_bound(a, Pose{}, b, in.at, collisions(a, in.at, b).pairs);
  });
  write_models(
      "self_collisions", [](const Model& a, const Model&, const Input&) { return self_collisions(a); }, kOfOneModel);
  write_models(
      "self_distance", [](const Model& a, const Model&, const Input&) { return self_distance(a); }, kOfOneModel);
  write_models(
      "self_within", [](const Model& a, const Model&, const Input& in) { return self_within(a, in.x); }, kOfOneModel);
  write_models(
      "decompose", [](const Model& a, const Model&, const Input&) { return decompose(a).value(); }, kOfOneModel);
  write_models(
      "decomposition_bounds",
      [](const Model& a, const Model&, const Input&) { return decomposition_bounds(a).value(); }, kOfOneModel);
  write_models("world_box", [](const Model& a, const Model&, const Input& in) { return world_box(a, in.at); });
}

void write_all_motions() {
  const auto moving = [](const Triangle& t, Vec3d by) {
    return MovingTriangle::between(t, {t.a + by, t.b + by, t.c + by});
  };
  write_models("first_contact_point", [&](const Model& a, const Model& b, const Input& in) {
    const MovingTriangle t = moving(b.mesh().triangle(in.b % b.mesh().size()), in.w);
    return first_contact(MovingPoint{a.mesh().vertices()[0], in.v}, t);
  });
  write_models("first_contact_edge", [&](const Model& a, const Model& b, const Input& in) {
    const MovingTriangle s = moving(a.mesh().triangle(1), in.v), t = moving(b.mesh().triangle(2), in.w);
    return first_contact(MovingEdge{s.a, s.b}, MovingEdge{t.a, t.b}, {.clearance = in.x});
  });
  write_models("first_contact_triangle", [&](const Model& a, const Model& b, const Input& in) {
    return first_contact(moving(a.mesh().triangle(1), in.v), moving(b.mesh().triangle(2), in.w));
  });
}

void write_all_deforming() {
  const auto moved = [](const Model& m, Vec3d by) {
    std::vector<Vec3d> out(m.mesh().vertices().begin(), m.mesh().vertices().end());
    for (Vec3d& v : out) v += by;
    return out;
  };
  const auto two = [&](const Model& a, const Model& b, const Input& in, auto query) {
    DeformingModel x = DeformingModel::make(a.mesh()).value(), y = DeformingModel::make(b.mesh()).value();
    static_cast<void>(y.move(moved(b, in.at.translation)).value());
    y.start_step();
    static_cast<void>(y.move(moved(b, in.v)).value());
    return query(x, y);
  };
  const auto write_deforming = [&](const char* name, auto query) {
    write_models(
        name, [&](const Model& a, const Model& b, const Input& in) { return two(a, b, in, query); }, 0.05);
  };
  write_deforming("deforming_collide", [](const auto& x, const auto& y) { return collide(x, y); });
  write_deforming("deforming_within", [](const auto& x, const auto& y) { return within(x, y, 0.25); });
  write_deforming("deforming_distance", [](const auto& x, const auto& y) { return distance(x, y); });
  write_deforming("deforming_impact", [](const auto& x, const auto& y) { return impact(x, y); });
  write_deforming("deforming_self_impact", [](const auto&, const auto& y) { return self_impact(y); });
  write_deforming("deforming_self_collisions", [](const auto&, const auto& y) { return self_collisions(y); });
  std::vector<HullTree> trees;
  for (const Model& model : models) trees.push_back(HullTree::make(model).value());
  write(
      "hulls_collide", 'm', 'm', [&](const Input& in) { return bits_of(collide(trees[in.a], in.at, trees[in.b])); },
      0.5);
  write(
      "hulls_within", 'm', 'm', [&](const Input& in) { return bits_of(within(trees[in.a], in.at, trees[in.b], in.x)); },
      0.5);
  write(
      "hulls_contacts", 'm', 'm',
      [&](const Input& in) { return bits_of(contacts(trees[in.a], in.at, trees[in.b], 0.2)); }, 0.05);
  write(
      "hulls_distance", 'm', 'm', [&](const Input& in) { return bits_of(distance(trees[in.a], in.at, trees[in.b])); },
      0.5);
}

void write_all_points() {
  const auto ray = [&](const Input& in) { return Ray{in.v, in.w, -in.x, 3}; };
  write_models("closest.m", [](const Model& a, const Model&, const Input& in) { return closest(a, in.v); });
  write_models("closest_solid.m",
               [](const Model& a, const Model&, const Input& in) { return closest(a, in.v, {.solid = a.closed()}); });
  write_shapes("closest.s", [](const Shape& a, const Shape&, const Input& in) { return closest(a, in.v); });
  write_models("closest_triangles",
               [](const Model& a, const Model&, const Input& in) { return closest_triangles(a, in.v, 3); });
  write_models("triangles_within",
               [](const Model& a, const Model&, const Input& in) { return triangles_within(a, in.v, in.x); });
  write_models("inside.m", [](const Model& a, const Model&, const Input& in) { return inside(a, in.v); });
  write_shapes("inside.s", [](const Shape& a, const Shape&, const Input& in) { return inside(a, in.v); });
  write_models("locate", [](const Model& a, const Model&, const Input& in) { return locate(a, in.v); });
  write_models("winding_number", [](const Model& a, const Model&, const Input& in) { return winding_number(a, in.v); });
  write_models("farthest_vertex.m",
               [](const Model& a, const Model&, const Input& in) { return farthest_vertex(a, in.w); });
  write_shapes("farthest_vertex.s",
               [](const Shape& a, const Shape&, const Input& in) { return farthest_vertex(a, in.w); });
  write_models("cast.m", [&](const Model& a, const Model&, const Input& in) { return cast(a, ray(in)); });
  write_shapes("cast.s", [&](const Shape& a, const Shape&, const Input& in) { return cast(a, ray(in)); });
  write_models("cast_last", [&](const Model& a, const Model&, const Input& in) { return cast_last(a, ray(in)); });
  write_models("cast_any", [&](const Model& a, const Model&, const Input& in) { return cast_any(a, ray(in)); });
  write_models("cast_all", [&](const Model& a, const Model&, const Input& in) { return cast_all(a, ray(in)); });
  write_models("cast_both", [&](const Model& a, const Model&, const Input& in) {
    return cast_both(a, ray(in), {.sides = RaySides::front});
  });
  const auto bodies = [](const Input& in) {
    return std::vector<PlacedGeometry>{
        {models[in.a], in.world}, {shapes[0], in.world * in.at}, {models[in.b], Pose::shift(in.v)}};
  };
  write_models(
      "closest_pair", [&](const Model&, const Model&, const Input& in) { return closest_pair(bodies(in)); }, 0.2);
  write_models(
      "pairs_within", [&](const Model&, const Model&, const Input& in) { return pairs_within(bodies(in), 10 * in.x); },
      0.2);
  write_models(
      "greatest_span", [&](const Model&, const Model&, const Input& in) { return greatest_span(bodies(in)); }, 0.2);
  write_models(
      "box_pairs",
      [](const Model& a, const Model& b, const Input& in) {
        return box_pairs(std::vector{world_box(a, {}), world_box(b, in.at), world_box(b, in.world)});
      },
      0.2);
  write_models(
      "box_pairs_between",
      [](const Model& a, const Model& b, const Input& in) {
        return box_pairs_between(std::vector{world_box(a, {})},
                                 std::vector{world_box(b, in.at), world_box(b, in.world)});
      },
      0.2);
  write_models(
      "near_pairs",
      [](const Model& a, const Model& b, const Input& in) {
        return near_pairs(std::vector{world_box(a, {}), world_box(b, in.at), world_box(b, in.world)}, in.x);
      },
      0.2);
}

void write_all_worlds() {
  const auto write_world = [](const char* name, auto query, double share = 0.2) {
    write_models(
        name,
        [&](const Model& a, const Model& b, const Input& in) {
          const World world(std::vector<WorldBody>{{a}, {shapes[3], in.at}, {b, Pose::shift(in.v)}});
          return query(world, in);
        },
        share);
  };
  write_world("world.candidates", [](const World& w, const Input& in) { return w.candidates(in.x); });
  write_world("world.collisions", [](const World& w, const Input&) { return w.collisions(); });
  write_world("world.within", [](const World& w, const Input& in) { return w.within(in.x); });
  write_world("world.closest_pair", [](const World& w, const Input&) { return w.closest_pair(); });
  write_world(
      "world.contacts",
      [](const World& w, const Input&) {
        WorldMemory memory;
        return w.contacts(0.2, memory);
      },
      0.05);
  write_world("world.cast", [](const World& w, const Input& in) { return w.cast(Ray{in.v, in.w, -in.x, 3}); });
  write_world("world.closest", [](const World& w, const Input& in) { return w.closest(in.v); });
  write_world("world.overlapping", [](const World& w, const Input& in) { return w.overlapping(shapes[1], in.at); });
  write_world(
      "world.first_impact",
      [](const World& w, const Input& in) { return w.first_impact(shapes[0], RigidMotion::line(in.at, 3.0 * in.v)); },
      0.05);
  write_world(
      "world.first_impact_moving",
      [](const World& w, const Input& in) {
        return w.first_impact(std::vector<BodyMotion>{{1, RigidMotion::line(in.at, in.v)}});
      },
      0.05);
  write_world("world.collide_each", [](const World& w, const Input& in) {
    return w.collide_each(std::vector<Posture>{{{1}, {in.at}}, {{1}, {in.world}}});
  });
  write_world("world.moved", [](const World& w, const Input& in) {
    return w.moved(std::vector<BodyId>{2}, std::vector<Pose>{in.at}).collisions();
  });
  write_world("schedule", [](const World& w, const Input& in) {
    const std::vector<MotionBounds> bounds(3, {1, 0.5});
    PairSchedule schedule(w, 0, bounds);
    return schedule.advance(w.moved(std::vector<BodyId>{1}, std::vector<Pose>{in.world}), 20, bounds);
  });
}

}  // namespace
}  // namespace apart

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: python_reference FOLDER [CALLS]\n", stderr), 2;
  apart::folder = argv[1];
  apart::calls = argc > 2 ? static_cast<apart::u32>(std::atoi(argv[2])) : 10000;
  apart::all_calls = argc > 3;
  apart::make_bodies();
  apart::write_all_pairs();
  apart::write_all_models();
  apart::write_all_motions();
  apart::write_all_deforming();
  apart::write_all_points();
  apart::write_all_worlds();
}
