// Ray casts, compared with all triangles decided one by one by the exact orientation of four points, and with rays that
// are really shifted by a little.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/closest.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/ray.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <optional>
#include <samples/generate.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace ray_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Vertices, origins and directions are multiples of a power of two, so that origin + direction is exact, and rays are
// aimed exactly. Coordinates are within 2.
constexpr double kGrid = 0x1p-8;

Vec3d on_grid(Vec3d p, double grid = kGrid) {
  return {grid * std::round(p.x / grid), grid * std::round(p.y / grid), grid * std::round(p.z / grid)};
}

Mesh snapped(const Mesh& mesh) {
  std::vector<Vec3d> vertices;
  for (Vec3d v : mesh.vertices()) vertices.push_back(on_grid(v));
  return Mesh::make(vertices, {mesh.faces().begin(), mesh.faces().end()}).value();
}

// A random point of the mesh on the grid's half: a vertex, or the middle of an edge.
Vec3d feature(const Mesh& mesh, Random& random) {
  const Triangle t = mesh.triangle(random.below(mesh.size()));
  return random.chance(0.5) ? t.a : 0.5 * t.a + 0.5 * t.b;
}

Ray some_ray(const Mesh& mesh, Random& random) {
  const double far = random.chance(0.5) ? 1 : 2;
  Ray ray{on_grid(random.in_box(far)), on_grid(random.in_box(1))};
  const u32 kind = random.below(8);
  if (kind < 3) ray.direction = feature(mesh, random) - ray.origin;
  if (kind == 3) ray.origin = feature(mesh, random);  // starts there
  if (kind == 4) ray.direction = feature(mesh, random), ray.origin = feature(mesh, random) - ray.direction;
  if (kind == 5) ray.origin = feature(mesh, random), ray.direction = {0, 0, 0.5}, ray.origin.z -= 1;  // along an axis
  if (kind == 6) ray.direction = feature(mesh, random) - (ray.origin = feature(mesh, random));  // from one to another
  if (ray.direction == Vec3d{}) ray.direction = {0, 1, 0};
  if (random.chance(0.3)) ray.t_max = 1;
  if (random.chance(0.2)) ray.t_min = -kInfinity;
  if (random.chance(0.1)) ray.t_min = -1, ray.t_max = 0.5;
  return ray;
}

struct Plain {
  u32 triangle;
  Quad t;
  bool front;
};

// The sides on which the line passes the triangle's edges.
std::array<int, 3> sides_of(Vec3d origin, Vec3d direction, const Triangle& t) {
  const Vec3d end = origin + direction;
  return {orient3d(origin, end, t.b, t.c), orient3d(origin, end, t.c, t.a), orient3d(origin, end, t.a, t.b)};
}

// The parameter at which the ray meets the triangle, if it does, decided exactly. Origin + direction is exact.
std::optional<Plain> meets(const Ray& ray, const Mesh& mesh, u32 i) {
  const Triangle t = mesh.triangle(i);
  const auto [u, v, w] = sides_of(ray.origin, ray.direction, t);
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return {};
  if (u == 0 && v == 0 && w == 0) return {};
  // No direction is so short that the meshes reach farther than this, and everything is exact still.
  constexpr double kFar = 0x1p12;
  const Vec3d before = ray.origin - kFar * ray.direction, after = ray.origin + kFar * ray.direction;
  const Quad along = (2 * triangles::crossing(before, after, t.a, t.b, t.c) - 1) * kFar;
  // The plane is met before t_min if the points at t_min and far ahead are on one side of it.
  const auto same_side = [&](double bound, Vec3d far) {
    return orient3d(t.a, t.b, t.c, ray.origin + bound * ray.direction) * orient3d(t.a, t.b, t.c, far) > 0;
  };
  if (std::isfinite(ray.t_min) && same_side(ray.t_min, after)) return {};
  if (std::isfinite(ray.t_max) && same_side(ray.t_max, before)) return {};
  return Plain{i, along, u < 0 || v < 0 || w < 0};
}

std::vector<Plain> all_met(const Ray& ray, const Mesh& mesh) {
  std::vector<Plain> out;
  for (u32 i = 0; i < mesh.size(); ++i)
    if (const auto found = meets(ray, mesh, i)) out.push_back(*found);
  std::stable_sort(out.begin(), out.end(), [](const Plain& a, const Plain& b) { return a.t < b.t; });
  return out;
}

// Of those, the triangles that the line crosses when it is shifted: so little that no side changes that was not zero.
// Sides are multiples of 2^-27, and of 2^-18 times the shift.
std::vector<Plain> crossed_when_shifted(const Ray& ray, const Mesh& mesh, std::vector<Plain> met) {
  const Vec3d size = abs(ray.direction);
  const int longest = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  Vec3d origin = ray.origin;
  origin[longest == 0 ? 1 : 0] += 0x1p-33, origin[longest == 2 ? 1 : 2] += 0x1p-50;
  std::erase_if(met, [&](const Plain& p) {
    // Not exact for every input, but here: coordinates of less than 8 with bits down to 2^-50.
    EXPECT_EQ((origin + ray.direction) - ray.direction, origin);
    const auto [u, v, w] = sides_of(origin, ray.direction, mesh.triangle(p.triangle));
    return u == 0 || u != v || v != w;
  });
  return met;
}

bool near(double t, Quad expected, double scale = 1) {
  return std::abs(static_cast<double>(t - expected)) <= 1e-13 * (scale + std::abs(static_cast<double>(expected)));
}

std::vector<Mesh> snapped_meshes() {
  Random random(5);
  return {snapped(generate::box({1, 2, 3})),
          snapped(generate::sphere(1, 300)),
          snapped(generate::torus(1, 0.4, 14, 9)),
          snapped(generate::soup(random, 60)),
          snapped(generate::height_field({2, 2, 0.5}, 9, 9)),
          snapped(generate::sphere(0.05, 200))};  // the last with degenerate triangles
}

TEST(Ray, FirstLastAndAnyAsOfAllTriangles) {
  Random random(1);
  testing::Outcomes hits("rays that hit", 0.1), borders("through edges or vertices", 0.1);
  for (const Mesh& mesh : snapped_meshes()) {
    const Model model = Model::make(mesh).value();
    for (int k = 0; k < testing::cases(600, 20000) && !::testing::Test::HasFailure(); ++k) {
      const Ray ray = some_ray(mesh, random);
      const std::vector<Plain> expected = all_met(ray, mesh);
      for (const RaySides sides : {RaySides::both, RaySides::front, RaySides::back}) {
        std::vector<Plain> wanted = expected;
        std::erase_if(wanted,
                      [&](const Plain& p) { return sides != RaySides::both && p.front != (sides == RaySides::front); });
        const RayHit first = cast(model, ray, {sides}), last = cast_last(model, ray, {sides});
        ASSERT_EQ(first.hit, !wanted.empty());
        ASSERT_EQ(last.hit, !wanted.empty());
        ASSERT_EQ(cast_any(model, ray, {sides}).hit, !wanted.empty());
        if (sides == RaySides::both) hits.saw(first.hit);
        if (wanted.empty()) continue;
        for (const auto& [hit, t] : {std::pair{first, wanted.front().t}, std::pair{last, wanted.back().t}}) {
          ASSERT_TRUE(near(hit.t, t)) << hit.t << ' ' << double(t);
          const auto met = meets(ray, mesh, hit.element.triangle);
          ASSERT_TRUE(met);
          ASSERT_TRUE(near(hit.t, met->t));
          ASSERT_EQ(hit.front, met->front);
          ASSERT_EQ(hit.front, dot(hit.normal, ray.direction) < 0);
          ASSERT_NEAR(length(hit.normal), 1, 1e-15);
          ASSERT_LT(length(hit.point - (ray.origin + hit.t * ray.direction)), 1e-13);
          const Triangle tri = mesh.triangle(hit.element.triangle);
          ASSERT_TRUE(hit.u >= 0 && hit.v >= 0 && hit.u + hit.v <= 1);
          ASSERT_LT(length(tri.a + hit.u * (tri.b - tri.a) + hit.v * (tri.c - tri.a) - hit.point), 1e-11);
          const auto [u, v, w] = sides_of(ray.origin, ray.direction, tri);
          const bool border = u == 0 || v == 0 || w == 0;
          borders.saw(border);
          ASSERT_EQ(hit.element.feature != TriangleFeature::face, border);
        }
      }
    }
  }
}

// At each place the crossings of the shifted ray, those to and fro subtracted.
TEST(Ray, AllCrossingsAsOfAShiftedRay) {
  Random random(2);
  testing::Outcomes several("rays that cross", 0.2), borders("through edges or vertices", 0.1);
  for (const Mesh& mesh : snapped_meshes()) {
    const Model model = Model::make(mesh).value();
    for (int k = 0; k < testing::cases(1000, 30000) && !::testing::Test::HasFailure(); ++k) {
      const Ray ray = some_ray(mesh, random);
      const std::vector<Plain> met = all_met(ray, mesh), expected = crossed_when_shifted(ray, mesh, met);
      const RayHits all = cast_all(model, ray);
      ASSERT_EQ(all.status, Status::exact);
      std::size_t at = 0;
      bool border = false;
      for (std::size_t i = 0; i < expected.size();) {
        int net = 0, count = 0;
        const Quad t = expected[i].t;
        for (; i < expected.size() && near(double(expected[i].t), t); ++i) net += expected[i].front ? 1 : -1;
        for (; at < all.hits.size() && near(all.hits[at].t, t); ++at, ++count) {
          net -= all.hits[at].front ? 1 : -1;
          border = border || all.hits[at].element.feature != TriangleFeature::face;
        }
        ASSERT_EQ(net, 0);
      }
      ASSERT_EQ(at, all.hits.size());
      several.saw(!all.hits.empty()), borders.saw(border);
      for (std::size_t i = 1; i < all.hits.size(); ++i) ASSERT_LE(all.hits[i - 1].t, all.hits[i].t);
      if (model.closed() && ray.t_min == -kInfinity && ray.t_max == kInfinity) {
        ASSERT_EQ(all.hits.size() % 2, 0u);
      }
      const RayHits front = cast_all(model, ray, {RaySides::front}), back = cast_all(model, ray, {RaySides::back});
      ASSERT_EQ(front.hits.size() + back.hits.size(), all.hits.size());
    }
  }
}

// From inside, at vertices and edges, exactly and as well as rounding permits: each ray leaves, and a convex surface
// once.
TEST(Ray, NoneSlipsThroughAndNoneCountsTwice) {
  Random random(3);
  const Mesh sphere = generate::sphere(1, 2000), rough = snapped(sphere);
  struct Case {
    Mesh mesh;
    bool convex;
  };
  const Case all[] = {{generate::box({2, 2, 2}), true},
                      {sphere, true},
                      {rough, false},
                      {placed(sphere, random.pose(1e6)), false},
                      {scaled(sphere, 1e-6), true},
                      {scaled(sphere, 1e6), true},
                      {snapped(generate::torus(1, 0.4, 60, 30)), false}};
  const int rays = testing::cases(100000 / 7, 10000000 / 7);
  for (const Case& c : all) {
    const Model model = Model::make(c.mesh).value();
    ASSERT_TRUE(model.closed());
    const double size = model.tree().frame.radius;
    for (int k = 0; k < rays && !::testing::Test::HasFailure(); ++k) {
      const Vec3d target = feature(c.mesh, random);
      Vec3d origin = model.tree().frame.centre + 0.3 * size * random.in_ball();
      if (size > 0.5 && size < 4) origin = on_grid(origin);
      if (!c.convex && k % 8 == 0 && !inside(model, origin)) continue;
      const Ray ray{origin, target - origin};
      const RayHits hits = cast_all(model, ray);
      if (c.convex) {
        ASSERT_EQ(hits.hits.size(), 1u);
        ASSERT_NEAR(hits.hits[0].t, 1, 1e-9);
        ASSERT_FALSE(hits.hits[0].front);
      } else if (k % 8 == 0 && closest(model, origin).distance > 0) {  // from the surface itself, either is right
        ASSERT_EQ(hits.hits.size() % 2, 1u);
      }
      const RayHit hit = cast(model, ray);
      ASSERT_TRUE(hit.hit);
      ASSERT_LE(hit.t, 1 + 1e-9);
      // From outside, through and through.
      const RayHits crossings = cast_all(model, Ray::line(origin, ray.direction));
      ASSERT_EQ(crossings.hits.size() % 2, 0u);
      for (std::size_t i = 0; i < crossings.hits.size(); ++i) ASSERT_EQ(crossings.hits[i].front, i % 2 == 0);
    }
  }
}

TEST(Ray, InThePlanesOfACube) {
  const Model cube = Model::make(generate::box({2, 2, 2})).value();
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0})
      for (const double across : {-1.0, -0.5, 0.0, 1.0}) {
        Ray ray;
        ray.origin[axis] = -3, ray.origin[(axis + 1) % 3] = side, ray.origin[(axis + 2) % 3] = across;
        ray.direction[axis] = 0.5;
        const RayHit first = cast(cube, ray), last = cast_last(cube, ray);  // a touch is a hit
        ASSERT_TRUE(first.hit);
        EXPECT_EQ(first.t, 4);
        EXPECT_TRUE(first.front);
        EXPECT_EQ(last.t, 8);
        EXPECT_FALSE(last.front);
        const RayHits all = cast_all(cube, ray);  // along the border of the solid: through, or past it
        ASSERT_TRUE(all.hits.empty() || all.hits.size() == 2);
        for (const RayHit& hit : all.hits) EXPECT_EQ(hit.t, hit.front ? 4 : 8);
        ray.origin[(axis + 1) % 3] = std::nextafter(side, 2 * side);
        EXPECT_FALSE(cast(cube, ray).hit);
        ray.origin[(axis + 1) % 3] = std::nextafter(side, 0);
        EXPECT_EQ(cast(cube, ray).t, 4);
        if (std::abs(across) < 1) {
          EXPECT_EQ(cast_all(cube, ray).hits.size(), 2u);
        }
      }
}

TEST(Ray, ScalesAndOffsets) {
  Random random(4);
  testing::Outcomes hits("rays that hit", 0.05);
  const Mesh mesh = snapped(generate::torus(1, 0.4, 20, 12));
  const Model model = Model::make(mesh).value();
  for (int k = 0; k < testing::cases(40, 2000); ++k) {
    // Powers of two change nothing; nor does a shift, as far as coordinates stay exact.
    const double scale = std::ldexp(1.0, int(random.below(41)) - 20),
                 long_by = std::ldexp(1.0, int(random.below(1200)) - 600);
    const Vec3d shift = scale * 0x1p20 * on_grid(random.in_box(1));
    const Model other = Model::make(placed(apart::scaled(mesh, scale), Pose::shift(shift))).value();
    for (int n = 0; n < 20; ++n) {
      Ray ray{on_grid(random.in_box(2)), {}};
      ray.direction = (random.chance(0.5) ? feature(mesh, random) : on_grid(random.in_box(1))) - ray.origin;
      if (ray.direction == Vec3d{}) continue;
      const Ray moved{scale * ray.origin + shift, scale * long_by * ray.direction};
      const RayHit one = cast(model, ray), two = cast(other, moved);
      hits.saw(one.hit);
      ASSERT_EQ(one.hit, two.hit) << scale << ' ' << long_by;
      if (one.hit) {
        ASSERT_NEAR(one.t, two.t * long_by, 1e-9 * (1 + one.t));
        ASSERT_EQ(one.front, two.front);
      }
      ASSERT_EQ(cast_all(model, ray).hits.size(), cast_all(other, moved).hits.size());
    }
  }
}

// As far away as anything is known in doubles about the ray near the model, and farther.
TEST(Ray, FromFarAway) {
  Random random(8);
  const Model model = Model::make(generate::box({2, 2, 2})).value();
  for (int power = 10; power < 45; ++power)
    for (int k = 0; k < 200; ++k) {
      const Vec3d origin = std::ldexp(1.0, power) * random.direction();
      const RayHit hit = cast(model, {origin, -1.0 * origin});
      ASSERT_TRUE(hit.hit) << power;
      ASSERT_TRUE(hit.front);
      ASSERT_NEAR(hit.t, 1, std::ldexp(2.0, -power));
    }
}

TEST(Ray, EndsAreExact) {
  const Model cube = Model::make(generate::box({2, 2, 2})).value();
  const Vec3d outside{3, 0.25, 0.5};
  EXPECT_EQ(cast(cube, Ray::segment(outside, {1, 0.25, 0.5})).t, 1);
  EXPECT_FALSE(cast(cube, Ray::segment(outside, {std::nextafter(1, 2), 0.25, 0.5})).hit);
  EXPECT_TRUE(cast(cube, Ray::segment(outside, {std::nextafter(1, 0), 0.25, 0.5})).hit);
  // From the surface, and from just beyond it.
  EXPECT_EQ(cast(cube, {{1, 0.25, 0.5}, {1, 0, 0}}).t, 0);
  EXPECT_FALSE(cast(cube, {{std::nextafter(1, 2), 0.25, 0.5}, {1, 0, 0}}).hit);
  EXPECT_FALSE(cast(cube, {outside, {-1, 0, 0}, 0, std::nextafter(2, 0)}).hit);
  EXPECT_TRUE(cast(cube, {outside, {-1, 0, 0}, 2, 2}).hit);
  EXPECT_FALSE(cast(cube, {outside, {-1, 0, 0}, 2.5, 3.5}).hit);
  EXPECT_FALSE(cast(cube, {outside, {-1, 0, 0}, 3, 2}).hit);  // nothing is between
  EXPECT_EQ(cast(cube, {outside, {-1, 0, 0}, 2.5}).t, 4);
  // A third of a direction is no double: decided as if it were.
  const double third = 1.0 / 3;
  const RayHit hit = cast(cube, {outside, {-6, 0, 0}, 0, third});
  EXPECT_EQ(hit.hit, Quad(6) * third >= 2);
}

TEST(Ray, BehindAndBothWays) {
  const Model road = Model::make(generate::height_field({8, 8, 0}, 5, 5)).value();
  const double z = road.mesh().vertices()[0].z;
  const Vec3d hub{0.3, 0.2, z + 0.5}, below{0.3, 0.2, z - 0.25}, down{0, 0, -2};
  EXPECT_EQ(cast(road, {hub, down}).t, 0.25);
  EXPECT_FALSE(cast(road, {below, down}).hit);
  const RayHit behind = cast_last(road, {below, down, -kInfinity, 0});  // the wheel is in the road
  EXPECT_EQ(behind.t, -0.125);
  EXPECT_LT(length(behind.point - Vec3d{0.3, 0.2, z}), 1e-15);
  const Model cube = Model::make(generate::box({2, 2, 2})).value();
  const BothWays both = cast_both(cube, {{0.5, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(both.ahead.t, 0.5);
  EXPECT_EQ(both.behind.t, -1.5);
  EXPECT_FALSE(both.ahead.front);
  EXPECT_TRUE(both.behind.front);  // along the direction, it is entered behind
  EXPECT_EQ(both.nearest().t, 0.5);
  EXPECT_EQ(cast_both(cube, {{-0.5, 0, 0}, {1, 0, 0}}).nearest().t, -0.5);
}

TEST(Ray, StreamsGiveTheSameBits) {
  Random random(6);
  const Mesh mesh = generate::sphere(1, 60000);  // too large to be traversed ray by ray
  const Model model = Model::make(mesh).value();
  std::vector<Ray> rays;
  for (int k = 0; k < 2000; ++k) rays.push_back({2 * random.in_ball(), random.direction()});
  rays[7].direction = {};
  rays[8] = {{-1e14, 0, 0}, {1, 0, 0}};  // nothing is known about it near the model in doubles
  const auto same = [](const RayHit& a, const RayHit& b) {
    return a.hit == b.hit && a.t == b.t && a.point == b.point && a.normal == b.normal && a.u == b.u && a.v == b.v &&
           a.element == b.element && a.front == b.front && a.status == b.status;
  };
  const Batch<RayHit> one = cast(model, rays, {}, {.threads = 1});
  ASSERT_EQ(one.status, Status::exact);
  EXPECT_EQ(one.answers[7].status, Status::invalid);
  const Batch<AnyHit> any = cast_any(model, rays, {}, {.threads = 2});
  for (const LaneWidth width : kLaneWidths) {
    use_lanes(width);
    const Batch<RayHit> all = cast(model, rays, {}, {.threads = 3});
    const Batch<RayHit> last = cast_last(model, rays, {}, {.threads = 3});
    for (std::size_t i = 0; i < rays.size(); ++i) ASSERT_TRUE(same(one.answers[i], cast(model, rays[i])));
    std::vector<RayHit> out(rays.size());
    EXPECT_EQ(cast(model, rays, out), Status::exact);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ASSERT_TRUE(same(one.answers[i], all.answers[i]));
      ASSERT_TRUE(same(one.answers[i], out[i]));
      ASSERT_TRUE(same(last.answers[i], cast_last(model, rays[i])));
      ASSERT_EQ(any.answers[i].hit, one.answers[i].hit);
    }
  }
  use_lanes({});
  const Batch<RayHits> every = cast_all(model, rays);
  for (std::size_t i = 0; i < rays.size(); ++i)
    if (i != 7) {
      ASSERT_EQ(every.answers[i].hits.empty(), !one.answers[i].hit);
    }
  const Batch<RayHit> stopped = cast(model, rays, {}, {.threads = 1, .progress = [](double) { return false; }});
  EXPECT_EQ(stopped.status, Status::cancelled);
  EXPECT_EQ(stopped.answers.back().status, Status::cancelled);
}

TEST(Ray, OfShapes) {
  Random random(7);
  testing::Outcomes hits("rays that hit a shape", 0.1);
  for (int kind = 0; kind < testing::kConvexKinds; ++kind)
    for (int k = 0; k < testing::cases(200, 10000) && !::testing::Test::HasFailure(); ++k) {
      const double scale = random.chance(0.5) ? 1 : std::pow(10, random.uniform(-6, 6));
      const Shape shape = testing::random_shape(random, static_cast<CoreKind>(kind), scale);
      const Vec3d origin = scale * 3 * random.in_ball();
      const Vec3d way = random.chance(0.3) ? scale * 0.5 * random.in_ball() - origin : scale * random.direction();
      const Ray ray{origin, random.uniform(0.1, 10) * way};
      const RayHit hit = cast(shape, ray);
      hits.saw(hit.hit);
      const auto distance_at = [&](double t) {
        return signed_distance(shape, Pose::shift(ray.origin + t * ray.direction), Point{}).distance;
      };
      if (!hit.hit) {
        for (int n = 0; n < 5; ++n) ASSERT_GT(distance_at(random.uniform(0, 10)), -1e-9 * scale);
        continue;
      }
      ASSERT_GE(hit.t, 0);
      if (hit.t == 0)
        ASSERT_LE(distance_at(0), 1e-9 * scale);
      else
        ASSERT_NEAR(distance_at(hit.t), 0, 1e-9 * scale) << testing::name(shape.kind());
      for (int n = 0; n < 3; ++n)
        ASSERT_GT(distance_at(hit.t * random.uniform()), hit.t == 0 ? -kInfinity : -1e-9 * scale);
    }
  EXPECT_NEAR(cast(Ball{1}, {{-3, 0, 0}, {2, 0, 0}}).t, 1, 1e-12);
  EXPECT_FALSE(cast(Ball{1}, {{-3, 0, 0}, {2, 0, 0}, 0, 0.9}).hit);
  EXPECT_EQ(cast(Ball{1}, {{}, {2, 0, 0}}).t, 0);
  EXPECT_EQ(cast(Shape(HalfSpace{{0, 0, 2}, 2}, 0.5), {{0, 0, 3}, {1, 0, -0.5}}).t, 3);
  EXPECT_NEAR(cast(Geometry(Shape(Box{{2, 2, 2}})), {{-3, 0, 0}, {1, 0, 0}}).t, 2, 1e-12);
  const RayHit from_inside = cast(Shape(Box{{2, 2, 2}}), {{0.9, 0, 0}, {0, 1, 0}});
  EXPECT_EQ(from_inside.t, 0);
  EXPECT_EQ(from_inside.point, (Vec3d{0.9, 0, 0}));
  EXPECT_EQ(from_inside.normal, (Vec3d{1, 0, 0}));
  EXPECT_NEAR(cast(Geometry(Model::make(generate::box({2, 2, 2})).value()), {{-3, 0, 0}, {1, 0, 0}}).t, 2, 1e-12);
}

TEST(Ray, BadInput) {
  const Model cube = Model::make(generate::box({2, 2, 2})).value();
  const double nan = std::nan("");
  for (const Ray& bad : {Ray{{}, {}}, Ray{{nan, 0, 0}, {1, 0, 0}}, Ray{{}, {0, nan, 0}}, Ray{{}, {kInfinity, 0, 0}},
                         Ray{{0, 1e160, 0}, {0, 1, 0}}, Ray{{}, {1, 0, 0}, nan}, Ray{{}, {1, 0, 0}, 0, nan}}) {
    EXPECT_EQ(cast(cube, bad).status, Status::invalid);
    EXPECT_EQ(cast_last(cube, bad).status, Status::invalid);
    EXPECT_EQ(cast_any(cube, bad).status, Status::invalid);
    EXPECT_TRUE(cast_any(cube, bad).hit);
    EXPECT_EQ(cast_all(cube, bad).status, Status::invalid);
    EXPECT_EQ(cast(Ball{1}, bad).status, Status::invalid);
  }
  const Model nothing = Model::make(Mesh()).value();
  EXPECT_EQ(cast(nothing, {{}, {1, 0, 0}}).status, Status::nothing);
  EXPECT_FALSE(cast(nothing, {{}, {1, 0, 0}}).hit);
  EXPECT_EQ(cast_all(nothing, {{}, {1, 0, 0}}).status, Status::nothing);
  // Lengths at the ends of the range of a double, and origins far away.
  EXPECT_EQ(cast(cube, {{-3, 0, 0}, {0x1p-1060, 0, 0}}).t, kInfinity);
  EXPECT_EQ(cast(cube, {{-3, 0, 0}, {0x1p-1020, 0, 0}}).t, 0x1p1021);
  EXPECT_EQ(cast(cube, {{-3, 0, 0}, {0x1p1000, 0, 0}}).t, 0x1p-999);
  EXPECT_TRUE(cast(cube, {{-1e100, 0, 0}, {1, 0, 0}}).hit);
  EXPECT_FALSE(cast(cube, {{-1e100, 1e90, 0}, {1, 0, 0}}).hit);
  EXPECT_TRUE(cast(cube, {{-3, 0, 0}, {1, 5e-324, 0}}).hit);
  // Degenerate triangles are not hit; a point has no size.
  const Model point = Model::make(Mesh::make({{1, 0, 0}}, {{0, 0, 0}}).value()).value();
  EXPECT_FALSE(cast(point, {{}, {1, 0, 0}}).hit);
}

}  // namespace ray_test
}  // namespace apart
