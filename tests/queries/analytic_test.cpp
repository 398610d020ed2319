// Spheres, boxes and tori at several tessellations, scales and places, against closed forms: the facets lie between two
// surfaces whose answers are known, and every answer must lie between theirs.
#include <apart/queries/closest.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/hausdorff.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/ray.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <apart/triangles/point.hpp>
#include <numbers>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace analytic_test {

// A unit of length somewhere: results are compared in that unit, to the rounding of the coordinates there.
struct Site {
  double unit;
  Vec3d at;

  Model made(const Mesh& mesh) const { return Model::make(placed(scaled(mesh, unit), Pose::shift(at))).value(); }
  Vec3d point(Vec3d p) const { return at + unit * p; }
  double rounding() const { return 1e-12 + 8e-16 * largest(abs(at)) / unit; }
};
std::vector<Site> sites() { return {{1, {}}, {1e-6, {}}, {1e6, {}}, {1, {1e6, -2e6, 5e5}}, {1e-3, {-1e3, 7e2, 1e3}}}; }

// Solids grow with the radius of the ball, and so do all of these; the mesh is between two balls.
double distance_of_ball(Vec3d p, double radius) { return length(p) - radius; }
double first_hit(Vec3d from, Vec3d way, double radius) {  // infinite if there is none; `from` is outside
  const double a = dot(way, way), b = dot(from, way), c = dot(from, from) - radius * radius, root = b * b - a * c;
  return root < 0 || b > 0 ? kRayInfinity : (-b - std::sqrt(root)) / a;
}
double lens(double radius, double apart) {  // the volume that two balls share
  return std::numbers::pi / 12 * (4 * radius + apart) * (2 * radius - apart) * (2 * radius - apart);
}
// The largest ball about the origin inside a sphere of facets.
double inner_radius(const Mesh& sphere) {
  double least = 1;
  for (u32 i = 0; i < sphere.size(); ++i)
    least = lesser(least, std::sqrt(closest_on_triangle({}, sphere.triangle(i)).squared));
  return least;
}

TEST(Analytic, SpheresLieBetweenTwoBalls) {
  double before = 1;
  testing::Outcomes inside_one("points inside", 0.1), hits("rays that hit", 0.1);
  for (const u32 bands : {6u, 12u, 24u, 48u}) {
    const Mesh sphere = generate::sphere(1, 2 * bands, bands);
    const double inner = inner_radius(sphere) * (1 - 1e-12), outer = 1 + 1e-12;
    EXPECT_LT(1 - inner, 0.3 * before) << "facets come nearer as the square of their size";
    before = 1 - inner;
    for (const Site& site : sites()) {
      const Model ball = site.made(sphere);
      const double error = site.rounding();
      Random random(bands);
      for (int k = 0; k < testing::cases(60, 3000); ++k) {
        const Vec3d p = (k % 3 == 0 ? random.uniform(0.9, 1.1) : random.uniform(0, 2)) * random.direction();
        const double found = closest(ball, site.point(p), {.solid = true}).distance / site.unit;
        ASSERT_GE(found, distance_of_ball(p, outer) - error);
        ASSERT_LE(found, distance_of_ball(p, inner) + error);
        const Where where = locate(ball, site.point(p));
        if (length(p) < inner - error) {
          ASSERT_EQ(where, Where::inside);
        }
        if (length(p) > outer + error) {
          ASSERT_EQ(where, Where::outside);
        }
        inside_one.saw(where == Where::inside);

        const Vec3d from = random.uniform(1.5, 4) * random.direction(), way = 1.6 * random.in_ball() - from;
        const RayHit hit = cast(ball, {site.point(from), site.unit * way});
        const double t = first_hit(from, way, inner - error), sooner = first_hit(from, way, outer + error);
        ASSERT_LE(hit.t, t + 4 * error);
        ASSERT_GE(hit.t, sooner - 4 * error);
        hits.saw(hit.hit);
      }
    }
  }
}

TEST(Analytic, PairsOfSpheresLieBetweenPairsOfBalls) {
  for (const u32 bands : {6u, 12u, 24u})
    for (const Site& site : sites()) {
      const Mesh sphere = generate::sphere(1, 2 * bands, bands);
      const double inner = inner_radius(sphere) * (1 - 1e-12), outer = 1 + 1e-12;
      const Model ball = site.made(sphere), shell = site.made(scaled(sphere, 1.25));
      const double error = site.rounding();
      const Hausdorff h = hausdorff(ball, shell);
      EXPECT_GE(h.at_most / site.unit, 1.25 * inner - outer - error);
      EXPECT_LE(h.at_least / site.unit, 1.25 * outer - inner + error);
      EXPECT_LE(h.at_most - h.at_least, 1e-9 * site.unit + 4 * error * site.unit);
      for (const Vec3d shift : {Vec3d{1.7, 0.3, 0.2}, Vec3d{0.9, -0.5, 0.4}, Vec3d{0.05, 0.02, 0.01}}) {
        const Pose pose = Pose::shift(site.unit * shift);
        const double apart = length(shift);
        const Penetration p = penetration(ball, pose, ball);
        EXPECT_LE(p.at_least / site.unit, 2 * outer - apart + error);
        EXPECT_GE(p.depth / site.unit, 2 * inner - apart - error);
        EXPECT_GE(p.at_least, 0.99 * p.depth);
        const SolidIntersection s = solid_intersection(ball, pose, ball);
        const double unit = site.unit * site.unit * site.unit;
        EXPECT_LE(s.at_least / unit, lens(outer, apart) + 20 * error);
        EXPECT_GE(s.at_most / unit, lens(inner, apart) - 20 * error);
      }
    }
}

// The facets of a box lie on it, so nothing is between.
TEST(Analytic, BoxesAreBoxesAtAnyTessellation) {
  const Vec3d half{1, 0.5, 0.75};
  const auto signed_distance_of_box = [&](Vec3d p) {
    const Vec3d out = abs(p) - half;
    return length(larger(out, Vec3d{})) + lesser(0.0, largest(out));
  };
  testing::Outcomes inside_one("points inside", 0.1), hits("rays that hit", 0.1);
  for (const u32 cells : {1u, 2u, 5u, 9u})
    for (const Site& site : sites()) {
      const Mesh mesh = generate::rounded_box(2.0 * half, 0, cells);
      const Model box = site.made(mesh);
      const double error = site.rounding();
      Random random(cells);
      for (int k = 0; k < testing::cases(60, 3000); ++k) {
        const Vec3d p = random.in_box(1.3);
        const double truth = signed_distance_of_box(p);
        ASSERT_NEAR(closest(box, site.point(p), {.solid = true}).distance / site.unit, truth, error);
        if (std::abs(truth) > error) {
          ASSERT_EQ(inside(box, site.point(p)), truth < 0);
        }
        inside_one.saw(truth < 0);
        const Vec3d from = 3.0 * random.direction(), way = random.in_box(1.2) - from;
        double enters = 0, leaves = kRayInfinity, closest_call = 1;  // slabs
        for (int i = 0; i < 3; ++i) {
          const double s = (-half[i] - from[i]) / way[i], t = (half[i] - from[i]) / way[i];
          enters = larger(enters, lesser(s, t)), leaves = lesser(leaves, larger(s, t));
          closest_call = lesser(closest_call, std::abs(way[i]));
        }
        const RayHit hit = cast(box, {site.point(from), site.unit * way});
        const double sure = 8 * error / closest_call;
        if (std::abs(leaves - enters) > sure) {
          ASSERT_EQ(hit.hit, enters < leaves);
        }
        if (leaves - enters > sure) {
          ASSERT_NEAR(hit.t, enters, sure);
        }
        hits.saw(hit.hit);
      }
      const Model twice = site.made(generate::rounded_box(4.0 * half, 0, cells + 1));
      const Hausdorff h = hausdorff(box, twice);
      EXPECT_NEAR(h.distance / site.unit, length(half), error);
      const Penetration p = penetration(box, Pose::shift(site.unit * Vec3d{0.25, 0.75, 0.125}), box);
      EXPECT_LE(p.at_least / site.unit, 0.25 + error);
      EXPECT_GE(p.depth / site.unit, 0.25 - error);
      EXPECT_GE(p.at_least, 0.99 * p.depth);
      const SolidIntersection s = solid_intersection(box, Pose::shift(site.unit * Vec3d{0.25, 0.75, 0.125}), box);
      EXPECT_NEAR(s.volume / (site.unit * site.unit * site.unit), 1.75 * 0.25 * 1.375, 20 * error);
    }
}

// No point of a torus of facets is farther from the true one than its facets are from their arcs.
TEST(Analytic, ToriAreAsNearAsTheirFacets) {
  constexpr double kTube = 0.4;
  testing::Outcomes inside_one("points inside", 0.1);
  for (const u32 across : {8u, 16u, 32u})
    for (const Site& site : sites()) {
      const u32 around = 2 * across;
      const auto facet = [](double radius, u32 sides) { return radius * (1 - std::cos(std::numbers::pi / sides)); };
      const double depth = facet(1 + kTube, around) + facet(kTube, across), error = site.rounding();
      const Mesh mesh = generate::torus(1, kTube, around, across);
      const Model torus = site.made(mesh);
      Random random(across);
      for (int k = 0; k < testing::cases(60, 3000); ++k) {
        const Vec3d p = {random.uniform(-1.6, 1.6), random.uniform(-1.6, 1.6), random.uniform(-0.6, 0.6)};
        const double truth = std::hypot(std::hypot(p.x, p.y) - 1, p.z) - kTube;
        ASSERT_NEAR(closest(torus, site.point(p), {.solid = true}).distance / site.unit, truth, depth + error);
        if (std::abs(truth) > depth + error) {
          ASSERT_EQ(inside(torus, site.point(p)), truth < 0);
        }
        inside_one.saw(truth < 0);
      }
      // Around the same circle: the difference of the tubes, but for the facets of both.
      const Model thin = site.made(generate::torus(1, 0.75 * kTube, around, across));
      const Hausdorff h = hausdorff(torus, thin);
      EXPECT_GE(h.at_most / site.unit, 0.25 * kTube - 2 * depth - error);
      EXPECT_LE(h.at_least / site.unit, 0.25 * kTube + 2 * depth + error);
      // Lifted off each other: along the axis they share the tube's width less the lift.
      const Penetration p = penetration(torus, Pose::shift({0, 0, 0.5 * site.unit}), torus);
      EXPECT_LE(p.at_least / site.unit, 2 * kTube - 0.5 + error);
      EXPECT_GE(p.depth / site.unit, 2 * (kTube - depth) - 0.5 - error);
      EXPECT_GE(p.at_least, 0.99 * p.depth);
    }
}

}  // namespace analytic_test
}  // namespace apart
