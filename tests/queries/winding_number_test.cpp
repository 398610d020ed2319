// Inside or not: rays that graze edges and vertices; winding numbers of open, overlapping and badly oriented surfaces,
// compared with the sum of all solid angles.
#include <algorithm>
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/triangles/point.hpp>
#include <numbers>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace winding_number_test {

using Method = WindingNumber::Method;

// The slow twin: every triangle by itself, those that contain the point left out.
double sum_of_solid_angles(const Mesh& mesh, Vec3d p) {
  using Real = long double;
  Real sum = 0;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    if (overlap({p, p, p}, t)) continue;
    const Vec3<Real> a = cast<Real>(t.a) - cast<Real>(p), b = cast<Real>(t.b) - cast<Real>(p),
                     c = cast<Real>(t.c) - cast<Real>(p);
    const Real la = length(a), lb = length(b), lc = length(c);
    sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return static_cast<double>(sum / (2 * std::numbers::pi_v<Real>));
}

// It loses its digits beside edges that the point is not on.
bool beside(const Model& model, Vec3d p) {
  const double distance = closest(model, p).distance;
  if (!winding_number(model, p).on_surface) return distance < 1e-3 * model.tree().frame.radius;
  // On one triangle, and so near another that the angle of that loses 6 digits of its 19.
  for (u32 i = 0; i < model.mesh().size(); ++i) {
    const double squared = closest_on_triangle(p, model.mesh().triangle(i)).squared;
    if (squared > 0 && squared < 1e-6 * squared_length(model.mesh().triangle(i).a - p)) return true;
  }
  return false;
}

Mesh without(const Mesh& mesh, Random& random, double share) {
  std::vector<Face> faces;
  for (const Face& face : mesh.faces())
    if (!random.chance(share)) faces.push_back(face);
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, faces).value();
}
Mesh turned(const Mesh& mesh, Random& random, double share) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (Face& face : faces)
    if (random.chance(share)) std::swap(face[0], face[1]);
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, faces).value();
}

// In the box of the model, often level with vertices and edges along one or two axes.
Vec3d point_near(const Mesh& mesh, Random& random) {
  Bounds box;
  for (const Vec3d v : mesh.vertices()) box.add(v);
  Vec3d p;
  const Vec3d size = 1.2 * box.size(), low = box.centre() - 0.5 * size;
  for (int k = 0; k < 3; ++k) p[k] = low[k] + size[k] * random.uniform();
  const Triangle t = mesh.triangle(random.below(mesh.size()));
  const Vec3d on = random.chance(0.5) ? t.a : 0.5 * (t.a + t.b);
  for (int k = 0; k < 3; ++k)
    if (random.chance(0.3)) p[k] = on[k];
  return p;
}

TEST(WindingNumber, OfAllSolidAngles) {
  Random random(1);
  const Mesh ball = generate::sphere(1, 400), box = generate::box({1, 2, 3}), torus = generate::torus(1, 0.4, 24, 12);
  const Mesh overlapping[] = {ball, placed(ball, Pose::shift({0.5, 0.25, 0})), box};
  struct Case {
    Mesh mesh;
    Method method;
  } cases[] = {{torus, Method::crossings},
               {joined(overlapping), Method::crossings},
               {without(torus, random, 0.05), Method::boundary},
               {without(placed(ball, random.pose(1e6)), random, 0.02), Method::boundary},
               {scaled(without(ball, random, 0.1), 1e-6), Method::boundary},
               {turned(torus, random, 0.1), Method::boundary},
               {without(joined(overlapping), random, 0.1), Method::boundary},
               {placed(generate::height_field({2, 2, 0.5}, 8, 8), Pose::shift({-1, -1, 0})), Method::boundary},
               {without(box, random, 0.2), Method::boundary},
               {without(ball, random, 0.6), Method::solid_angles},
               {turned(box, random, 0.5), Method::solid_angles},
               {generate::soup(random, 200), Method::solid_angles}};
  testing::Outcomes outcomes("points inside");
  for (const Case& c : cases) {
    const Model model = Model::make(c.mesh).value();
    for (int k = 0; k < testing::cases(150, 5000); ++k) {
      const Vec3d p = point_near(c.mesh, random);
      if (beside(model, p)) continue;
      const WindingNumber w = winding_number(model, p);
      const double truth = sum_of_solid_angles(c.mesh, p);
      ASSERT_EQ(w.status, Status::exact);
      ASSERT_EQ(w.method, c.method) << model.topology().open_edges.size() << " of " << c.mesh.size();
      ASSERT_NEAR(w.value, truth, 1e-12);
      if (c.method == Method::crossings && !w.on_surface) {
        ASSERT_EQ(w.value, std::round(w.value));
      }
      ASSERT_EQ(inside(model, p), w.inside());
      outcomes.saw(w.inside());
    }
  }
}

TEST(Angle, ThatOfTheStandardLibrary) {
  Random random(9);
  for (int k = 0; k < 10000; ++k) {
    const double turn = random.uniform(-3.2, 3.2), size = std::pow(10, random.uniform(-100, 100));
    const double y = size * std::sin(turn), x = size * std::cos(turn);
    ASSERT_NEAR(angle_of(y, x), std::atan2(y, x), 1e-15);
  }
  EXPECT_EQ(angle_of(0, 0), 0);
  EXPECT_EQ(angle_of(0, 2), 0);
  EXPECT_EQ(angle_of(3, 0), std::numbers::pi / 2);
  EXPECT_EQ(angle_of(0, -1), std::numbers::pi);
}

TEST(WindingNumber, OnTheSurface) {
  const Model cube = Model::make(generate::box({2, 2, 2})).value();
  const auto at = [&](Vec3d p) {
    const WindingNumber w = winding_number(cube, p);
    EXPECT_TRUE(w.on_surface);
    EXPECT_TRUE(w.inside());
    return w.value;
  };
  EXPECT_NEAR(at({1, 0.5, 0.25}), 0.5, 1e-15);  // a face
  EXPECT_NEAR(at({1, 0, 0}), 0.5, 1e-15);       // its diagonal
  EXPECT_NEAR(at({1, 1, 0.25}), 0.25, 1e-15);   // an edge
  EXPECT_NEAR(at({1, 1, -1}), 0.125, 1e-15);    // a vertex
  // All features of open and closed meshes, at vertices and where the middles of edges are exact.
  Random random(2);
  for (const Mesh& mesh : {generate::box({2, 4, 6}), without(generate::sphere(1, 200), random, 0.1),
                           generate::height_field({2, 2, 0.5}, 4, 4), without(generate::box({1, 1, 1}), random, 0.5)}) {
    const Model model = Model::make(mesh).value();
    for (u32 i = 0; i < mesh.size(); ++i) {
      const Triangle t = mesh.triangle(i);
      for (const Vec3d p : {t.a, t.b, t.c, 0.5 * (t.a + t.b)}) {
        const WindingNumber w = winding_number(model, p);
        ASSERT_TRUE(w.on_surface || p == 0.5 * (t.a + t.b));
        if (w.on_surface) {
          ASSERT_NEAR(w.value, sum_of_solid_angles(mesh, p), 1e-13);
        }
      }
    }
  }
}

TEST(WindingNumber, HalfSpheres) {
  // A bowl: from its rim's middle it covers half of all directions, from far above the solid angle of its rim.
  const Mesh ball = generate::sphere(1, 64, 32);
  std::vector<Face> faces;
  for (u32 i = 0; i < ball.size(); ++i) {
    const Triangle t = ball.triangle(i);
    if (t.a.z + t.b.z + t.c.z < 0) faces.push_back(ball.faces()[i]);
  }
  const Model bowl = Model::make(Mesh::make({ball.vertices().begin(), ball.vertices().end()}, faces).value()).value();
  EXPECT_NEAR(winding_number(bowl, {}).value, 0.5, 1e-15);
  for (const double z : {0.5, 1.0, 3.0, 100.0, 1e4}) {
    const double rim = 0.5 * (1 - z / std::sqrt(1 + z * z));              // of a full circle, 2π (1 − cos)
    EXPECT_NEAR(winding_number(bowl, {0, 0, z}).value, rim, 3e-3 * rim);  // of 64 sides
    EXPECT_NEAR(winding_number(bowl, {0, 0, z}).value, sum_of_solid_angles(bowl.mesh(), {0, 0, z}), 4e-15);
  }
  EXPECT_TRUE(inside(bowl, {0, 0, -0.5}));
  EXPECT_FALSE(inside(bowl, {0, 0, 0.5}));
  EXPECT_EQ(winding_number(bowl, {1e40, 0, 0}).value, 0);
  // Inside out.
  std::vector<Face> other;
  for (const Face& f : ball.faces()) other.push_back({f[0], f[2], f[1]});
  const Model inward = Model::make(Mesh::make({ball.vertices().begin(), ball.vertices().end()}, other).value()).value();
  EXPECT_EQ(winding_number(inward, {0.1, 0.2, 0.3}).value, -1);
  EXPECT_TRUE(inside(inward, {0.1, 0.2, 0.3}));
  EXPECT_FALSE(inside(inward, {2, 0, 0}));
}

TEST(WindingNumber, BesideTheBoundaryAndBelowItsVertices) {
  // The ray from the point passes boundary vertices and edges at all distances down to none: nothing is lost.
  Random random(3);
  const Mesh mesh = without(generate::box({2, 2, 2}), random, 0.4);
  const Model model = Model::make(mesh).value();
  ASSERT_GT(model.topology().open_edges.size(), 0u);
  for (int k = 0; k < testing::cases(2000, 50000); ++k) {
    const Triangle t = mesh.triangle(random.below(mesh.size()));
    const int axis = static_cast<int>(random.below(3));
    Vec3d p = t.a + random.uniform() * (t.b - t.a);
    p[axis] = random.uniform(-1, 1);
    const double off = random.chance(0.3) ? 0 : std::pow(10, random.uniform(-17, -1));
    p += off * random.direction();
    const WindingNumber w = winding_number(model, p);
    if (!beside(model, p) && (off == 0 || !w.on_surface)) {
      ASSERT_NEAR(w.value, sum_of_solid_angles(mesh, p), 1e-13) << off;
    }
  }
}

TEST(Locate, RaysThatGrazeEverything) {
  // Boxes on a grid, joined and one inside the other: every ray along an axis from a grid point is degenerate.
  const auto box = [](Vec3d low, Vec3d high) {
    return placed(generate::box(high - low), Pose::shift(0.5 * (low + high)));
  };
  const Mesh parts[] = {box({0, 0, 0}, {2, 2, 2}), box({1, 1, 1}, {4, 3, 2}), box({3, 0, 0}, {4, 1, 1}),
                        box({3, 1, 0}, {4, 2, 1})};
  const Model model = Model::make(joined(parts)).value();
  testing::Outcomes inside("points inside", 0.02), on("points on the surface", 0.1);
  for (int x = -1; x <= 9; ++x)
    for (int y = -1; y <= 9; ++y)
      for (int z = -1; z <= 9; ++z) {
        const Vec3d p{0.5 * x, 0.5 * y, 0.5 * z};
        bool in = false, border = false;
        for (const Mesh& part : parts) {
          Bounds b;
          for (const Vec3d v : part.vertices()) b.add(v);
          const Vec3d near = larger(b.low - p, p - b.high);
          in = in || largest(near) < 0;
          border = border || largest(near) == 0;
        }
        const Where where = border ? Where::on_surface : in ? Where::inside : Where::outside;
        ASSERT_EQ(locate(model, p), where) << p.x << ' ' << p.y << ' ' << p.z;
        inside.saw(where == Where::inside);
        on.saw(where == Where::on_surface);
      }
}

TEST(Locate, DegenerateTrianglesDoNotCount) {
  // A cube with a fin: flat triangles along an edge, a point, and one wall doubled both ways.
  const Mesh cube = generate::box({2, 2, 2});
  std::vector<Vec3d> vertices(cube.vertices().begin(), cube.vertices().end());
  std::vector<Face> faces(cube.faces().begin(), cube.faces().end());
  const Face f = faces[0];
  faces.push_back({f[0], f[0], f[1]});
  faces.push_back({f[2], f[2], f[2]});
  faces.push_back({f[0], f[1], f[2]});
  faces.push_back({f[0], f[2], f[1]});
  const Model model = Model::make(Mesh::make(vertices, faces).value()).value();
  ASSERT_TRUE(model.closed());
  for (const double s : {-0.5, 0.0, 0.5})
    for (const double t : {-0.5, 0.0, 0.5}) {
      EXPECT_EQ(locate(model, {s, t, 0.25}), Where::inside);
      EXPECT_EQ(locate(model, {s, t, 1.25}), Where::outside);
      EXPECT_EQ(locate(model, {1.5, s, t}), Where::outside);
      EXPECT_EQ(winding_number(model, {s, t, 0.25}).value, 1);
    }
}

// A batch uses a grid of cells whose winding numbers are known; the answers are those of rays.
TEST(WindingNumber, ManyPointsByCells) {
  Random random(12);
  testing::Outcomes inside("points inside", 0.1), on_surface("points on the surface", 0.01);
  const Mesh ball = generate::sphere(1, 12, 16), box = generate::box({1, 1, 1});
  const Mesh overlapping[] = {ball, placed(ball, Pose::shift({0.7, 0.2, 0.1})), placed(box, Pose::shift({-0.4, 0, 0}))};
  const Mesh far_apart[] = {scaled(ball, 0.01), placed(scaled(box, 0.01), Pose::shift({1, 0.5, 2}))};
  const Mesh flat = scaled(box, Vec3d{1, 1, 0});
  for (const Mesh& mesh : {ball, box, joined(overlapping), joined(far_apart), generate::wrinkled_torus(5000), flat})
    for (const Pose& at : {Pose{}, Pose::shift({1e6, -3e6, 2e5})})
      for (const double scale : {1e-6, 1.0, 1e6}) {
        const Mesh put = scaled(placed(mesh, at), scale);
        const Model model = Model::make(put).value();
        std::vector<Vec3d> points;
        for (int k = 0; k < testing::cases(200, 20000); ++k) {
          const Triangle t = put.triangle(random.below(put.size()));
          points.push_back(random.chance(0.1)   ? t[static_cast<int>(random.below(3))]
                           : random.chance(0.2) ? t.a + 1e-3 * scale * random.in_ball()
                                                : point_near(put, random));
        }
        const Batch<WindingNumber> many = winding_number(model, points, {.threads = 2});
        for (std::size_t i = 0; i < points.size(); ++i) {
          const WindingNumber one = winding_number(model, points[i]);
          ASSERT_EQ(many.answers[i].value, one.value);
          ASSERT_EQ(many.answers[i].on_surface, one.on_surface);
          ASSERT_EQ(many.answers[i].method, one.method);
          inside.saw(one.inside());
          on_surface.saw(one.on_surface);
        }
      }
}

TEST(WindingNumber, ManyPointsAndBadOnes) {
  Random random(4);
  const Mesh mesh = without(generate::torus(1, 0.4, 24, 12), random, 0.05);
  const Model model = Model::make(mesh).value(), none = Model::make(Mesh()).value();
  std::vector<Vec3d> points;
  for (int k = 0; k < 1000; ++k) points.push_back(point_near(mesh, random));
  points[5] = {std::nan(""), 0, 0};
  use_lanes(LaneWidth::one);
  const Batch<WindingNumber> first = winding_number(model, points, {.threads = 1});
  for (const LaneWidth width : kLaneWidths)
    for (const u32 threads : {1u, 4u}) {
      use_lanes(width);
      const Batch<WindingNumber> again = winding_number(model, points, {.threads = threads});
      for (std::size_t i = 0; i < points.size(); ++i) {
        ASSERT_EQ(again.answers[i].status, i == 5 ? Status::invalid : Status::exact);
        ASSERT_EQ(std::bit_cast<u64>(again.answers[i].value), std::bit_cast<u64>(first.answers[i].value));
        ASSERT_EQ(again.answers[i].on_surface, first.answers[i].on_surface);
      }
    }
  use_lanes(std::nullopt);
  EXPECT_EQ(winding_number(none, {}).status, Status::nothing);
  EXPECT_FALSE(inside(none, {}));
  EXPECT_EQ(winding_number(model, {1e151, 0, 0}).status, Status::invalid);
  EXPECT_THROW(inside(model, {0, std::nan(""), 0}), UsageError);
  EXPECT_THROW(locate(model, {}), UsageError);
}

}  // namespace winding_number_test
}  // namespace apart
