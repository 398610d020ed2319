// Compares the covered areas of two meshes by clipping triangles.
#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/queries/same_surface.hpp>
#include <apart/traversal/along.hpp>
#include <apart/triangles/point.hpp>

namespace apart::queries {
namespace {

double area(const Triangle& t) { return 0.5 * length(area_vector(t)); }
double perimeter(const Triangle& t) { return length(t.b - t.a) + length(t.c - t.b) + length(t.a - t.c); }

// A convex polygon; clipping a triangle by three planes leaves at most six corners.
struct Polygon {
  Vec3d corners[8];
  int size = 0;

  // Keeps what lies where dot(normal, p - on) >= 0.
  void cut(Vec3d on, Vec3d normal) {
    Polygon kept;
    for (int k = 0; k < size; ++k) {
      const Vec3d p = corners[k], q = corners[(k + 1) % size];
      const double of_p = dot(normal, p - on), of_q = dot(normal, q - on);
      if (of_p >= 0) kept.corners[kept.size++] = p;
      if ((of_p < 0 && of_q > 0) || (of_p > 0 && of_q < 0))
        kept.corners[kept.size++] = p + of_p / (of_p - of_q) * (q - p);
    }
    *this = kept;
  }
};

// The area of s that t covers within the tolerance, projected perpendicular to s.
double covered_area(const Triangle& s, const Triangle& t, double tolerance) {
  const Vec3d across = area_vector(s);
  const double size = length(across);
  if (!(size > 0)) return 0;
  const Vec3d normal = across / size;
  Polygon over{{t.a, t.b, t.c}, 3};
  for (int k = 0; k < 3 && over.size > 0; ++k) over.cut(s[k], cross(normal, s[(k + 1) % 3] - s[k]));
  Vec3d twice{};
  for (int k = 0; k < over.size; ++k) {
    if (std::abs(dot(normal, over.corners[k] - s.a)) > tolerance) return 0;
    if (k > 0 && k + 1 < over.size)
      twice += cross(over.corners[k] - over.corners[0], over.corners[k + 1] - over.corners[0]);
  }
  return 0.5 * std::abs(dot(normal, twice));
}

// The parts of one mesh that the other covers.
struct Cover {
  explicit Cover(const Mesh& mesh) : areas(mesh.size(), 0.0), vertices(mesh.vertices().size(), false) {}
  std::vector<double> areas;
  std::vector<char> vertices;

  void add(const Mesh& mesh, u32 i, const Triangle& own, const Triangle& other, double tolerance) {
    areas[i] += covered_area(own, other, tolerance);
    const Face& face = mesh.faces()[i];
    for (int k = 0; k < 3; ++k) {
      char& near = vertices[face[static_cast<std::size_t>(k)]];
      if (!near) near = std::sqrt(closest_on_triangle(own[k], other).squared) <= tolerance;
    }
  }
  bool complete(const Mesh& mesh, double tolerance) const {
    for (u32 i = 0; i < mesh.size(); ++i) {
      for (u32 v : mesh.faces()[i])
        if (!vertices[v]) return false;
      const Triangle t = mesh.triangle(i);
      if (areas[i] < area(t) * (1 - 1e-9) - 2 * tolerance * perimeter(t)) return false;
    }
    return true;
  }
};

struct CoverQuery {
  using Measure = Nearness;
  PlacedPair pair;
  double tolerance;
  Cover of_a, of_b;

  double reach() const { return tolerance; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    of_a.add(pair.a, i, s, t, tolerance);
    of_b.add(pair.b, j, t, s, tolerance);
    return Found::nothing;
  }
};

bool same_extents(const Model& a, const Pose& b_in_a, const Model& b, double tolerance) {
  const Pose a_in_b = inverse(b_in_a);
  for (int k = 0; k < 3; ++k)
    for (const double way : {1.0, -1.0}) {
      Vec3d axis{};
      axis[k] = way;
      const Vec3d far_a = AlongTree(a.tree(), a.mesh(), axis).farthest().point;
      const Vec3d far_b = b_in_a * AlongTree(b.tree(), b.mesh(), a_in_b.rotate(axis)).farthest().point;
      if (std::abs(far_a[k] - far_b[k]) > tolerance) return false;
    }
  return true;
}

// Early-out: some vertices of B, spread over all, are tested before all of both.
bool some_are_near(const Model& a, const Pose& b_in_a, const Mesh& b, double tolerance) {
  constexpr u32 kSome = 16;
  for (u32 i = 0; i < b.size(); i += 1 + b.size() / kSome) {
    const Mesh point = Mesh::make({b_in_a * b.triangle(i).a}, {{0, 0, 0}}).value();
    WithinQuery query{{a.mesh(), {}, point}, tolerance};
    walk(a.tree(), Pose{}, fit_tree<Obb<float>>(build(point), point), query);
    if (!query.answer.within) return false;
  }
  return true;
}

// The same mesh, moved by no more than the tolerance.
bool hardly_moved(const Model& a, const Pose& b_in_a, const Model& b, double tolerance) {
  if (a.mesh().vertices().data() != b.mesh().vertices().data() || a.mesh().faces().data() != b.mesh().faces().data())
    return false;
  const Frame& frame = a.tree().frame;
  double turned = 0;  // the Frobenius norm bounds how far a point of the unit sphere moves
  for (int k = 0; k < 3; ++k) {
    Vec3d off = b_in_a.rotation.column(k);
    off[k] -= 1;
    turned += squared_length(off);
  }
  return length(b_in_a * frame.centre - frame.centre) + std::sqrt(turned) * frame.radius <= tolerance;
}

}  // namespace

bool same_surface(const Model& a, const Pose& given, const Model& b, double tolerance) {
  const Pose b_in_a = require_usable(given);
  APART_ASSERT(tolerance >= 0, "a tolerance is negative or not a number");
  if (a.mesh().empty() || b.mesh().empty()) return false;
  const Frame &of_a = a.tree().frame, &of_b = b.tree().frame;
  const double coordinates =
      length(of_a.centre) + of_a.radius + length(of_b.centre) + of_b.radius + length(b_in_a.translation);
  tolerance = larger(tolerance, 64 * kUnit<double> * coordinates);
  if (hardly_moved(a, b_in_a, b, tolerance)) return true;
  if (!same_extents(a, b_in_a, b, tolerance) || !some_are_near(a, b_in_a, b.mesh(), tolerance)) return false;
  CoverQuery query{{a.mesh(), b_in_a, b.mesh()}, tolerance, Cover(a.mesh()), Cover(b.mesh())};
  walk(a.tree(), b_in_a, b.tree(), query);
  return query.of_a.complete(a.mesh(), tolerance) && query.of_b.complete(b.mesh(), tolerance);
}

}  // namespace apart::queries
