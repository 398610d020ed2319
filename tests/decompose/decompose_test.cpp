// Convex surface decomposition: its invariants in exact integers, on small models of every kind, and on generated ones.
#include <apart/base/random.hpp>
#include <apart/decompose/decompose.hpp>
#include <apart/io/read.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <map>
#include <samples/generate.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace decompose_test {

__extension__ typedef __int128 Int;
using Method = DecompositionMethod;

Mesh mesh_of(std::vector<Vec3d> vertices, std::vector<Face> faces) {
  return Mesh::make(std::move(vertices), std::move(faces)).value();
}

bool is_retract(Method method) { return method == Method::dfs_retract || method == Method::bfs_retract; }

int side(const Mesh& mesh, const Face& f, u32 v) {
  const auto at = mesh.vertices();
  return triangles::orient3d(at[f[0]], at[f[1]], at[f[2]], at[v]);
}

bool is_degenerate(const Mesh& mesh, u32 face) {
  const Triangle t = mesh.triangle(face);
  return triangles::collinear(t.a, t.b, t.c);
}

// Each face is in one patch; each hull is closed, convex, and has its patch on the boundary.
void expect_convex_patches(const Mesh& mesh, const Decomposition& d) {
  ASSERT_EQ(d.patch_of.size(), mesh.size());
  ASSERT_EQ(d.faces.size(), mesh.size());
  std::vector<u32> times(mesh.size());
  for (u32 i = 0; i < d.size(); ++i) {
    ASSERT_FALSE(d.patch(i).empty());
    EXPECT_TRUE(std::is_sorted(d.patch(i).begin(), d.patch(i).end()));
    std::set<u32> corners(d.hull_vertices(i).begin(), d.hull_vertices(i).end()), used;
    std::map<std::array<u32, 2>, int> edges;
    for (const Face& h : d.hull(i)) {
      for (const u32 k : {0u, 1u, 2u}) used.insert(h[k]), ++edges[{h[k], h[(k + 1) % 3]}];
      for (const u32 f : d.patch(i))
        for (const u32 v : mesh.faces()[f]) ASSERT_LE(side(mesh, h, v), 0) << "a vertex outside of hull " << i;
    }
    for (const auto& [edge, count] : edges) {
      ASSERT_EQ(count, 1);
      ASSERT_TRUE(edges.contains({edge[1], edge[0]})) << "hull " << i << " is not closed";
    }
    if (!d.hull(i).empty()) {
      EXPECT_EQ(corners, used);
      EXPECT_EQ(long(corners.size()) - long(edges.size() / 2) + long(d.hull(i).size()), 2);
    }
    for (const u32 f : d.patch(i)) {
      EXPECT_EQ(d.patch_of[f], i);
      ++times[f];
      if (is_degenerate(mesh, f)) continue;
      ASSERT_FALSE(d.hull(i).empty());
      for (const u32 v : corners) ASSERT_LE(side(mesh, mesh.faces()[f], v), 0) << "face " << f << " inside of " << i;
    }
    for (std::size_t k = 0; k < d.hull(i).size(); ++k)
      if (const u32 source = d.sources(i)[k]; source != Decomposition::kNone) {
        EXPECT_EQ(d.patch_of[source], i);
        for (const u32 v : d.hull(i)[k]) EXPECT_EQ(side(mesh, mesh.faces()[source], v), 0);
      }
  }
  for (const u32 count : times) ASSERT_EQ(count, 1u);
}

struct IntPoint {
  Int x, y, z;
};
IntPoint operator-(IntPoint a, IntPoint b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
IntPoint cross(IntPoint a, IntPoint b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Int dot(IntPoint a, IntPoint b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
IntPoint whole(Vec3d p) { return {Int(p.x), Int(p.y), Int(p.z)}; }

// A point of a triangle: a + (u (b − a) + v (c − a)) / w, w > 0.
struct Point {
  Int u, v, w;
};

// The corners of what a triangle has inside of half-spaces, by brute force: all crossings of two lines that satisfy all
// inequalities. Integers up to about 20.
struct Clipped {
  IntPoint a, b, c;
  std::vector<Point> corners;

  IntPoint times_w(const Point& p) const {
    const IntPoint r = b - a, s = c - a;
    return {a.x * p.w + r.x * p.u + s.x * p.v, a.y * p.w + r.y * p.u + s.y * p.v, a.z * p.w + r.z * p.u + s.z * p.v};
  }
};

Clipped clip(const Mesh& mesh, u32 face, std::span<const Face> hull) {
  const Triangle t = mesh.triangle(face);
  Clipped out{whole(t.a), whole(t.b), whole(t.c), {}};
  struct Line {
    Int p, q, r;  // p u + q v <= r
  };
  std::vector<Line> lines{{-1, 0, 0}, {0, -1, 0}, {1, 1, 1}};
  bool outside = false;
  const auto add = [&](IntPoint n, IntPoint o) {
    const Line line{dot(n, out.b - out.a), dot(n, out.c - out.a), dot(n, o - out.a)};
    if (line.p != 0 || line.q != 0)
      lines.push_back(line);
    else
      outside = outside || line.r < 0;
  };
  for (const Face& h : hull) {
    const IntPoint o = whole(mesh.vertices()[h[0]]);
    const IntPoint n = cross(whole(mesh.vertices()[h[1]]) - o, whole(mesh.vertices()[h[2]]) - o);
    add(n, o);
    // A flat hull ends at its edges.
    for (const u32 k : {0u, 1u, 2u}) {
      const IntPoint from = whole(mesh.vertices()[h[k]]), to = whole(mesh.vertices()[h[(k + 1) % 3]]);
      const IntPoint m = cross(to - from, n);
      bool last = true;
      for (const Face& g : hull)
        for (const u32 v : g) {
          const IntPoint x = whole(mesh.vertices()[v]) - from;
          last = last && dot(n, x) == 0 && dot(m, x) <= 0;
        }
      if (last) add(m, from);
    }
  }
  if (outside) return out;
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      Int w = lines[i].p * lines[j].q - lines[i].q * lines[j].p;
      if (w == 0) continue;
      Int u = lines[i].r * lines[j].q - lines[i].q * lines[j].r, v = lines[i].p * lines[j].r - lines[i].r * lines[j].p;
      if (w < 0) w = -w, u = -u, v = -v;
      bool inside = true;
      for (const Line& line : lines) inside = inside && line.p * u + line.q * v <= line.r * w;
      if (inside) out.corners.push_back({u, v, w});
    }
  return out;
}

bool in_triangle(const Clipped& of, const Point& p, const Triangle& t) {
  const IntPoint x = of.times_w(p), a = whole(t.a), b = whole(t.b), c = whole(t.c), n = cross(b - a, c - a);
  const auto times = [&](IntPoint q) { return IntPoint{q.x * p.w, q.y * p.w, q.z * p.w}; };
  if (dot(n, x - times(a)) != 0) return false;
  for (const auto& [s, e] : {std::pair{a, b}, {b, c}, {c, a}})
    if (dot(n, cross(e - s, x - times(s))) < 0) return false;
  return true;
}

IntPoint area_of(const Mesh& mesh, const Face& f) {
  const IntPoint o = whole(mesh.vertices()[f[0]]);
  return cross(whole(mesh.vertices()[f[1]]) - o, whole(mesh.vertices()[f[2]]) - o);
}

// Do faces of the patch fill the side of the piece in the plane of a face of its hull?
bool is_covered(const Mesh& mesh, const Decomposition& d, u32 piece, const Face& h) {
  Int open = 0;
  const auto area = [&](const Face& f) {  // times that of h
    const bool in_plane = side(mesh, h, f[0]) == 0 && side(mesh, h, f[1]) == 0 && side(mesh, h, f[2]) == 0;
    return in_plane ? std::max(Int(0), dot(area_of(mesh, h), area_of(mesh, f))) : Int(0);
  };
  for (const Face& f : d.hull(piece)) open += area(f);
  for (const u32 f : d.patch(piece)) open -= area(mesh.faces()[f]);
  return open <= 0;
}

// What each other face has in common with a piece lies in a face of the patch, or in a side of the piece that the patch
// covers; of retracted patches, in any side.
void expect_pieces_meet_patches_alone(const Mesh& mesh, const Decomposition& d, testing::Outcomes& touching) {
  for (u32 i = 0; i < d.size(); ++i)
    for (u32 f = 0; f < mesh.size(); ++f) {
      if (d.patch_of[f] == i || is_degenerate(mesh, f) || d.hull(i).empty()) continue;
      const Clipped common = clip(mesh, f, d.hull(i));
      touching.saw(!common.corners.empty());
      if (common.corners.empty()) continue;
      const auto all_in = [&](auto contains) {
        return std::all_of(common.corners.begin(), common.corners.end(), contains);
      };
      bool good = false;
      for (const u32 g : d.patch(i))
        good = good || (!is_degenerate(mesh, g) &&
                        all_in([&](const Point& p) { return in_triangle(common, p, mesh.triangle(g)); }));
      for (const Face& h : d.hull(i)) {
        const IntPoint o = whole(mesh.vertices()[h[0]]), n = area_of(mesh, h);
        const bool in_plane = all_in([&](const Point& p) { return dot(n, common.times_w(p)) == dot(n, o) * p.w; });
        good = good || (in_plane && (is_retract(d.method) || is_covered(mesh, d, i, h)));
      }
      ASSERT_TRUE(good) << to_string(d.method) << ": face " << f << " meets piece " << i;
    }
}

// The surface of unit cubes, each side two triangles by a random diagonal. Cubes that share an edge alone are not
// manifold.
Mesh cubes(Random& random, u32 count) {
  std::set<std::array<int, 3>> cells{{0, 0, 0}};
  while (cells.size() < count) cells.insert({int(random.below(3)), int(random.below(3)), int(random.below(3))});
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (const auto& cell : cells)
    for (int axis = 0; axis < 3; ++axis)
      for (const int way : {0, 1}) {
        std::array<int, 3> next = cell;
        next[std::size_t(axis)] += way ? 1 : -1;
        if (cells.contains(next)) continue;
        Vec3d corner{double(cell[0]), double(cell[1]), double(cell[2])}, u{}, v{};
        (&corner.x)[axis] += way;
        (&u.x)[(axis + 1) % 3] = 1, (&v.x)[(axis + 2) % 3] = 1;
        if (!way) std::swap(u, v);
        const u32 n = u32(vertices.size());
        for (const Vec3d& p : {corner, corner + u, corner + u + v, corner + v}) vertices.push_back(2.0 * p);
        if (random.below(2))
          faces.insert(faces.end(), {{n, n + 1, n + 2}, {n, n + 2, n + 3}});
        else
          faces.insert(faces.end(), {{n, n + 1, n + 3}, {n + 1, n + 2, n + 3}});
      }
  return mesh_of(std::move(vertices), std::move(faces));
}

Mesh field(Random& random, u32 size) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (u32 y = 0; y <= size; ++y)
    for (u32 x = 0; x <= size; ++x) vertices.push_back({double(x), double(y), double(random.below(4))});
  for (u32 y = 0; y < size; ++y)
    for (u32 x = 0; x < size; ++x) {
      const u32 n = y * (size + 1) + x;
      faces.insert(faces.end(), {{n, n + 1, n + size + 2}, {n, n + size + 2, n + size + 1}});
    }
  return mesh_of(std::move(vertices), std::move(faces));
}

// Triangles between few points: many share edges, cross, repeat or degenerate.
Mesh soup(Random& random, u32 count) {
  std::vector<Vec3d> vertices;
  for (u32 k = 0; k < 9; ++k)
    vertices.push_back({double(random.below(5)), double(random.below(5)), double(random.below(5))});
  std::vector<Face> faces;
  for (u32 k = 0; k < count; ++k) faces.push_back({random.below(9), random.below(9), random.below(9)});
  return mesh_of(std::move(vertices), std::move(faces));
}

Mesh flipped(Random& random, const Mesh& mesh) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (Face& f : faces)
    if (random.below(4) == 0) std::swap(f[0], f[1]);
  return mesh_of({mesh.vertices().begin(), mesh.vertices().end()}, std::move(faces));
}

Mesh any_model(Random& random) {
  switch (random.below(5)) {
    case 0:
      return cubes(random, 1 + random.below(6));
    case 1:
      return field(random, 2 + random.below(3));
    case 2:
      return soup(random, 4 + random.below(12));
    case 3:
      return flipped(random, cubes(random, 1 + random.below(4)));
    default:
      return flipped(random, field(random, 3));
  }
}

TEST(Decompose, EveryMethodOnRandomModels) {
  Random random(1);
  testing::Outcomes touching("other faces that touch a piece", 0.05);
  for (int k = 0; k < testing::cases(30, 1000); ++k) {
    const Mesh mesh = any_model(random);
    const Model model = Model::make(mesh).value();
    const DecompositionBounds bounds = decomposition_bounds(model).value();
    EXPECT_LE(bounds.any, bounds.connected);
    for (const Method method : kDecompositionMethods) {
      SCOPED_TRACE(std::string(to_string(method)) + ", model " + std::to_string(k));
      const Decomposition d = decompose(model, {.method = method}).value();
      expect_convex_patches(mesh, d);
      expect_pieces_meet_patches_alone(mesh, d, touching);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(Decompose, ConvexModelsAreOnePiece) {
  const Mesh tetrahedron =
      mesh_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
  Random random(2);
  for (const Mesh& mesh : {tetrahedron, generate::box({1, 2, 3}), cubes(random, 1), scaled(cubes(random, 1), 1e-6)})
    for (const Method method : kDecompositionMethods) {
      const Decomposition d = decompose(mesh, {.method = method}).value();
      EXPECT_EQ(d.size(), 1u) << to_string(method);
      EXPECT_EQ(d.added_faces(), 0u);
      EXPECT_EQ(d.hull_faces.size(), mesh.size());
    }
}

// A flat region is one patch though it has many faces, if it is convex: the others follow.
TEST(Decompose, FlatRegions) {
  const u32 size = 6;
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (u32 y = 0; y <= size; ++y)
    for (u32 x = 0; x <= size; ++x) vertices.push_back({double(x), double(y), 0.5 * x + y});
  for (u32 y = 0; y < size; ++y)
    for (u32 x = 0; x < size; ++x) {
      const u32 n = y * (size + 1) + x;
      faces.insert(faces.end(), {{n, n + 1, n + size + 2}, {n, n + size + 2, n + size + 1}});
    }
  const Decomposition d = decompose(mesh_of(vertices, faces)).value();
  EXPECT_EQ(d.size(), 1u);
  EXPECT_EQ(d.hull_vertices(0).size(), 4u);
  EXPECT_EQ(d.hull_faces.size(), 4u);  // both sides
}

TEST(Decompose, DegenerateTriangles) {
  // A sliver along an edge of the first triangle, a point, and a segment on its own.
  const Mesh mesh = mesh_of({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {2, 0, 0}, {9, 9, 9}, {9, 9, 8}},
                            {{0, 1, 2}, {0, 3, 1}, {1, 1, 1}, {4, 5, 5}});
  const Decomposition d = decompose(mesh).value();
  EXPECT_EQ(d.patch_of, (std::vector<u32>{0, 0, 0, 1}));
  EXPECT_EQ(d.hull(1).size(), 0u);
  EXPECT_EQ(std::vector<u32>(d.hull_vertices(1).begin(), d.hull_vertices(1).end()), (std::vector<u32>{4, 5}));
  EXPECT_EQ(decompose(Mesh()).value().size(), 0u);
}

// Models on which the published program stops unless their vertices are displaced.
TEST(Decompose, GeneratedModelsAsTheyAre) {
  std::vector<Mesh> meshes{
      generate::bent_torus(600), generate::wrinkled_torus(600),
      generate::cup(600),        generate::teeth(generate::Jaw::lower, 1000),
      generate::head(600),       placed(scaled(generate::spiral_peg(600), 1e-6), Pose::shift({1e6, 0, 0}))};
  for (const Mesh& mesh : meshes)
    for (const Method method : kDecompositionMethods) {
      if (method == Method::global) continue;
      const Decomposition d = decompose(mesh, {.method = method}).value();
      expect_convex_patches(mesh, d);
      EXPECT_LT(d.size(), mesh.size());
    }
}

TEST(Decompose, RockerArm) {
  APART_NEEDS_MODELS();
  const Mesh mesh = read_mesh((testing::models() / "rocker-arm.obj").string()).value();
  const Decomposition d = decompose(mesh).value();
  expect_convex_patches(mesh, d);
  EXPECT_LT(d.size(), mesh.size() / 2);
}

TEST(Decompose, TheSameForAnyNumberOfThreads) {
  const Mesh mesh = generate::cup(2000);
  const Decomposition once = decompose(Model::make(mesh).value()).value();
  const Decomposition again = decompose(Model::make(mesh, {.threads = 4}).value()).value();
  EXPECT_EQ(once.patch_of, again.patch_of);
  EXPECT_EQ(once.hull_faces, again.hull_faces);
  EXPECT_EQ(once.source, again.source);
}

TEST(Decompose, ReportsProgressAndCanBeCancelled) {
  const Mesh mesh = generate::spoon();
  for (const Method method : kDecompositionMethods) {
    double last = 0;
    const auto rising = [&](double share) {
      EXPECT_GE(share, last);
      last = share;
      return true;
    };
    ASSERT_TRUE(decompose(mesh, {.method = method, .progress = rising}));
    EXPECT_EQ(last, 1);
    const auto stopped = decompose(mesh, {.method = method, .progress = [](double share) { return share < 0.5; }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error(), "the build was stopped by its watch");
  }
  const auto large = decompose(generate::cup(4000), {.method = Method::global});
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().find("the method global compares all pairs of triangles, and takes up to 2000, not "),
            std::string::npos);
  EXPECT_FALSE(decomposition_bounds(Model::make(generate::cup(4000)).value()));
}

}  // namespace decompose_test
}  // namespace apart
