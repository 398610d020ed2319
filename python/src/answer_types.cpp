// The fields of every answer. A new answer is a table here; tests/door_test.py compares it with its header.
#include "answer_types.hpp"

namespace apart::python {
namespace {

template <class>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {
  using Element = T;
};
template <class T>
constexpr bool is_table_row = std::is_same_v<T, u32> || std::is_same_v<T, Face> ||
                              std::is_same_v<T, std::array<u32, 2>> || std::is_same_v<T, MeshTopology::Edge>;

template <class M>
Field field(const char* name, std::size_t offset) {
  Field out{name, Kind::number, offset};
  if constexpr (std::is_same_v<M, double>) {
    out.kind = Kind::number;
  } else if constexpr (std::is_same_v<M, Vec3d>) {
    out.kind = Kind::vector;
  } else if constexpr (std::is_same_v<M, Pose>) {
    out.kind = Kind::pose;
  } else if constexpr (std::is_same_v<M, bool>) {
    out.kind = Kind::boolean;
  } else if constexpr (std::is_integral_v<M>) {
    static_assert(sizeof(M) == 4 || sizeof(M) == 8);
    out.kind = sizeof(M) == 4 ? Kind::u32 : Kind::u64;
  } else if constexpr (std::is_enum_v<M>) {
    static_assert(sizeof(M) == 4 || sizeof(M) == 1);
    out.kind = sizeof(M) == 4 ? Kind::enum32 : Kind::enum8, out.words = &enum_type<M>();
  } else if constexpr (std::is_same_v<M, Mesh>) {
    out.kind = Kind::mesh;
  } else if constexpr (IsVector<M>::value) {
    using Element = typename IsVector<M>::Element;
    out.list = [](const void* member) -> std::pair<const void*, std::size_t> {
      const M& all = *static_cast<const M*>(member);
      return {all.data(), all.size()};
    };
    out.resize = [](void* member, std::size_t count) -> void* {
      M& all = *static_cast<M*>(member);
      all.resize(count);
      return all.data();
    };
    if constexpr (std::is_same_v<Element, Vec3d>)
      out.kind = Kind::points;
    else if constexpr (is_table_row<Element>)
      out.kind = Kind::table, out.columns = sizeof(Element) / sizeof(u32);
    else
      out.kind = Kind::list, out.nested = &answer_type<Element>();
  } else {
    out.kind = Kind::answer, out.nested = &answer_type<M>();
  }
  return out;
}

PyObject* value_to_python(bool x) { return PyBool_FromLong(x); }
PyObject* value_to_python(Vec3d x) { return to_python(x); }
PyObject* value_to_python(u32 x) { return PyLong_FromUnsignedLong(x); }
PyObject* value_to_python(long x) { return PyLong_FromLong(x); }
template <class T>
PyObject* value_to_python(const T& x) {
  if constexpr (std::is_enum_v<T>)
    return enum_member(enum_type<T>(), static_cast<int>(x));
  else
    return to_python(answer_type<T>(), &x);
}

template <class T>
AnswerType describe(const char* name, const char* doc, std::vector<Field> fields) {
  AnswerType out{name, doc, std::move(fields), sizeof(T), std::is_trivially_copyable_v<T>};
  out.copy = [](void* to, const void* from) { new (to) T(*static_cast<const T*>(from)); };
  out.make = [](void* to) { new (to) T(); };
  out.make_many = [](std::size_t count) {
    auto kept = std::make_unique<std::vector<T>>(count);
    void* first = kept->data();
    return std::pair<void*, py::object>(first, keep(std::move(kept)));
  };
  out.destroy = [](void* answer) { static_cast<T*>(answer)->~T(); };
  if constexpr (std::is_constructible_v<bool, T>)
    out.truth = [](const void* answer) { return static_cast<bool>(*static_cast<const T*>(answer)); };
  return out;
}

#define FIELD(T, member) field<decltype(T::member)>(#member, offsetof(T, member))
#define METHOD(T, method)                                                                 \
  Field {                                                                                 \
#method, Kind::computed, 0, nullptr, nullptr, nullptr, nullptr,                       \
        [](const void* x) { return value_to_python(static_cast<const T*>(x)->method()); } \
  }

std::vector<AnswerType*>& described() {
  static auto& all = *new std::vector<AnswerType*>;
  return all;
}
std::vector<EnumType*>& enums() {
  static auto& all = *new std::vector<EnumType*>;
  return all;
}

}  // namespace

#define ENUM(E, name, ...)                                                                     \
  template <>                                                                                  \
  EnumType& enum_type<E>() {                                                                   \
    static EnumType& type = *new EnumType{name, {__VA_ARGS__}};                                \
    return type;                                                                               \
  }                                                                                            \
  namespace {                                                                                  \
  [[maybe_unused]] const bool APART_UNIQUE(enum) = (enums().push_back(&enum_type<E>()), true); \
  }
#define APART_JOIN2(a, b) a##b
#define APART_JOIN(a, b) APART_JOIN2(a, b)
#define APART_UNIQUE(what) APART_JOIN(what##_, __LINE__)
#define ANSWER(T, doc, ...)                                                                            \
  template <>                                                                                          \
  AnswerType& answer_type<T>() {                                                                       \
    using This = T;                                                                                    \
    static AnswerType& type = *new AnswerType(describe<This>(#T, doc, {__VA_ARGS__}));                 \
    return type;                                                                                       \
  }                                                                                                    \
  namespace {                                                                                          \
  [[maybe_unused]] const bool APART_UNIQUE(answer) = (described().push_back(&answer_type<T>()), true); \
  }
#define F(member) FIELD(This, member)
#define M(method) METHOD(This, method)

ENUM(Status, "Status", "exact", "within_error", "at_least", "limit", "unfinished", "cancelled", "nothing", "invalid")
ENUM(TriangleFeature, "TriangleFeature", "a", "b", "c", "ab", "bc", "ca", "face")
ENUM(Clash::State, "ClashState", "apart", "touch", "clash")
ENUM(Inside::Which, "InsideWhich", "neither", "a", "b")
ENUM(Where, "Where", "outside", "inside", "on_surface")
ENUM(WindingNumber::Method, "WindingMethod", "crossings", "boundary", "solid_angles")
ENUM(SurfaceFeature::Kind, "SurfaceFeatureKind", "vertex", "edge", "face", "piece")
ENUM(BroadMethod, "BroadMethod", "automatic", "brute_force", "sweep", "sweep_and_prune", "columns", "grid", "hash",
     "hierarchical_grid", "loose_octree", "tree", "kept_tree", "interval_tree")
ENUM(HullSplit, "HullSplit", "median", "midpoint", "mean", "gap")
ENUM(BoxUpdate, "BoxUpdate", "all", "on_demand")
ENUM(EventQuery, "EventQuery", "collide", "within", "beyond")
ENUM(PairBounds::State, "PairState", "free", "colliding", "open")
ENUM(TimeCriticalOptions::Order, "TimeCriticalOrder", "breadth_first", "nearest_first")
ENUM(VoxelGrid::Kind, "VoxelKind", "outside", "inside", "surface")
ENUM(DepthHit::State, "DepthState", "free", "hit", "behind")
ENUM(Norm, "Norm", "euclidean", "one", "infinity")
ENUM(RaySides, "RaySides", "both", "front", "back")
ENUM(triangles::Meeting::Kind, "MeetingKind", "none", "point", "segment", "area")
ENUM(DecompositionMethod, "DecompositionMethod", "dfs", "bfs", "crest", "dfs_retract", "bfs_retract", "global_")
ENUM(BodySplit, "BodySplit", "none", "objects", "groups", "components")

ANSWER(ElementId, "What of a model or a shape an answer is about; what does not apply is 0.", F(part), F(triangle),
       F(piece), F(feature))
ANSWER(Bounds, "An axis-aligned box.", F(low), F(high))
ANSWER(Inside, "Which of two lies inside the other.", F(which), F(whole))
ANSWER(Collision, "Do two touch? bool() of it is `colliding`.", F(colliding), F(contained), F(a), F(b), F(status))
ANSWER(Within, "Are two closer than a tolerance? bool() of it is `within`.", F(within), F(contained), F(a), F(b),
       F(status))
ANSWER(Distance, "How far apart two are, and where: on_a and on_b are the nearest points.", F(distance), F(at_least),
       F(at_most), F(on_a), F(on_b), F(normal), F(a), F(b), F(contained), F(status), M(has_points))
ANSWER(Span, "How far apart the farthest points of two are.", F(distance), F(at_most), F(on_a), F(on_b), F(a), F(b),
       F(status))
ANSWER(Beyond, "Is some point of A farther than a limit from some point of B? bool() of it is `beyond`.", F(beyond),
       F(a), F(b), F(status))
ANSWER(Penetration, "How deep two overlap: moving B by depth · normal separates them.", F(depth), F(at_least), F(on_a),
       F(on_b), F(normal), F(a), F(b), F(status), M(translation))
ANSWER(Clash, "Do two merely touch, or share space?", F(state), F(contained), F(inside), F(a), F(b), F(status))
ANSWER(Cast, "When a shape that is translated first touches another. bool() of it is `hit`.", F(hit), F(time), F(on_a),
       F(on_b), F(normal), F(a), F(b), F(status))
ANSWER(RayHit, "Where a ray meets a model or a shape. bool() of it is `hit`.", F(hit), F(front), F(t), F(point),
       F(normal), F(u), F(v), F(element), F(status))
ANSWER(AnyHit, "Does a ray meet a model? bool() of it is `hit`.", F(hit), F(status))
ANSWER(RayHits, "All places where a ray crosses a surface.", F(hits), F(status))
ANSWER(BothWays, "The nearest hits ahead and behind.", F(ahead), F(behind), M(nearest))
ANSWER(ClosestPoint, "The nearest point of a surface; the distance is negative inside of a solid.", F(distance),
       F(point), F(normal), F(element), F(weights), F(status), M(has_point))
ANSWER(FarthestVertex, "The point that lies farthest along a direction.", F(along), F(point), F(element), F(status),
       M(has_point))
ANSWER(WindingNumber, "How often a surface winds around a point.", F(value), F(on_surface), F(method), F(status),
       M(inside))
ANSWER(Hausdorff, "The Hausdorff distance of two surfaces, with proven bounds.", F(distance), F(at_least), F(at_most),
       F(on_a), F(on_b), F(a), F(b), F(from_b), F(status), M(has_points))
ANSWER(HausdorffAbove, "Is the Hausdorff distance above a limit? bool() of it is `above`.", F(above), F(at_least),
       F(at_most), F(on_a), F(on_b), F(a), F(b), F(status))
ANSWER(TouchingPair, "Two triangles that touch, and the parts of the meshes to which they belong.", F(triangle_a),
       F(triangle_b), F(part_a), F(part_b))
ANSWER(Collisions, "All pairs of triangles that touch.", F(pairs), F(status))
using triangles::Meeting;
ANSWER(Meeting, "Where two triangles intersect.", F(kind), F(p), F(q))
ANSWER(Curve, "An intersection curve.", F(points), F(closed), F(length))
ANSWER(Intersection, "The intersection curves of two surfaces.", F(curves), F(pairs), F(length), F(flat_pairs), F(box),
       F(witness), F(status))
ANSWER(SolidIntersection, "The solid that two closed meshes have in common.", F(solid), F(volume), F(area), F(at_least),
       F(at_most), F(status))
ANSWER(RegionDepth, "A region that two solids share, and its depth.", F(depth), F(normal), F(area), F(low), F(high))
ANSWER(VertexDepth, "A vertex of one solid inside of the other.", F(of_b), F(vertex), F(at), F(exit), F(depth),
       F(triangle))
ANSWER(SurfaceFeature, "A vertex, an edge or a face of a mesh.", F(kind), F(first), F(second))
ANSWER(Contact, "Two features in contact, or nearly.", F(distance), F(on_a), F(on_b), F(normal), F(feature_a),
       F(feature_b))
ANSWER(ContactPoint, "A point of a contact manifold; the depth is negative where the two are disjoint.", F(on_a),
       F(on_b), F(depth))
// Derived, so that C++ does not promise where its fields are; the compilers that are used do.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
ANSWER(ContactRegion, "A region that two bodies share: one contact, with up to four points.", FIELD(RegionDepth, depth),
       FIELD(RegionDepth, normal), FIELD(RegionDepth, area), FIELD(RegionDepth, low), FIELD(RegionDepth, high),
       F(points), F(piece_a), F(piece_b))
#pragma GCC diagnostic pop
ANSWER(Contacts, "Where two bodies are in contact, or nearly.", F(contacts), F(overlaps), F(touching), F(contained),
       F(status), M(empty))
ANSWER(Manifold, "The contact manifold of two shapes: up to four points.", F(status), F(distance), F(normal),
       Field{"points", Kind::list, 0, &answer_type<ContactPoint>(), nullptr,
             [](const void* x) -> std::pair<const void*, std::size_t> {
               const auto& manifold = *static_cast<const Manifold*>(x);
               return {manifold.points, static_cast<std::size_t>(manifold.count)};
             },
             [](void* x, std::size_t count) -> void* {
               auto& points = static_cast<Manifold*>(x)->points;
               return count <= std::size(points) ? points : nullptr;
             }},
       F(count), F(reduced))
ANSWER(SeparationBound, "A translation of B that certainly separates two models.", F(length), F(translation))
ANSWER(PairDistance, "Two of many, and their distance.", F(a), F(b), F(distance))
ANSWER(PairWithin, "Two of many that are close.", F(a), F(b), F(within))
ANSWER(PairSpan, "Two of many, and how far their farthest points are apart.", F(a), F(b), F(span))
ANSWER(NearPair, "Two boxes of many that are near each other.", F(a), F(b), F(gap))
ANSWER(MeshTopology, "Edges, neighbours and components of a mesh, and whether it is closed.", F(vertex), F(edges),
       F(open_edges), F(face_edges), F(neighbours), F(component), F(components), F(boundary_edges), F(vertices_used),
       F(degenerate_faces), F(closed), F(oriented), F(orientable), F(manifold), M(solid), M(euler))
ANSWER(DecompositionBounds, "Lower bounds of the number of convex pieces.", F(any), F(connected))
ANSWER(Decomposition, "A surface as a sum of convex patches; patch and piece i are slices of flat arrays.", F(method),
       F(patch_of), F(first_face), F(faces), F(first_vertex), F(vertices), F(first_hull_face), F(hull_faces), F(source),
       M(size), M(added_faces))

ANSWER(FirstContact, "When moving vertices, edges or triangles first touch: proven free until, in contact by.", F(hit),
       F(free_until), F(contact_by), F(distance), F(on_a), F(on_b), F(normal), F(status))

ANSWER(Impact, "When moving bodies first touch, or how near they come. bool() of it is `hit`.", F(hit), F(touching),
       F(free_until), F(contact_by), F(on_a), F(on_b), F(normal), F(a), F(b), F(contained), F(least_clearance),
       F(clearance_at_least), F(nearest_at), F(status))
ANSWER(BoxPair, "Two boxes of many that overlap.", F(a), F(b))
ANSWER(DeformingImpact, "The first contact of deforming models in a step.", F(hit), F(free_until), F(contact_by),
       F(distance), F(triangle_a), F(triangle_b), F(on_a), F(on_b), F(normal), F(status))

ANSWER(Change, "When an answer changes: unchanged until, proven, and changed by.", F(found), F(unchanged_until),
       F(changed_by))
ANSWER(NextEvent, "When the answer of a query about two that move changes, and when it changes back.", F(now),
       F(change), F(back), F(status))

ANSWER(PairCollision, "Two bodies of a world that collide.", F(a), F(b), F(collision))
ANSWER(WorldRayHit, "The body that a ray hits first, and where. bool() of it is `hit.hit`.", F(body), F(hit))
ANSWER(WorldClosest, "The body that is nearest to a point, and its nearest point.", F(body), F(closest))
ANSWER(WorldImpact, "Two bodies of a world that touch first, and when.", F(a), F(b), F(impact))
ANSWER(PostureCollision, "Does a body of a posture collide? bool() of it is `colliding`.", F(colliding), F(a), F(b),
       F(status))
ANSWER(BodyContact, "A contact point of two bodies, in the world; the distance is negative where they overlap.",
       F(on_a), F(on_b), F(normal), F(distance))
ANSWER(PairContacts, "The contact points of two bodies of a world.", F(a), F(b), F(contacts), F(status))
ANSWER(ScheduleStep, "What a step of a PairSchedule found: all pairs that collide now.", F(colliding), F(distances),
       F(box_tests))

ANSWER(PairBounds, "Two bodies of a world, and what is proven of their distance.", F(a), F(b), F(at_least), F(at_most),
       F(tests), F(finished), M(state))
ANSWER(TimeCriticalAnswer, "Distances of all pairs of a world, as well as a budget allowed.", F(pairs), F(tests),
       F(status))

ANSWER(Bounce, "Where a flight turned back.", F(time), F(body), F(point), F(normal))
ANSWER(Flight, "Where a straight flight through a world ends, and where it bounced.", F(pose), F(velocity),
       F(time_left), F(bounces), F(status))
ANSWER(Wrench, "Force and torque on a body.", F(force), F(torque))
ANSWER(SimulatedContact, "A contact of a step of a simulation, and the impulse through it.", F(a), F(b), F(point),
       F(normal), F(distance), F(impulse))
ANSWER(SimulationCounts, "What a simulation has computed so far.", F(steps), F(contacts), F(impacts), F(lost_time))

ANSWER(Particle, "A small ball; one that is not alive is not moved.", F(position), F(velocity), F(alive))
ANSWER(DepthHit, "Whether a point is in front of what a DepthBuffer shows, in it, or behind it.", F(state), F(point),
       F(normal))
ANSWER(FieldDistance, "A signed distance by interpolation, and a proven bound of its error.", F(distance), F(error),
       F(gradient), M(is_inside), M(is_outside))

using Plane = HalfSpace;  // HalfSpace is the function that makes a shape of it
ANSWER(Plane, "A plane: the points x with normal . x = offset.", F(normal), F(offset))
ANSWER(BspHit, "Where a shape that moves straight first hits a level. bool() of it is `hit`.", F(hit),
       F(start_in_solid), F(time), F(contact_by), F(touching), F(point), F(plane), F(triangle), F(shape), F(status))
ANSWER(BspFacts, "What a BspTree consists of.", F(nodes), F(bevels), F(solid_leaves), F(empty_leaves), F(depth),
       F(fragments), F(sheets))

void add_all_answers(py::module_& module) {
  for (EnumType* type : enums()) add_enum(module, *type);
  for (AnswerType* type : described()) add_answer(module, *type);
}

}  // namespace apart::python
