// Cases that other libraries got wrong, of boxes, round shapes and hulls: each with the place of its report, and the
// right answer by arithmetic.
#include <apart/base/random.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/within.hpp>

#include "tests/support.hpp"

namespace apart {
namespace nasty_test {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
const double kPi = std::acos(-1.0);

Shape hull(std::span<const Vec3d> points) { return Polytope::make(points).value(); }

std::vector<Vec3d> corners(Vec3d size) {
  std::vector<Vec3d> out;
  for (u32 i = 0; i < 8; ++i)
    out.push_back({(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
  return out;
}

Pose turned(Vec3d axis, double angle, Vec3d translation) {
  const double s = std::sin(angle / 2);
  return Pose::from_quaternion(std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z, translation).value();
}

// What every answer must be, whatever the numbers: no NaN, a normal of length 1, points as far apart as it says, the
// same the other way about, and the other questions of one mind with it. Lengths are right to `noise`.
Distance asked(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b, double noise) {
  const Distance r = signed_distance(a, at_a, b, at_b), mirrored = signed_distance(b, at_b, a, at_a);
  EXPECT_TRUE(std::isfinite(r.distance));
  EXPECT_TRUE(is_finite(r.on_a) && is_finite(r.on_b));
  EXPECT_NEAR(length(r.normal), 1, 1e-12);
  EXPECT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 4 * noise);
  EXPECT_LE(r.at_least, r.distance + noise);
  EXPECT_EQ(r.status, Status::exact);
  EXPECT_NEAR(mirrored.distance, r.distance, 2 * noise);
  if (std::abs(r.distance) > noise) {
    EXPECT_EQ(collide(a, at_a, b, at_b).colliding, r.distance < 0);
  }
  EXPECT_TRUE(within(a, at_a, b, at_b, larger(r.distance, 0.0) + 2 * noise));
  if (r.distance > 4 * noise) {
    EXPECT_FALSE(within(a, at_a, b, at_b, r.distance - 2 * noise));
  }
  const Penetration p = penetration(a, at_a, b, at_b);
  EXPECT_NEAR(p.depth, larger(-r.distance, 0.0), noise);
  EXPECT_NEAR(length(p.normal), 1, 1e-12);
  // Moved out by the depth and a little more they are apart; by a little less they are not.
  if (r.distance < -1e3 * noise) {
    EXPECT_GT(signed_distance(a, at_a, b, Pose{at_b.rotation, at_b.translation + 1.01 * p.depth * p.normal}).distance,
              0);
    EXPECT_LT(signed_distance(a, at_a, b, Pose{at_b.rotation, at_b.translation + 0.99 * p.depth * p.normal}).distance,
              0);
  }
  return r;
}

// A box and the hull of its corners are the same.
void expect_boxes(Vec3d size_a, const Pose& at_a, Vec3d size_b, const Pose& at_b, double truth, double error) {
  const double noise =
      16 * kEpsilon * (length(size_a) + length(size_b) + length(at_a.translation) + length(at_b.translation));
  const Shape box_a = Box{size_a}, box_b = Box{size_b}, hull_a = hull(corners(size_a)), hull_b = hull(corners(size_b));
  EXPECT_NEAR(asked(box_a, at_a, box_b, at_b, noise).distance, truth, error);
  EXPECT_NEAR(asked(hull_a, at_a, hull_b, at_b, noise).distance, truth, error);
  EXPECT_NEAR(asked(box_a, at_a, hull_b, at_b, noise).distance, truth, error);
}

// fcl 493: two tilted cubes, one on the other.
TEST(NastyBoxes, TiltedAndStacked) {
  const Mat3d turn{{{0.96193976625564348026, 0.15401279915737359216, 0.22572537250328919556},
                    {-0.19134171618254486313, 0.96936494951283913579, 0.15401279915737359216},
                    {-0.19509032201612822033, -0.19134171618254486313, 0.96193976625564348026}}};
  expect_boxes({0.5, 0.5, 0.5}, {turn, {2.0770063995786869349, 0.48468247475641951239, 1.1543291419087275962}},
               {0.5, 0.5, 0.5}, {turn, {2, 0, 1.25}}, 0, 1e-15);
}

// fcl 495 and its kin: the same at every size, with gaps about the rounding.
TEST(NastyBoxes, TiltedWithGapsNearRounding) {
  const Mat3d turn{{{0.94096063217417758029, 0.29296840037289501035, 0.16959541586174811667},
                    {-0.23569836841299879326, 0.92661523595848427348, -0.29296840037289506586},
                    {-0.2429801799032638987, 0.23569836841299884878, 0.94096063217417758029}}};
  for (double side : {0.01, 0.25, 0.5, 10.0, 1000.0})
    for (double gap : {0.0, 1e-16, -1e-16, 2.5e-16, -2.5e-16, 1e-15, -1e-15}) {
      const double truth = gap * larger(1.0, side);
      const Pose at_a{turn, {0, 0, 5 * side}}, at_b{turn, Vec3d{0, 0, 5 * side} + turn * Vec3d{0, side + truth, 0}};
      SCOPED_TRACE(std::to_string(side) + " " + std::to_string(1e16 * gap));
      expect_boxes({side, side, side}, at_a, {side, side, side}, at_b, truth, 4 * kEpsilon * 5 * side);
    }
}

// fcl 398: a thin board on a thin shelf.
TEST(NastyBoxes, ThinAndTouching) {
  expect_boxes({0.614, 3, 0.037}, Pose::shift({-0.675, 0, 0.9115}), {0.494, 0.552, 0.01},
               Pose::shift({-0.692, 0, 0.935}), 0, 1e-15);
}

// fcl 390.
TEST(NastyBoxes, AlmostATouchOfLongAndSmall) {
  const Pose at_a{{{{-3.0627937852578681533e-08, -0.99999999999999888978, -2.8893865161583314238e-08},
                    {0.9999999999999980016, -3.0627939739957803544e-08, 6.4729926918527511769e-08},
                    {-6.4729927722963847085e-08, -2.8893863029448751323e-08, 0.99999999999999711342}}},
                  {0.63499979627350811029, -0.48500002215636439651, 1.0778146458339641356}};
  const Pose at_b{{{{6.1232339957367660359e-17, -1, 0}, {1, 6.1232339957367660359e-17, 0}, {0, 0, 1}}},
                  {0.80000000000000004441, -0.45750000000000001776, 1.0225}};
  expect_boxes({0.03, 0.12, 0.1}, at_a, {0.025, 0.35, 1.845}, at_b, 1.708e-8, 1e-11);
}

// fcl 415: a corner on the line of an edge.
TEST(NastyBoxes, ACornerOnTheLineOfAnEdge) {
  const Pose at_a{{{{4.8966386501092529215e-12, -1, 0}, {1, 4.8966386501092529215e-12, 0}, {0, 0, 1}}},
                  {-0.43999999999999994671, -0.61499999999858001587, 0.35499999999999998224}};
  const Pose at_b{{{{0.83512153565236335595, -0.55006546945762568868, -9.4542360608233572896e-16},
                    {0.55006546945762568868, 0.83512153565236313391, 1.1787444236552387666e-15},
                    {1.2902271444330665572e-16, -1.4878153530113264589e-15, 1}}},
                  {-0.40653441507331000704, -0.69166166923735727945, 0.43057093858718892276}};
  expect_boxes({0.49, 0.05, 0.21}, at_a, {0.035, 0.12, 0.03}, at_b, -0.0391530, 5e-8);
}

// drake 21673.
TEST(NastyBoxes, NearlyAcross) {
  const Pose at_a{{{{0.00079632671073326442932, -0.99999968293183538748, 0},
                    {0.99999968293183538748, 0.00079632671073326442932, 0},
                    {0, 0, 1}}},
                  {0.75000000000000055511, -2.4083553715553102684e-15, 0.14999999999999999445}};
  const Pose at_b{{{{6.1232339957367660359e-17, 0, 1},
                    {-1, 6.1232339957367660359e-17, 6.1232339957367660359e-17},
                    {-6.1232339957367660359e-17, -1, 3.7493994566546440196e-33}}},
                  {0.75, 0, 0.14999999999999999445}};
  expect_boxes({0.05, 0.55, 0.3}, at_a, {0.25, 0.2, 0.15}, at_b, -0.1500597, 5e-8);
}

// fcl 508: said to be √10.
TEST(NastyBoxes, ThreeApart) {
  for (Vec3d along : {Vec3d{4, 0, 0}, Vec3d{0, 4, 0}, Vec3d{0, 0, -4}})
    expect_boxes({1, 1, 1}, {}, {1, 1, 1}, Pose::shift(along), 3, 1e-14);
}

// coal 685: within a margin that is larger than the distance.
TEST(NastyBoxes, WithinAMargin) {
  const Pose at_a{{{{0, -1, 0}, {0, 0, 1}, {-1, 0, 0}}}, {1.490670, 0.845416, -0.194226}},
      at_b = Pose::shift({0, 1.075, 0.555});
  expect_boxes({0.16, 0.27, 0.37}, at_a, {5.898, 0.06, 2.69}, at_b, 0.014584, 1e-12);
  const Shape a = Box{{0.16, 0.27, 0.37}}, b = Box{{5.898, 0.06, 2.69}};
  for (double margin : {0.0146, 0.02, 0.1, 10.0}) EXPECT_TRUE(within(a, at_a, b, at_b, margin));
  EXPECT_FALSE(within(a, at_a, b, at_b, 0.0145));
}

// libccd 25: said to be 0 deep, along NaN.
TEST(NastyBoxes, OneOnTheOther) {
  expect_boxes({2, 2, 2}, {}, {2, 2, 2}, Pose::shift({0, 0, 1.9}), -0.1, 1e-15);
  const Penetration p = penetration(Box{{2, 2, 2}}, Pose::shift({0, 0, 1.9}), Box{{2, 2, 2}});
  EXPECT_NEAR(p.normal.z, 1, 1e-15);
}

// fcl 545: a small cube in the corner of a large one, on its diagonal; the small one's size is not told. The way out
// is through a face, not over the corner.
TEST(NastyBoxes, InTheCornerOfAnother) {
  for (double side : {0.1, 0.2, 0.3}) {
    const double truth = -(0.5 - (0.4 - side / 2));
    expect_boxes({1, 1, 1}, {}, {side, side, side}, Pose::shift({0.4, 0.4, 0.4}), truth, 1e-15);
    for (bool as_box : {false, true}) {
      const Shape large = as_box ? Shape(Box{{1, 1, 1}}) : hull(corners({1, 1, 1}));
      const Vec3d n = penetration(large, Pose::shift({0.4, 0.4, 0.4}), hull(corners({side, side, side}))).normal;
      EXPECT_NEAR(larger(larger(n.x, n.y), n.z), 1, 1e-12) << n.x << " " << n.y << " " << n.z;
    }
  }
}

// parry 315: unit boxes that share a face.
TEST(NastyBoxes, SharingAFace) {
  const Shape box = Box{{1, 1, 1}}, cube = hull(corners({1, 1, 1}));
  for (const Shape* b : {&box, &cube}) {
    const Distance r = asked(box, Pose::shift({0.5, 0.5, 0.5}), *b, Pose::shift({1.5, 0.5, 0.5}), 1e-15);
    EXPECT_NEAR(r.distance, 0, 1e-15);
    EXPECT_NEAR(r.on_a.x, 1, 1e-15);
    EXPECT_NEAR(r.on_b.x, 1, 1e-15);
    EXPECT_NEAR(r.normal.x, 1, 1e-12);
  }
}

// drake 1668: corner in corner.
TEST(NastyBoxes, CornerInCorner) { expect_boxes({20, 20, 20}, {}, {10, 10, 10}, Pose::shift({14, 14, 14}), -1, 1e-14); }

// coal 344.
TEST(NastyRound, BallsThatOverlap) {
  const Distance r = asked(Ball{0.5}, Pose::shift({-0.9, 0, 0}), Ball{0.5}, {}, 1e-15);
  EXPECT_NEAR(r.distance, -0.1, 1e-15);
  EXPECT_EQ(r.normal, (Vec3d{1, 0, 0}));
  // With one centre no direction is better than another, but some direction is right.
  const Distance centred = asked(Ball{0.5}, {}, Ball{0.25}, {}, 1e-15);
  EXPECT_EQ(centred.distance, -0.75);
}

// fcl 275.
TEST(NastyRound, BallsApart) { EXPECT_EQ(asked(Ball{20}, {}, Ball{10}, Pose::shift({0, 40, 0}), 1e-13).distance, 10); }

// fcl 408.
TEST(NastyRound, ABallThatTouchesACube) {
  const Pose at_a{{{{-0.99999999999999955591, -4.4637642593504144998e-09, 0},
                    {4.4637642593504144998e-09, -0.99999999999999955591, 0},
                    {0, 0, 1.0000000000000008882}}},
                  {1.7855056639081962376e-10, 0.039999999999999993894, 0.33000000000000012657}};
  const Distance r = asked(Ball{0.06}, at_a, Box{{0.1, 0.1, 0.1}}, Pose::shift({0.05, 0.15, 0.35}), 1e-15);
  EXPECT_NEAR(r.distance, 0, 1e-16);
  EXPECT_NEAR(r.normal.y, 1, 1e-12);
}

// fcl 375: a flat cylinder on a flat box. Also a little above it and in it.
TEST(NastyRound, ACylinderRestingOnABox) {
  const Mat3d quarter{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  for (double lift : {0.0, 1e-12, -1e-12, 1e-6, -1e-6, -1e-4, 1e-3}) {
    const Distance r = asked(Box{{0.49, 0.63, 0.015}}, {quarter, {-0.145, -0.63, 0.2425}}, Cylinder{0.08, 0.002},
                             Pose::shift({0, -0.6, 0.251 + lift}), 2e-15);
    EXPECT_NEAR(r.distance, lift, 1e-15);
    EXPECT_NEAR(r.normal.z, 1, 1e-12) << lift;
  }
}

// parry 34, there in a plane.
TEST(NastyRound, ABallCentredOnACorner) {
  const Distance r = asked(Box{{2, 2, 2}}, {}, Ball{1}, Pose::shift({1, 1, 1}), 1e-15);
  EXPECT_NEAR(r.distance, -1, 1e-15);
}

// A capsule and a triangle nearly along it. Single precision in the report, as here.
TEST(NastyRound, ACapsuleNearlyAlongATriangle) {
  const auto single = [](float x, float y, float z) { return Vec3d{double(x), double(y), double(z)}; };
  const Triangle triangle{single(-0.479988575f, -1.36185002f, 0.269966960f),
                          single(-0.104996204f, 0.388152480f, 0.269967079f),
                          single(-0.104996204f, -1.36185002f, 0.269966960f)};
  const Pose along_y{{{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}}, {}};
  // The edge along the capsule comes nearest at the end where it is lower.
  const double slope = (triangle.b.z - triangle.c.z) / (triangle.b.y - triangle.c.y);
  const double lower = triangle.c.z + slope * (-0.5 - triangle.c.y);
  const Distance r = asked(Capsule{0.37, 1}, along_y, triangle, {}, 1e-15);
  EXPECT_NEAR(r.distance, std::hypot(triangle.c.x, lower) - 0.37, 1e-14);
  EXPECT_NEAR(r.distance, -0.0803341, 2e-7);
}

// The maximum that is asked for changes nothing about what is found below it.
TEST(NastyRound, AnyMaximumGivesTheSame) {
  const Shape ball = Ball{1}, box = Box{{20, 20, 20}};
  for (double max : {0.0, 0.5, 1.0, 10.0, 100.0, 1000.0, 10000.0})
    for (double x : {8.0, 10.5, 11.0, 11.25, 11.9, 15.0, 100.0, 900.0}) {
      const Distance r = signed_distance(box, Pose::shift({x, 0, 0}), ball, {.max = max});
      if (x - 11 <= max) {
        EXPECT_NEAR(r.distance, x - 11, 1e-13) << max;
        EXPECT_EQ(r.status, Status::exact);
      } else {
        EXPECT_EQ(r.status, Status::at_least) << max;
        EXPECT_GT(r.distance, max);
        EXPECT_LE(r.distance, x - 11 + 1e-13);
      }
    }
}

std::vector<Vec3d> strewn(Random& random, int count) {
  std::vector<Vec3d> out;
  const Vec3d radii{random.uniform(0.05, 0.3), random.uniform(0.05, 0.3), random.uniform(0.05, 0.3)};
  for (int i = 0; i < count; ++i) {
    const Vec3d d = random.direction();
    out.push_back({radii.x * d.x, radii.y * d.y, radii.z * d.z});
  }
  return out;
}

// Hulls to make pairs of: to make one takes longer than to ask about it.
struct Strewn {
  std::vector<Vec3d> points;
  Shape shape;
};
std::vector<Strewn> strewn_hulls(Random& random, int how_many, int fewest, u32 more) {
  std::vector<Strewn> out;
  for (int i = 0; i < how_many; ++i) {
    const std::vector<Vec3d> points = strewn(random, fewest + static_cast<int>(random.below(more)));
    out.push_back({points, hull(points)});
  }
  return out;
}
const Strewn& any(Random& random, const std::vector<Strewn>& hulls) {
  return hulls[random.below(static_cast<u32>(hulls.size()))];
}

// How much room a direction shows between them, by all points.
double room_along(std::span<const Vec3d> a, const Pose& at, std::span<const Vec3d> b, Vec3d direction) {
  double most = -1e300, least = 1e300;
  for (Vec3d p : a) most = larger(most, dot(direction, p));
  for (Vec3d p : b) least = lesser(least, dot(direction, at * p));
  return (least - most) / length(direction);
}

// mujoco 3383: of 3000 pairs of hulls 103 were said to be 0 apart. The distance is never less than the room that any
// plane shows.
TEST(NastyHulls, NeverLessThanTheRoomOfAPlane) {
  Random random(7);
  testing::Outcomes outcomes("hulls with a plane between them");
  const std::vector<Strewn> hulls = strewn_hulls(random, 100, 6, 40);
  for (int k = 0; k < testing::cases(3000, 30000); ++k) {
    const auto& [a, hull_a] = any(random, hulls);
    const auto& [b, hull_b] = any(random, hulls);
    const Pose at{random.rotation(), random.uniform(0.05, 0.7) * random.direction()};
    double room = room_along(a, at, b, at.translation);
    for (int i = 0; i < 128; ++i) room = larger(room, room_along(a, at, b, random.direction()));
    outcomes.saw(room > 0);
    const Distance r = signed_distance(hull_a, at, hull_b);
    ASSERT_GE(r.distance, room - 1e-14) << k;
    ASSERT_EQ(r.status, Status::exact);
    // What it says is what its own normal shows: nobody can do better. Rounding turns it the more the nearer they are.
    ASSERT_NEAR(r.distance, room_along(a, at, b, r.normal), 1e-14 + 2e-16 / std::abs(r.distance)) << k;
  }
}

// parry 246, 253: a corner of one triangle on the other, in the plane y = 1; in the report's single precision just
// beside it, by what exact arithmetic says.
TEST(NastyHulls, ACornerOnATriangle) {
  const auto single = [](float x, float y, float z) { return Vec3d{double(x), double(y), double(z)}; };
  const Triangle flat{single(-13.174434f, 1, 8.736801f), single(3.5251038f, 1, 12.1f),
                      single(3.2048466f, 1, 12.218325f)},
      upright{single(-1.63f, 0, 11.19f), single(-2.349647f, 0, 11.037681f), single(-2.349647f, 1, 11.037681f)};
  const double truth = 4.0671142743163024e-08;
  const Vec3d points_a[] = {flat.a, flat.b, flat.c}, points_b[] = {upright.a, upright.b, upright.c};
  for (const Distance& r :
       {asked(flat, {}, upright, {}, 1e-13), asked(hull(points_a), {}, hull(points_b), {}, 1e-13)}) {
    EXPECT_NEAR(r.distance, truth, 1e-14);
    EXPECT_NEAR(r.on_a.y, 1, 1e-14);
    EXPECT_NEAR(r.on_b.y, 1, 1e-9);
  }
  // Moved by less than a thousandth, it is on it.
  const Pose at = Pose::shift({0, 0, -1e-3});
  const Distance r = asked(flat, {}, upright, at, 1e-13);
  EXPECT_NEAR(r.distance, 0, 1e-13);
  EXPECT_NEAR(r.on_a.y, 1, 1e-13);
  EXPECT_NEAR(r.on_b.y, 1, 1e-13);
}

// coal's gjk_asserts: balls as meshes of 32 × 32 vertices, computed in floats, poles and seam many times over; one
// inside the other.
Mesh ball_mesh(double radius) {
  const float pi = static_cast<float>(kPi), polar = pi / 31, around = 2 * pi / 31;
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (u32 p = 0; p < 32; ++p)
    for (u32 a = 0; a < 32; ++a) {
      const float up = static_cast<float>(p) * polar, about = static_cast<float>(a) * around;
      vertices.push_back(radius * Vec3d{double(std::sin(up) * std::cos(about)), double(std::sin(up) * std::sin(about)),
                                        double(std::cos(up))});
    }
  for (u32 p = 0; p < 31; ++p)
    for (u32 a = 0; a < 31; ++a) {
      const u32 first = p * 32 + a;
      faces.push_back({first, first + 33, first + 1});
      faces.push_back({first, first + 32, first + 33});
    }
  return Mesh::make(vertices, faces).value();
}

TEST(NastyHulls, BallsOfManyTriangles) {
  const Mesh small = ball_mesh(1), large = ball_mesh(2);
  const Shape small_hull = hull(small.vertices()), large_hull = hull(large.vertices());
  const Model small_model = Model::make(small).value(), large_model = Model::make(large).value();
  const int turns[][2] = {{5, 48}, {64, 151}, {98, 47}, {355, 48}, {86, 52}, {89, 17}, {89, 58}, {89, 145}};
  for (const auto& [i, j] : turns)
    for (int k = 0; k < 6; ++k) {
      Vec3d offset{};
      offset[k / 2] = k % 2 ? -1 : 1;
      const Pose at{turned({0, 0, 1}, i * kPi / 180, {}).rotation * turned({0, 1, 0}, j * kPi / 180, {}).rotation,
                    offset};
      SCOPED_TRACE(std::to_string(i) + " " + std::to_string(j) + " " + std::to_string(k));
      const Distance r = asked(large_hull, at, small_hull, {}, 1e-14);
      EXPECT_NEAR(r.distance, -2, 0.02);  // of balls; those of triangles are a little smaller
      const Pose small_in_large = inverse(at);
      const Vec3d normal = transposed_times(at.rotation, r.normal);
      EXPECT_NEAR(r.distance, room_along(large.vertices(), small_in_large, small.vertices(), normal), 1e-13);
      // The surfaces touch or nearly: as surfaces they have a distance, the same each way.
      const Distance d = distance(large_model, at, small_model, Pose{});
      EXPECT_LT(d.distance, 0.02);
      EXPECT_NEAR(d.distance, distance(small_model, Pose{}, large_model, at).distance, 1e-14);
      EXPECT_EQ(collide(large_model, at, small_model, Pose{}).colliding, d.distance == 0);
    }
}

// Two skew edges make a parallelogram of A − B: four corners in a plane, with the origin above it, in it or beside it.
TEST(NastyHulls, SkewEdges) {
  Random random(46);
  testing::Outcomes outcomes("crossing when seen from above");
  for (int k = 0; k < testing::cases(5000, 100000); ++k) {
    const double gap = random.chance(0.2) ? 0 : std::pow(10, random.uniform(-12, 0));
    const double x = random.uniform(-1.6, 1.6), y = random.chance(0.1) ? x : random.uniform(-1.6, 1.6);
    const Segment a{{-1, 0, 0}, {1, 0, 0}}, b{{x, y - 1, gap}, {x, y + 1, gap}};
    const Vec3d apart{larger(std::abs(x) - 1, 0.0), larger(std::abs(y) - 1, 0.0), gap};
    outcomes.saw(apart.x == 0 && apart.y == 0);
    for (const Pose& both : {Pose{}, random.pose(3)}) {
      const Distance r = signed_distance(a, both, b, both);
      ASSERT_NEAR(r.distance, length(apart), 1e-14) << k;
      ASSERT_EQ(r.status, Status::exact) << k;
      ASSERT_NEAR(length(r.normal), 1, 1e-12) << k;
    }
  }
}

// Hulls 4.6e-4 of their size apart are not 0 apart.
TEST(NastyHulls, NearIsNotTouching) {
  Random random(47);
  const std::vector<Strewn> hulls = strewn_hulls(random, 50, 8, 120);
  for (int k = 0; k < testing::cases(1000, 20000); ++k) {
    const Shape &a = any(random, hulls).shape, &b = any(random, hulls).shape;
    const double size = 0.6, gap = 4.6e-4 * size;
    const Vec3d along = random.direction();
    Pose at{random.rotation(), 2 * size * along};
    Distance r = signed_distance(a, at, b);
    at.translation -= (r.distance - gap) * r.normal;  // no point moved farther, so nothing is nearer than the gap
    r = signed_distance(a, at, b);
    ASSERT_EQ(r.status, Status::exact);
    ASSERT_NEAR(r.distance, gap, 1e-14) << k;
    ASSERT_FALSE(collide(a, at, b)) << k;
    ASSERT_FALSE(within(a, at, b, 0.999 * gap)) << k;
  }
}

// Depths of hulls of 128 corners, to 1e-6: no direction shows less, and the one that is named shows just so much.
TEST(NastyHulls, DepthsOfManyCorners) {
  Random random(48);
  const std::vector<Strewn> hulls = strewn_hulls(random, 20, 128, 1);
  for (int k = 0; k < testing::cases(200, 5000); ++k) {
    const auto& [points_a, a] = any(random, hulls);
    const auto& [points_b, b] = any(random, hulls);
    const Pose at{random.rotation(), random.uniform(0, 0.1) * random.direction()};
    const Penetration p = penetration(a, at, b);
    const double shown = larger(-room_along(points_a, at, points_b, p.normal), 0.0);
    ASSERT_NEAR(p.depth, shown, 1e-6 * shown + 1e-15) << k;
    ASSERT_EQ(p.status, Status::exact);
    if (p.depth == 0) continue;
    for (int i = 0; i < 200; ++i) {
      Vec3d d = random.direction();
      if (i % 2) d = p.normal + std::pow(10, random.uniform(-4, 0)) * d;
      ASSERT_GE(-room_along(points_a, at, points_b, d), p.depth * (1 - 1e-6)) << k;
    }
    ASSERT_TRUE(collide(a, Pose{at.rotation, at.translation + 0.999999 * p.depth * p.normal}, b)) << k;
    ASSERT_FALSE(collide(a, Pose{at.rotation, at.translation + 1.000001 * p.depth * p.normal}, b)) << k;
  }
}

}  // namespace nasty_test
}  // namespace apart
