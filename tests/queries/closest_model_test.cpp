// The nearest point of a model, compared with all of its triangles in 113 bits; on and near its features; of many
// points.
#include <apart/base/lane_width.hpp>
#include <apart/base/normalized.hpp>
#include <apart/base/random.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/closest_triangles.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/point_batch.hpp>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/support.hpp"
#include "tests/triangles/true_distance.hpp"

namespace apart {
namespace closest_model_test {

using testing::true_distance;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Truth {
  double distance = kInfinity;
  u32 triangle = 0;
};
Truth brute_force(const Mesh& mesh, Vec3d p) {
  Truth best;
  for (u32 i = 0; i < mesh.size(); ++i)
    if (const double d = true_distance(p, mesh.triangle(i)); d < best.distance) best = {d, i};
  return best;
}

// The answer is consistent with itself, and as near as the nearest triangle.
void expect_nearest(const Mesh& mesh, Vec3d p, const ClosestPoint& r, double truth) {
  ASSERT_EQ(r.status, Status::exact);
  ASSERT_LT(r.element.triangle, mesh.size());
  const Triangle t = mesh.triangle(r.element.triangle);
  const double distance = std::abs(r.distance);
  const double size = std::max({length(p - t.a), length(p - t.b), length(p - t.c)});
  // A few roundings of the distance, and of where the border of the triangle is.
  ASSERT_NEAR(distance, truth, 2e-15 * truth + 3e-16 * size);
  const double units = 4e-15 * (size + largest(abs(p)));
  ASSERT_LE(length(r.point + r.distance * r.normal - p), units);
  ASSERT_LE(length(r.weights.x * t.a + r.weights.y * t.b + r.weights.z * t.c - r.point), units);
  ASSERT_NEAR(r.weights.x + r.weights.y + r.weights.z, 1, 1e-15);
  ASSERT_GE(std::min({r.weights.x, r.weights.y, r.weights.z}), 0);
  ASSERT_EQ(r.element.part, mesh.part(r.element.triangle));
  const int number = static_cast<int>(r.element.feature);
  if (number < 3) {
    ASSERT_EQ(r.point, t[number]);
  }
}

std::vector<Mesh> meshes(Random& random) {
  const Mesh parts[] = {generate::sphere(1, 300), placed(generate::torus(2, 0.5, 12, 9), Pose::shift({1, 2, 3}))};
  return {joined(parts), generate::box({1, 2, 3}), generate::soup(random, 200), generate::spoon(),
          generate::gear({.teeth = 8, .module = 0.2, .width = 0.4, .bore = 0.3, .backlash = 0.05}),
          Mesh::make({{1, 2, 3}}, {{0, 0, 0}}).value(),
          // Slivers and degenerate triangles.
          Mesh::make({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-9, 0}, {0.3, 0, 0}, {1, 1e-15, 1e-15}, {-1, 0.25, 1}},
                     {{0, 1, 2}, {0, 1, 3}, {0, 4, 1}, {5, 5, 2}, {5, 4, 2}})
              .value()};
}

Vec3d around(Random& random, const Mesh& mesh) {
  const Triangle t = mesh.triangle(random.below(mesh.size()));
  const Vec3d corner = t[static_cast<int>(random.below(3))];
  if (random.chance(0.2)) return corner;
  if (random.chance(0.2)) return 0.5 * (t.a + t.b);
  const double u = random.uniform(), v = random.uniform() * (1 - u);
  const Vec3d on = t.a + u * (t.b - t.a) + v * (t.c - t.a);
  if (random.chance(0.2)) return on;
  const double size = std::pow(10, random.uniform(-14, random.chance(0.2) ? 8 : 1));
  return on + size * random.direction();
}

TEST(ClosestModel, OfAllTriangles) {
  Random random(1);
  testing::Outcomes faces("nearest in a face"), apart("apart", 0.1);
  for (const Mesh& mesh : meshes(random)) {
    const Model model = Model::make(mesh).value();
    for (int k = 0; k < testing::cases(60, 2000); ++k) {
      const Vec3d p = around(random, mesh);
      const Truth truth = brute_force(mesh, p);
      const ClosestPoint r = closest(model, p);
      ASSERT_NO_FATAL_FAILURE(expect_nearest(mesh, p, r, truth.distance)) << mesh.size() << " triangles, case " << k;
      faces.saw(r.element.feature == TriangleFeature::face);
      apart.saw(r.distance > 1e-3);
    }
  }
}

TEST(ClosestModel, AtEveryScaleAndFarFromTheOrigin) {
  Random random(2);
  for (const double scale : {1e-6, 1e-3, 1e3, 1e6})
    for (const double offset : {0.0, 1e6}) {
      const Mesh mesh = placed(scaled(generate::wrinkled_torus(300), scale), random.pose(offset * scale));
      const Model model = Model::make(mesh).value();
      for (int k = 0; k < testing::cases(15, 500); ++k) {
        const Triangle t = mesh.triangle(random.below(mesh.size()));
        const Vec3d p = t.a + std::pow(10, random.uniform(-8, 8)) * scale * random.direction();
        ASSERT_NO_FATAL_FAILURE(expect_nearest(mesh, p, closest(model, p), brute_force(mesh, p).distance));
      }
    }
}

TEST(ClosestModel, FarthestPoints) {
  const Model cube = Model::make(generate::box({2, 2, 2})).value();
  for (const double far : {1e9, 1e17, 1e30, 1e100, 9e149}) {
    const ClosestPoint r = closest(cube, {far, 0.5, 0.25});
    EXPECT_EQ(r.distance, far - 1);
    EXPECT_LE(length(r.normal - Vec3d{1, 0, 0}), 1e-15);
  }
}

TEST(ClosestModel, CloseToAFaceAnEdgeOrAVertexToFullPrecision) {
  Random random(7);
  const Mesh mesh = placed(generate::wrinkled_torus(300), random.pose(1e3));
  const Model model = Model::make(mesh).value();
  for (int k = 0; k < testing::cases(400, 20000); ++k) {
    const Triangle t = mesh.triangle(random.below(mesh.size()));
    const double u = random.uniform(0.2, 0.4), v = random.uniform(0.2, 0.4);
    const Vec3d unit = normalized(area_vector(t)).unit;
    const Vec3d p = t.a + u * (t.b - t.a) + v * (t.c - t.a) + std::pow(10, random.uniform(-13, -2)) * unit;
    const double truth = brute_force(mesh, p).distance;
    ASSERT_NEAR(closest(model, p).distance, truth, 1e-14 * truth);
  }
  // Of an edge and a vertex, where the triangle is degenerate: a segment.
  const Vec3d from{1e3, 2e3, 5}, to = from + random.direction();
  const Model segment = Model::make(Mesh::make({from, to}, {{0, 1, 1}}).value()).value();
  for (int k = 0; k < 400; ++k) {
    const double small = std::pow(10, random.uniform(-11, -2));
    const Vec3d p = from + random.uniform(-0.5, 1.5) * (to - from) + small * random.direction();
    const double truth = true_distance(p, segment.mesh().triangle(0));
    const ClosestPoint r = closest(segment, p);
    ASSERT_NEAR(r.distance, truth, 4e-15 * truth);
    ASSERT_NEAR(length(r.normal), 1, 1e-14);
  }
}

// Found by the tests at night: the middle of an edge, which rounding puts beyond it, by far more than the other
// coordinates can take in a sliver; and two vertices that are nearly as near as each other.
TEST(ClosestModel, BesideTheEdgeOfASliver) {
  const Mesh sliver = Mesh::make({{-0x1.0900e9d866455p+0, -0x1.a384e5257fc3ap-2, -0x1.415cd23cc0f73p-2},
                                  {-0x1.f83ae3d0d16bap-1, -0x1.34e4da4d9b818p-1, -0x1.bddc60dccff66p-3},
                                  {-0x1.08475f4e417cap+0, -0x1.aeab22de32381p-2, -0x1.3bd3cf5a32ef5p-2}},
                                 {{0, 1, 2}})
                          .value();
  const Vec3d middle{-0x1.028f2de0677d9p+0, -0x1.0353a6702db1ap-1, -0x1.1025815594793p-2};
  expect_nearest(sliver, middle, closest(Model::make(sliver).value(), middle), brute_force(sliver, middle).distance);
  const Mesh two =
      Mesh::make({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-9, 0}, {1, 1e-15, 1e-15}}, {{0, 1, 2}, {0, 3, 1}}).value();
  const Vec3d beyond{0x1.0e52a0a4c1c3ep+0, 0x1.e25c7ab17e2c4p-6, 0x1.654199562ce75p-5};
  const ClosestPoint nearer = closest(Model::make(two).value(), beyond);
  expect_nearest(two, beyond, nearer, brute_force(two, beyond).distance);
  EXPECT_EQ(nearer.element.triangle, 1u);
  const auto both = closest_triangles(Model::make(two).value(), beyond, 2);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].element, nearer.element);
  EXPECT_LT(both[0].distance, both[1].distance);
}

TEST(ClosestModel, OfEqualsTheLowestTriangle) {
  const Mesh cube = generate::box({2, 2, 2});
  const Model model = Model::make(cube).value();
  Random random(3);
  const auto lowest = [&](Vec3d p) {
    const double least = brute_force(cube, p).distance;
    for (u32 i = 0;; ++i)
      if (true_distance(p, cube.triangle(i)) <= least * (1 + 1e-15)) return i;
  };
  for (const double s : {-1.0, 0.0, 0.5, 1.0, 3.0})
    for (const double t : {-1.0, 0.0, 0.25, 1.0, 2.0})
      for (const double u : {-3.0, -1.0, 0.0, 1.0, 1.5}) {
        const Vec3d p{s, t, u};
        EXPECT_EQ(closest(model, p).element.triangle, lowest(p)) << s << ' ' << t << ' ' << u;
      }
  // Above edges and vertices of a mesh in general position.
  const Mesh turned = placed(generate::sphere(1, 200), random.pose(3));
  const Model ball = Model::make(turned).value();
  for (u32 i = 0; i < turned.size(); ++i) {
    const Triangle t = turned.triangle(i);
    const Vec3d centre = ball.tree().frame.centre, corner = centre + 2.0 * (t.a - centre),
                middle = centre + (t.a + t.b - 2.0 * centre);
    for (const Vec3d p : {corner, middle}) {
      const ClosestPoint r = closest(ball, p);
      const auto as_near = closest_triangles(ball, p, 20);
      u32 first = turned.size();
      for (const ClosestPoint& x : as_near)
        if (x.distance <= r.distance * (1 + 1e-14)) first = std::min(first, x.element.triangle);
      ASSERT_EQ(r.element.triangle, first);
    }
  }
}

TEST(ClosestModel, SignedOfSolids) {
  // Open3D#5105: the cube [0, 1]³ and (−1, −1, 0), said to be inside.
  const Model unit = Model::make(placed(generate::box({1, 1, 1}), Pose::shift({0.5, 0.5, 0.5}))).value();
  EXPECT_EQ(closest(unit, {-1, -1, 0}, {.solid = true}).distance, std::sqrt(2.0));
  EXPECT_EQ(closest(unit, {0.5, 0.5, 0.25}, {.solid = true}).distance, -0.25);
  EXPECT_EQ(closest(unit, {0.5, 0.5, 0.25}, {.solid = true}).normal, (Vec3d{0, 0, -1}));
  EXPECT_EQ(closest(unit, {0.5, 0.5, 0.25}).distance, 0.25);
  EXPECT_EQ(closest(unit, {0.5, 0.5, 0.25}).normal, (Vec3d{0, 0, 1}));
  for (const Vec3d on : {Vec3d{0, 0, 0}, {1, 0.5, 0}, {0.3, 0.7, 1}}) {
    EXPECT_EQ(closest(unit, on, {.solid = true}).distance, 0);
    EXPECT_NEAR(length(closest(unit, on, {.solid = true}).normal), 1, 1e-15);
  }
  // A sphere and a torus, to the error of their facets.
  Random random(4);
  testing::Outcomes inside("points inside");
  const Model ball = Model::make(generate::sphere(1, 20000)).value();
  const Model ring = Model::make(generate::torus(1, 0.4, 128, 64)).value();
  for (int k = 0; k < 2000; ++k) {
    const Vec3d p = 1.5 * random.in_ball();
    const double of_ball = length(p) - 1, of_ring = std::hypot(std::hypot(p.x, p.y) - 1, p.z) - 0.4;
    EXPECT_NEAR(closest(ball, p, {.solid = true}).distance, of_ball, 1e-3);
    EXPECT_NEAR(closest(ring, p, {.solid = true}).distance, of_ring, 2e-3);
    inside.saw(of_ring < 0);
  }
  const Model open = Model::make(generate::height_field({2, 2, 0.5}, 8, 8)).value();
  EXPECT_THROW(closest(open, {}, {.solid = true}), UsageError);
  EXPECT_THROW(closest_triangles(open, {}, 3, {.solid = true}), UsageError);
}

TEST(ClosestModel, NotBeyondTheMaximum) {
  const Model cube = Model::make(generate::box({2, 2, 2})).value();
  EXPECT_EQ(closest(cube, {3, 0, 0}, {.max = 2}).distance, 2);
  EXPECT_EQ(closest(cube, {3, 0, 0}, {.max = 2}).status, Status::exact);
  const ClosestPoint beyond = closest(cube, {3, 0, 0}, {.max = std::nextafter(2.0, 0.0)});
  EXPECT_EQ(beyond.status, Status::at_least);
  EXPECT_EQ(beyond.distance, std::nextafter(2.0, 0.0));
  EXPECT_FALSE(beyond.has_point());
  EXPECT_EQ(closest(cube, {}, {.max = 0.5, .solid = true}).distance, -0.5);
  EXPECT_EQ(closest(cube, {1, 1, 1}, {.max = 0}).distance, 0);
  EXPECT_EQ(closest(Ball{1}, {3, 0, 0}, {.max = 1}).status, Status::at_least);
}

TEST(ClosestModel, SeveralTriangles) {
  Random random(5);
  for (const Mesh& mesh : meshes(random)) {
    const Model model = Model::make(mesh).value();
    for (int k = 0; k < testing::cases(10, 300); ++k) {
      const Vec3d p = around(random, mesh);
      std::vector<double> all;
      for (u32 i = 0; i < mesh.size(); ++i) all.push_back(true_distance(p, mesh.triangle(i)));
      std::sort(all.begin(), all.end());
      const u32 count = 1 + random.below(12);
      const auto nearest = closest_triangles(model, p, count);
      ASSERT_EQ(nearest.size(), std::min<std::size_t>(count, mesh.size()));
      const double size = length(p - model.tree().frame.centre) + model.tree().frame.radius;
      for (std::size_t i = 0; i < nearest.size(); ++i) ASSERT_NEAR(nearest[i].distance, all[i], 1e-15 * size);
      const ClosestPoint one = closest(model, p);
      ASSERT_EQ(nearest[0].element, one.element);
      ASSERT_EQ(nearest[0].distance, one.distance);
      const double radius = all[std::min<std::size_t>(5, all.size() - 1)] * 1.001 + 1e-9;
      const auto near = triangles_within(model, p, radius);
      const auto expected = std::count_if(all.begin(), all.end(), [&](double d) { return d <= radius; });
      ASSERT_EQ(static_cast<long>(near.size()), expected);
      std::vector<bool> seen(mesh.size(), false);
      for (const ClosestPoint& x : near) {
        ASSERT_FALSE(seen[x.element.triangle]);
        seen[x.element.triangle] = true;
        ASSERT_NO_FATAL_FAILURE(expect_nearest(mesh, p, x, true_distance(p, mesh.triangle(x.element.triangle))));
      }
    }
  }
}

TEST(ClosestModel, ManyPointsTheSameBits) {
  Random random(6);
  const Mesh mesh = generate::wrinkled_torus(2000);
  const Model model = Model::make(mesh).value();
  std::vector<Vec3d> points;
  for (int k = 0; k < 3000; ++k) points.push_back(around(random, mesh));
  points[77] = {0, kInfinity, 0};
  points[78] = {1e200, 0, 0};
  const auto single = [&](std::size_t i) { return closest(model, points[i], {.solid = true}); };
  for (const LaneWidth width : kLaneWidths)
    for (const u32 threads : {1u, 4u}) {
      use_lanes(width);
      const Batch<ClosestPoint> all = closest(model, points, {.solid = true}, {.threads = threads});
      ASSERT_EQ(all.status, Status::exact);
      ASSERT_EQ(all.answers.size(), points.size());
      for (std::size_t i = 0; i < points.size(); ++i) {
        const ClosestPoint one = single(i);
        ASSERT_EQ(all.answers[i].status, one.status);
        ASSERT_EQ(all.answers[i].distance, one.distance);
        ASSERT_EQ(all.answers[i].point, one.point);
        ASSERT_EQ(all.answers[i].normal, one.normal);
        ASSERT_EQ(all.answers[i].weights, one.weights);
        ASSERT_EQ(all.answers[i].element, one.element);
      }
      ASSERT_EQ(all.answers[77].status, Status::invalid);
      ASSERT_EQ(all.answers[78].status, Status::invalid);
    }
  use_lanes(std::nullopt);
  int calls = 0;
  const auto stopped = closest(model, points, {}, {.threads = 1, .progress = [&](double) { return ++calls < 3; }});
  EXPECT_EQ(stopped.status, Status::cancelled);
  EXPECT_EQ(stopped.answers.size(), points.size());
  EXPECT_TRUE(closest(model, std::vector<Vec3d>{}).answers.empty());
  // Into an array of the caller's.
  const Batch<ClosestPoint> batch = closest(model, points);
  std::vector<ClosestPoint> own(points.size());
  EXPECT_EQ(closest(model, points, own), Status::exact);
  for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(own[i].distance, batch.answers[i].distance);
  const Batch<WindingNumber> windings = winding_number(model, points);
  std::vector<WindingNumber> wound(points.size());
  EXPECT_EQ(winding_number(model, points, wound), Status::exact);
  for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(wound[i].value, windings.answers[i].value);
  calls = 0;
  const auto stop = [&](double) { return ++calls < 3; };
  EXPECT_EQ(closest(model, points, own, {}, {.threads = 1, .progress = stop}), Status::cancelled);
  EXPECT_TRUE(std::any_of(own.begin(), own.end(), [](const auto& x) { return x.status == Status::cancelled; }));
  EXPECT_THROW(closest(model, points, std::span(own).first(3)), UsageError);
  EXPECT_THROW(winding_number(model, points, std::span(wound).first(3)), UsageError);
}

TEST(ClosestModel, EveryGeometryAndBadInput) {
  const Model box = Model::make(generate::box({2, 4, 6})).value();
  EXPECT_EQ(closest(Geometry(box), {3, 0, 0}).distance, 2);
  EXPECT_EQ(closest(Geometry(Shape(Box{{2, 4, 6}})), {3, 0, 0}).distance, 2);
  const Model none = Model::make(Mesh()).value();
  EXPECT_EQ(closest(none, {}).status, Status::nothing);
  EXPECT_EQ(closest(none, {}).distance, kInfinity);
  EXPECT_TRUE(closest_triangles(none, {}, 3).empty());
  EXPECT_TRUE(triangles_within(none, {}, 3).empty());
  EXPECT_TRUE(closest_triangles(box, {}, 0).empty());
  for (const double bad : {std::nan(""), kInfinity, 1e151}) {
    EXPECT_EQ(closest(box, {0, bad, 0}).status, Status::invalid);
    EXPECT_EQ(closest(box, {0, bad, 0}).distance, 0);
    EXPECT_THROW(closest_triangles(box, {bad, 0, 0}, 1), UsageError);
    EXPECT_THROW(triangles_within(box, {bad, 0, 0}, 1), UsageError);
  }
  for (const double bad : {std::nan(""), -1.0}) {
    EXPECT_THROW(closest(box, {}, {.max = bad}), UsageError);
    EXPECT_THROW(triangles_within(box, {}, bad), UsageError);
    EXPECT_THROW(closest(box, std::vector<Vec3d>(3), {.max = bad}), UsageError);
  }
}

}  // namespace closest_model_test
}  // namespace apart
