// A touch or a clash? Against solids made of unit cells, where counting cells tells.
#include <apart/base/random.hpp>
#include <apart/queries/clash.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace clash_test {

using State = Clash::State;

Mesh box_mesh(Vec3d low, Vec3d high) { return placed(generate::box(high - low), Pose::shift(0.5 * (low + high))); }
Model box(Vec3d low, Vec3d high) { return Model::make(box_mesh(low, high)).value(); }
Model model(std::vector<Vec3d> vertices, std::vector<Face> faces) {
  return Model::make(Mesh::make(std::move(vertices), std::move(faces)).value()).value();
}
Mesh turned_over(const Mesh& mesh) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (Face& f : faces) std::swap(f[0], f[1]);
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, std::move(faces)).value();
}

// The state, in either order.
State state(const Model& a, const Model& b, const ClashOptions& options = {}) {
  const Clash found = clash(a, {}, b, options);
  EXPECT_EQ(clash(b, {}, a, options).state, found.state);
  EXPECT_EQ(clash(a, {}, b, options).contained, found.contained);
  return found.state;
}

// Some cells of a grid, and their common surface: diagonals run either way, and cells that meet in an edge or a corner
// make edges of four triangles.
struct Cells {
  static constexpr int n = 5;
  bool full[n][n][n] = {};

  bool at(int x, int y, int z) const { return x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n && full[x][y][z]; }

  Mesh surface(Random& random) const {
    std::vector<Vec3d> vertices;
    std::vector<Face> faces;
    const auto quad = [&](Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
      const u32 i = static_cast<u32>(vertices.size());
      vertices.insert(vertices.end(), {a, b, c, d});
      if (random.uniform(0, 1) < 0.5)
        faces.insert(faces.end(), {{i, i + 1, i + 2}, {i, i + 2, i + 3}});
      else
        faces.insert(faces.end(), {{i + 1, i + 2, i + 3}, {i + 1, i + 3, i}});
    };
    for (int x = 0; x < n; ++x)
      for (int y = 0; y < n; ++y)
        for (int z = 0; z < n; ++z) {
          if (!full[x][y][z]) continue;
          const Vec3d o{double(x), double(y), double(z)}, i{1, 0, 0}, j{0, 1, 0}, k{0, 0, 1};
          if (!at(x - 1, y, z)) quad(o, o + k, o + j + k, o + j);
          if (!at(x + 1, y, z)) quad(o + i, o + i + j, o + i + j + k, o + i + k);
          if (!at(x, y - 1, z)) quad(o, o + i, o + i + k, o + k);
          if (!at(x, y + 1, z)) quad(o + j, o + j + k, o + i + j + k, o + i + j);
          if (!at(x, y, z - 1)) quad(o, o + j, o + i + j, o + i);
          if (!at(x, y, z + 1)) quad(o + k, o + i + k, o + i + j + k, o + j + k);
        }
    return Mesh::make(std::move(vertices), std::move(faces)).value();
  }

  static Cells random(Random& random, double share) {
    Cells out;
    for (auto& plane : out.full)
      for (auto& row : plane)
        for (bool& cell : row) cell = random.uniform(0, 1) < share;
    return out;
  }
};

State counted(const Cells& a, const Cells& b) {
  State out = State::apart;
  constexpr int n = Cells::n;
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) {
        if (!a.full[x][y][z]) continue;
        if (b.full[x][y][z]) return State::clash;
        for (int i = -1; i <= 1; ++i)
          for (int j = -1; j <= 1; ++j)
            for (int k = -1; k <= 1; ++k)
              if (b.at(x + i, y + j, z + k)) out = State::touch;
      }
  return out;
}

TEST(Clash, SolidsOfCellsAsCounted) {
  Random random(1);
  testing::Outcomes clashes("clashes"), touches("touches among the others");
  for (int round = 0; round < testing::cases(1500, 30000); ++round) {
    const bool sparse = round % 2 == 0;  // or they would seldom be apart
    const Cells ca = Cells::random(random, sparse ? 0.015 : random.uniform(0.01, 0.3));
    const Cells cb = Cells::random(random, sparse ? 0.015 : random.uniform(0.01, 0.1));
    const Mesh ma = ca.surface(random), mb = cb.surface(random);
    if (ma.empty() || mb.empty()) continue;
    const State truth = counted(ca, cb);
    clashes.saw(truth == State::clash);
    if (truth != State::clash) touches.saw(truth == State::touch);
    const bool over_a = random.uniform(0, 1) < 0.2, over_b = random.uniform(0, 1) < 0.2;
    const Model a = Model::make(over_a ? turned_over(ma) : ma).value();
    const Model b = Model::make(over_b ? turned_over(mb) : mb).value();
    ASSERT_TRUE(a.closed() && b.closed());
    ASSERT_EQ(a.inside_out(), over_a);
    ASSERT_EQ(state(a, b, {.solid = true}), truth) << "round " << round;
  }
}

// Boxes with whole coordinates: flush, nested, crossing, shared corners, equal.
TEST(Clash, BoxesAsTheirIntervals) {
  Random random(2);
  testing::Outcomes clashes("clashes"), touches("touches among the others");
  const auto interval = [&](double& low, double& high) {
    low = std::floor(random.uniform(0, 3.5));
    high = low + 1 + std::floor(random.uniform(0, 3));
  };
  for (int round = 0; round < testing::cases(3000, 100000); ++round) {
    Vec3d al, ah, bl, bh;
    bool open = true, closed = true;
    for (int k = 0; k < 3; ++k) {
      interval(al[k], ah[k]), interval(bl[k], bh[k]);
      open = open && al[k] < bh[k] && bl[k] < ah[k];
      closed = closed && al[k] <= bh[k] && bl[k] <= ah[k];
    }
    clashes.saw(open);
    if (!open) touches.saw(closed);
    ASSERT_EQ(state(box(al, ah), box(bl, bh), {.solid = true}), open     ? State::clash
                                                                : closed ? State::touch
                                                                         : State::apart)
        << round;
  }
}

TEST(Clash, SharedFaceIsATouch) {
  EXPECT_EQ(state(box({-2, -1, 0}, {0, 1, 2}), box({0, -1, 0}, {2, 1, 2})), State::touch);
}

TEST(Clash, AlignedWallsWithCoplanarSides) {
  const Model wall = box({0, 0, 0}, {5, 0.2, 3});
  const Model overlapping = box({4.95, 0, 0}, {9, 0.2, 3});
  EXPECT_EQ(state(wall, overlapping), State::clash);
  EXPECT_EQ(clash(wall, Pose::shift({0, 0.002, 0}), overlapping).state, State::clash);
  EXPECT_EQ(state(wall, box({5, 0, 0}, {9, 0.2, 3})), State::touch);
  EXPECT_EQ(state(wall, box({5.05, 0, 0}, {9, 0.2, 3})), State::apart);
}

TEST(Clash, BoxInACorner) {
  const Mesh walls[] = {box_mesh({-1, -1, -1}, {0, 9, 9}), box_mesh({0, -1, -1}, {9, 0, 9}),
                        box_mesh({0, 0, -1}, {9, 9, 0})};
  const Model corner = Model::make(joined(walls)).value();
  EXPECT_EQ(state(corner, box({0, 0, 0}, {1, 1, 1})), State::touch);
  EXPECT_EQ(state(corner, box({0, 0, -0.001}, {1, 1, 1})), State::clash);
  EXPECT_EQ(state(corner, box({0.001, 0.001, 0.001}, {1, 1, 1})), State::apart);
}

TEST(Clash, InsideAndTouchingInPointsOnly) {
  // All six corners lie on the faces of the box: no vertex tells.
  const Model octahedron = Model::make(generate::sphere(1, 4, 2)).value();
  ASSERT_EQ(octahedron.mesh().size(), 8u);
  EXPECT_EQ(state(box({-1, -1, -1}, {1, 1, 1}), octahedron), State::clash);
  EXPECT_TRUE(clash(box({-1, -1, -1}, {1, 1, 1}), {}, octahedron).contained);
  // From outside one corner touches a face.
  EXPECT_EQ(clash(box({-1, -1, -1}, {1, 1, 1}), Pose::shift({2, 0, 0}), octahedron).state, State::touch);
  // Two rods crossed, edge on edge.
  EXPECT_EQ(
      state(model({{-1, 0, 0}, {1, 0, 0}, {0, 1, 1}, {0, -1, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}),
            model({{0, -1, 0}, {0, 1, 0}, {1, 0, -1}, {-1, 0, -1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})),
      State::touch);
  // Free inside: only as solids.
  EXPECT_EQ(state(box({-2, -2, -2}, {2, 2, 2}), octahedron), State::apart);
  EXPECT_EQ(state(box({-2, -2, -2}, {2, 2, 2}), octahedron, {.solid = true}), State::clash);
}

TEST(Clash, SurfacesCrossOrOnlyTouch) {
  const auto square = [](Vec3d a, Vec3d b, Vec3d c, Vec3d d) { return model({a, b, c, d}, {{0, 1, 2}, {0, 2, 3}}); };
  const Model floor = square({-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0});
  EXPECT_EQ(state(floor, square({0.3, -1, -1}, {0.3, 1, -1}, {0.3, 1, 1}, {0.3, -1, 1})), State::clash);
  EXPECT_EQ(state(floor, square({0.3, -1, 0}, {0.3, 1, 0}, {0.3, 1, 1}, {0.3, -1, 1})), State::touch);
  EXPECT_EQ(state(floor, square({-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0})), State::touch);
  // A fold that lies in the floor: both wings above, or one below.
  const auto fold = [&](double z) {
    return model({{0.3, -1, 0}, {0.3, 1, 0}, {1, 0, 1}, {-1, 0, z}}, {{0, 1, 2}, {1, 0, 3}});
  };
  EXPECT_EQ(state(floor, fold(1)), State::touch);
  EXPECT_EQ(state(floor, fold(-1)), State::clash);
  // A surface and a solid.
  const Model cube = box({-1, -1, -1}, {1, 1, 1});
  EXPECT_EQ(state(cube, square({0, -1, 1}, {0, 1, 1}, {0, 1, 2}, {0, -1, 2})), State::touch);
  EXPECT_EQ(state(cube, square({0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1})), State::clash);  // a diaphragm
  EXPECT_EQ(state(cube, square({-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1})), State::touch);
}

TEST(Clash, ATurnedPairThatLiesFlushIsATouchToATolerance) {
  Random random(3);
  const Model a = Model::make(generate::box({2, 2, 2})).value(), b = Model::make(generate::box({1, 1, 1})).value();
  for (int round = 0; round < 200; ++round) {
    const Pose turn{random.rotation(), 10 * random.in_ball()};
    const auto resting = [&](double depth) {
      const Pose about_z = Pose::from_quaternion(1, 0, 0, random.uniform(-1, 1), {0.1, 0.2, 1.5 - depth}).value();
      const Pose in_world = turn * about_z;
      return clash(a, inverse(turn) * in_world, b, {.tolerance = 1e-9}).state;
    };
    EXPECT_NE(resting(0), State::clash);
    EXPECT_EQ(resting(1e-10), State::touch);
    EXPECT_EQ(resting(1e-8), State::clash);
  }
}

TEST(Clash, FlushInSinglePrecision) {
  // ifc-lite#2594: surfaces that overlap by the last digit of a float were a "hard clash".
  const double flush = double(3.1f), into = double(std::nextafter(3.1f, 0.0f));
  const Model below = box({0, 0, 0}, {4, 4, flush});
  EXPECT_EQ(state(below, box({1, 1, flush}, {3, 3, 5})), State::touch);
  EXPECT_EQ(state(below, box({1, 1, into}, {3, 3, 5})), State::clash);
  EXPECT_EQ(state(below, box({1, 1, into}, {3, 3, 5}), {.tolerance = 1e-6}), State::touch);
}

TEST(Clash, NothingTouchesNothing) {
  const Model none = Model::make(Mesh()).value();
  EXPECT_EQ(clash(none, {}, box({0, 0, 0}, {1, 1, 1})).status, Status::nothing);
  EXPECT_THROW(clash(none, {}, none, {.tolerance = -1}), UsageError);
}

}  // namespace clash_test
}  // namespace apart
