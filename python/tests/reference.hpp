// What the sources of python_reference share: answers as bits, random inputs, files.
#pragma once
#include <apart/apart.hpp>
#include <apart/base/random.hpp>
#include <apart/broad/broad_phase.hpp>
#include <apart/decompose/decompose.hpp>
#include <apart/gpu/models.hpp>
#include <apart/motion/bsp/bsp_sweep.hpp>
#include <apart/motion/deforming/deforming_queries.hpp>
#include <apart/motion/impact.hpp>
#include <apart/motion/next_event.hpp>
#include <apart/queries/closest_triangles.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/farthest_vertex.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <apart/queries/local_depth.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/queries/norms.hpp>
#include <apart/queries/winding_number.hpp>
#include <apart/scene/many.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/world/distance_field.hpp>
#include <apart/world/particles.hpp>
#include <apart/world/schedule.hpp>
#include <apart/world/simulation.hpp>
#include <apart/world/time_critical.hpp>
#include <apart/world/world.hpp>
#include <cstdio>
#include <cstring>

namespace apart::reference {

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
  void put(const Mat3d& m) { (*this)(m.rows[0], m.rows[1], m.rows[2]); }
  void put(const Pose& p) { (*this)(p.rotation, p.translation); }
  void put(const PairBounds& x) { (*this)(x.a, x.b, x.at_least, x.at_most, x.tests, x.finished); }
  void put(const TimeCriticalAnswer& x) { (*this)(x.pairs, x.tests, x.status); }
  void put(const Bounce& x) { (*this)(x.time, x.body, x.point, x.normal); }
  void put(const Flight& x) { (*this)(x.pose, x.velocity, x.time_left, x.bounces, x.status); }
  void put(const Wrench& x) { (*this)(x.force, x.torque); }
  void put(const SimulatedContact& x) { (*this)(x.a, x.b, x.point, x.normal, x.distance, x.impulse); }
  void put(const SimulationCounts& x) { (*this)(x.steps, x.contacts, x.impacts, x.lost_time); }
  void put(const Particle& x) { (*this)(x.position, x.velocity, x.alive); }
  void put(const DepthHit& x) { (*this)(x.state, x.point, x.normal); }
  void put(const FieldDistance& x) { (*this)(x.distance, x.error, x.gradient); }
  void put(const BspHit& x) {
    (*this)(x.hit, x.start_in_solid, x.time, x.contact_by, x.touching, x.point, x.plane.normal, x.plane.offset,
            x.triangle, x.shape, x.status);
  }
  void put(const BspFacts& x) {
    (*this)(x.nodes, x.bevels, x.solid_leaves, x.empty_leaves, x.depth, x.fragments, x.sheets);
  }
  void put(const MeshTopology::Edge& x) { (*this)(x.a, x.b, x.uses); }
  void put(const MeshTopology& x) {
    (*this)(x.vertex, x.edges, x.open_edges, x.face_edges, x.neighbours, x.component, x.components, x.boundary_edges,
            x.vertices_used, x.degenerate_faces, x.closed, x.oriented, x.orientable, x.manifold);
  }
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

inline std::vector<Model> models;
inline std::vector<Shape> shapes;
inline std::string folder;
inline u32 calls = 0;
inline bool all_calls = false;                // of slow queries too
inline constexpr double kOfOneModel = 0.001;  // there are only six of them

// How often a query is called: a share of the calls by day, all of them with all_calls. A query that is asked of
// several kinds of bodies has a part of all for each kind.
inline u32 count_of(double share, u32 kinds) {
  if (all_calls && share > kOfOneModel) return (calls + kinds - 1) / kinds;
  return static_cast<u32>(larger(6.0, calls * share));
}

// Bits that were put together by a query.
struct RawBits {
  std::string out;
};

template <class Answer>
std::string bits_of(const Answer& answer) {
  if constexpr (std::is_same_v<Answer, RawBits>)
    return answer.out;
  else
    return Bits()(answer).out;
}

// query(input) for `share` of the calls, with bodies of these kinds: 'm' and 's'; how many `kinds` it is asked of.
template <class Query>
void write(const char* name, char kind_a, char kind_b, Query query, double share = 1, u32 kinds = 1) {
  std::FILE* inputs = std::fopen((folder + "/" + name + ".inputs").c_str(), "wb");
  std::FILE* answers = std::fopen((folder + "/" + name + ".answers").c_str(), "wb");
  Random random(static_cast<u32>(std::strlen(name)) + static_cast<unsigned char>(name[0]));
  const u32 count = count_of(share, kinds);
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

// Every pair that a query is defined for: m(odels) and s(hapes), and in the world.
template <class Query>
void write_pairs(const std::string& name, Query query, double share = 1) {
  const auto of = [&](const char* kinds, auto f) {
    write((name + "." + kinds).c_str(), kinds[0], kinds[1], f, share, 4);
  };
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

inline Pose placed_b(const Input& in) { return in.world * in.at; }

void write_all_worlds();     // reference_worlds.cpp
void write_all_particles();  // reference_worlds.cpp

}  // namespace apart::reference
