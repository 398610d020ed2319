// Topology of meshes against a reference.
#include <apart/shapes/mesh/topology.hpp>
#include <apart/shapes/mesh/weld.hpp>
#include <map>
#include <samples/generate.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace topology_test {

constexpr u32 kNone = MeshTopology::kNone;

Mesh make(std::vector<Vec3d> vertices, std::vector<Face> faces) {
  return Mesh::make(std::move(vertices), std::move(faces)).value();
}

// As an STL file has it: three vertices of its own for every triangle.
Mesh exploded(const Mesh& mesh) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (u32 i = 0; i < mesh.size(); ++i) {
    for (int k = 0; k < 3; ++k) vertices.push_back(mesh.triangle(i)[k]);
    faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return make(vertices, faces);
}

Mesh with_face(const Mesh& mesh, u32 i, Face face) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  faces[i] = face;
  return make({mesh.vertices().begin(), mesh.vertices().end()}, faces);
}

Mesh without_face(const Mesh& mesh, u32 i) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  faces.erase(faces.begin() + i);
  return make({mesh.vertices().begin(), mesh.vertices().end()}, faces);
}

// The reference: maps, and for vertices the link counted by flooding.
void expect_matches_slow_twin(const Mesh& mesh) {
  const MeshTopology topology = MeshTopology::of(mesh);
  using Place = std::array<double, 3>;
  std::map<Place, u32> first;
  std::vector<u32> at;
  for (u32 i = 0; i < mesh.vertices().size(); ++i) {
    const Vec3d p = mesh.vertices()[i];
    at.push_back(first.emplace(Place{p.x + 0.0, p.y + 0.0, p.z + 0.0}, i).first->second);
  }
  EXPECT_EQ(topology.vertex, at);

  std::map<std::pair<u32, u32>, std::vector<std::pair<u32, int>>> uses;  // face and direction
  std::set<u32> used;
  std::vector<Face> faces;
  u32 degenerate = 0;
  for (u32 i = 0; i < mesh.size(); ++i) {
    Face f = mesh.faces()[i];
    for (u32& v : f) v = at[v];
    faces.push_back(f);
    if (f[0] == f[1] || f[1] == f[2] || f[0] == f[2]) {
      ++degenerate;
      EXPECT_EQ(topology.component[i], kNone);
      continue;
    }
    for (u32 k = 0; k < 3; ++k) {
      const u32 a = f[k], b = f[(k + 1) % 3];
      uses[{std::min(a, b), std::max(a, b)}].push_back({i, a < b ? 1 : -1});
      used.insert(a);
    }
  }
  EXPECT_EQ(topology.degenerate_faces, degenerate);
  EXPECT_EQ(topology.vertices_used, used.size());
  ASSERT_EQ(topology.edges.size(), uses.size());
  bool closed = degenerate < mesh.size(), oriented = true, manifold = true;
  u32 boundary = 0, e = 0;
  std::map<std::pair<u32, u32>, std::set<u32>> link;  // vertex and face: the faces next to it round the vertex
  for (const auto& [ends, users] : uses) {
    EXPECT_EQ(topology.edges[e].a, ends.first);
    EXPECT_EQ(topology.edges[e].b, ends.second);
    EXPECT_EQ(topology.edges[e].uses, users.size());
    int balance = 0;
    for (auto [face, way] : users) balance += way;
    closed = closed && users.size() % 2 == 0;
    oriented = oriented && std::abs(balance) <= int(users.size() % 2);
    manifold = manifold && users.size() <= 2;
    boundary += users.size() == 1;
    for (auto [face, way] : users) {
      u32 side = 0;
      while (std::minmax(faces[face][side], faces[face][(side + 1) % 3]) != std::minmax(ends.first, ends.second))
        ++side;
      EXPECT_EQ(topology.face_edges[face][side], e);
      u32 other = kNone;
      if (users.size() == 2) other = users[0].first == face ? users[1].first : users[0].first;
      EXPECT_EQ(topology.neighbours[face][side], other);
      for (auto [next, unused] : users) {
        link[{ends.first, face}].insert(next);
        link[{ends.second, face}].insert(next);
      }
    }
    ++e;
  }
  for (u32 v : used) {
    std::set<u32> all, reached;
    for (u32 i = 0; i < mesh.size(); ++i)
      if (topology.component[i] != kNone && (faces[i][0] == v || faces[i][1] == v || faces[i][2] == v)) all.insert(i);
    std::vector<u32> todo = {*all.begin()};
    while (!todo.empty()) {
      const u32 f = todo.back();
      todo.pop_back();
      if (!reached.insert(f).second) continue;
      for (u32 g : link[{v, f}]) todo.push_back(g);
    }
    manifold = manifold && reached == all;
  }
  EXPECT_EQ(topology.closed, closed);
  EXPECT_EQ(topology.oriented, oriented);
  EXPECT_EQ(topology.manifold, manifold);
  EXPECT_EQ(topology.boundary_edges, boundary);

  // Pieces, by giving each face the least number among those it shares edges with, until nothing changes.
  std::vector<u32> piece(mesh.size());
  for (u32 i = 0; i < mesh.size(); ++i) piece[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [ends, users] : uses) {
      u32 least = kNone;
      for (auto [face, way] : users) least = std::min(least, piece[face]);
      for (auto [face, way] : users)
        if (piece[face] != least) piece[face] = least, changed = true;
    }
  }
  u32 pieces = 0;
  for (u32 i = 0; i < mesh.size(); ++i) {
    if (topology.component[i] == kNone) continue;
    EXPECT_EQ(topology.component[i], piece[i] == i ? pieces++ : topology.component[piece[i]]);
  }
  EXPECT_EQ(topology.components, pieces);

  // Orientable, by trying every way to turn faces over.
  if (mesh.size() > 10) return;
  bool orientable = false;
  for (u32 turned = 0; turned < 1u << mesh.size() && !orientable; ++turned) {
    orientable = true;
    for (const auto& [ends, users] : uses)
      if (users.size() == 2) {
        const bool same_way = users[0].second == users[1].second;
        const bool turns = ((turned >> users[0].first ^ turned >> users[1].first) & 1) != 0;
        orientable = orientable && same_way == turns;
      }
  }
  EXPECT_EQ(topology.orientable, orientable);
}

TEST(Weld, JoinsExactlyWhatCoincides) {
  const Mesh box = generate::box({1, 2, 3});
  const Mesh loose = exploded(box), tight = welded(loose);
  EXPECT_EQ(loose.vertices().size(), 36u);
  EXPECT_EQ(tight.vertices().size(), 8u);
  ASSERT_EQ(tight.size(), 12u);
  for (u32 i = 0; i < 12; ++i) EXPECT_EQ(tight.triangle(i), box.triangle(i));

  const double tiny = std::numeric_limits<double>::denorm_min();
  const Mesh zeros = welded(make({{0, 0, 0}, {-0.0, 0, -0.0}, {tiny, 0, 0}, {-tiny, 0, 0}, {0, 0, 0}}, {}));
  EXPECT_EQ(zeros.vertices().size(), 3u);
  EXPECT_TRUE(welded(Mesh()).empty());
}

TEST(Topology, Box) {
  for (const Mesh& mesh : {generate::box({1, 2, 3}), exploded(generate::box({1, 2, 3}))}) {
    const MeshTopology t = MeshTopology::of(mesh);
    EXPECT_TRUE(t.closed && t.oriented && t.orientable && t.manifold && t.solid());
    EXPECT_EQ(t.edges.size(), 18u);
    EXPECT_EQ(t.components, 1u);
    EXPECT_EQ(t.boundary_edges, 0u);
    EXPECT_EQ(t.euler(), 2);
    expect_matches_slow_twin(mesh);
  }
}

TEST(Topology, NothingAtAll) {
  const MeshTopology t = MeshTopology::of({});
  EXPECT_FALSE(t.closed || t.solid());
  EXPECT_TRUE(t.manifold && t.oriented && t.orientable);
  EXPECT_EQ(t.components, 0u);
  EXPECT_EQ(t.euler(), 0);
}

TEST(Topology, OpenEdge) {
  const Mesh mesh = without_face(generate::box({1, 1, 1}), 5);
  const MeshTopology t = MeshTopology::of(mesh);
  EXPECT_FALSE(t.closed || t.solid());
  EXPECT_TRUE(t.oriented && t.orientable && t.manifold);
  EXPECT_EQ(t.boundary_edges, 3u);
  EXPECT_EQ(t.euler(), 1);
  expect_matches_slow_twin(mesh);
}

TEST(Topology, InvertedFace) {
  const Mesh box = generate::box({1, 1, 1});
  const Face f = box.faces()[4];
  const Mesh mesh = with_face(box, 4, {f[0], f[2], f[1]});
  const MeshTopology t = MeshTopology::of(mesh);
  EXPECT_TRUE(t.closed && t.orientable && t.manifold);
  EXPECT_FALSE(t.oriented || t.solid());
  expect_matches_slow_twin(mesh);
}

TEST(Topology, MoebiusStrip) {
  for (bool twisted : {false, true}) {
    const u32 n = 9;
    std::vector<Vec3d> vertices;
    std::vector<Face> faces;
    for (u32 i = 0; i < n; ++i) {
      const double u = 2 * 3.14159265358979 * i / n, v = twisted ? u / 2 : 0;
      for (double side : {-0.3, 0.3})
        vertices.push_back(
            {(1 + side * std::cos(v)) * std::cos(u), (1 + side * std::cos(v)) * std::sin(u), side * std::sin(v)});
    }
    for (u32 i = 0; i < n; ++i) {
      const bool last = i + 1 == n, cross = last && twisted;
      const u32 a = 2 * i, b = a + 1, c = last ? u32{cross} : a + 2, d = last ? 1 - u32{cross} : a + 3;
      faces.push_back({a, c, b}), faces.push_back({b, c, d});
    }
    const Mesh mesh = make(vertices, faces);
    const MeshTopology t = MeshTopology::of(mesh);
    EXPECT_TRUE(t.manifold);
    EXPECT_FALSE(t.closed);
    EXPECT_EQ(t.orientable, !twisted);
    EXPECT_EQ(t.oriented, !twisted);
    EXPECT_EQ(t.euler(), 0);
    EXPECT_EQ(t.components, 1u);
    EXPECT_EQ(t.boundary_edges, 2 * n);
    expect_matches_slow_twin(mesh);
  }
}

TEST(Topology, TwoBoxesAtAnEdge) {
  const Mesh box = generate::box({1, 1, 1});
  const Mesh mesh = joined(std::array{box, placed(box, Pose::shift({1, 1, 0}))});
  const MeshTopology t = MeshTopology::of(mesh);
  EXPECT_TRUE(t.closed && t.oriented && t.solid());
  EXPECT_FALSE(t.manifold);
  EXPECT_EQ(t.components, 1u);
  EXPECT_EQ(std::count_if(t.edges.begin(), t.edges.end(), [](auto e) { return e.uses == 4; }), 1);
  expect_matches_slow_twin(mesh);
}

TEST(Topology, BowTie) {
  // Two boxes at a corner, and two triangles at a corner: every edge is fine, the vertex is not.
  const Mesh box = generate::box({1, 1, 1});
  const Mesh corner = joined(std::array{box, placed(box, Pose::shift({1, 1, 1}))});
  MeshTopology t = MeshTopology::of(corner);
  EXPECT_TRUE(t.closed && t.oriented);
  EXPECT_FALSE(t.manifold);
  EXPECT_EQ(t.components, 2u);
  EXPECT_EQ(t.component[0], 0u);
  EXPECT_EQ(t.component[12], 1u);
  expect_matches_slow_twin(corner);

  const Mesh bow = make({{0, 0, 0}, {1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, 0}}, {{0, 2, 1}, {0, 3, 4}});
  t = MeshTopology::of(bow);
  EXPECT_FALSE(t.manifold || t.closed);
  EXPECT_EQ(t.components, 2u);
  expect_matches_slow_twin(bow);
}

TEST(Topology, DegenerateFacesAreLeftOut) {
  const Mesh box = generate::box({1, 1, 1});
  std::vector<Face> faces(box.faces().begin(), box.faces().end());
  faces.insert(faces.begin() + 3, {Face{0, 0, 0}, Face{1, 2, 1}});
  const Mesh mesh = make({box.vertices().begin(), box.vertices().end()}, faces);
  const MeshTopology t = MeshTopology::of(mesh);
  EXPECT_TRUE(t.closed && t.oriented && t.manifold);
  EXPECT_EQ(t.degenerate_faces, 2u);
  EXPECT_EQ(t.euler(), 2);
  EXPECT_EQ(t.component[3], kNone);
  EXPECT_EQ(t.component[5], 0u);
  expect_matches_slow_twin(mesh);

  const Mesh only = make({{0, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {1, 1, 1}});
  EXPECT_FALSE(MeshTopology::of(only).closed);
  EXPECT_EQ(MeshTopology::of(only).components, 0u);
  expect_matches_slow_twin(only);
}

// Few places, so that every kind of edge and vertex turns up.
TEST(Topology, RandomFacesMatchTheSlowTwin) {
  Random random(11);
  testing::Outcomes manifold("manifold"), oriented("oriented");
  u32 unorientable = 0;
  for (int i = 0, n = testing::cases(2000, 50000); i < n; ++i) {
    const u32 places = 5 + random.below(11);
    std::vector<Vec3d> vertices;
    for (u32 k = 0; k < 2 * places; ++k)
      vertices.push_back({double(k < places ? k : random.below(places)), random.chance(0.5) ? 0.0 : -0.0, 1});
    std::vector<Face> faces(1 + random.below(random.chance(0.5) ? 4 : 10));
    for (Face& f : faces)
      for (u32& v : f) v = random.below(2 * places);
    if (places <= 10 && random.chance(0.3)) {  // a ring of triangles, twisted when their number is odd
      faces.resize(places);
      for (u32 k = 0; k < places; ++k) faces[k] = {k, (k + 1) % places, (k + 2) % places};
    }
    const Mesh mesh = make(vertices, faces);
    expect_matches_slow_twin(mesh);
    manifold.saw(MeshTopology::of(mesh).manifold);
    oriented.saw(MeshTopology::of(mesh).oriented);
    unorientable += !MeshTopology::of(mesh).orientable;
  }
  EXPECT_GT(unorientable, 20u);
  for (u32 n : {1u, 10u, 300u}) expect_matches_slow_twin(generate::soup(random, n));
}

}  // namespace topology_test
}  // namespace apart
