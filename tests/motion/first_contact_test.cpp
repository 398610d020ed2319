// First contacts of moving triangles: closed forms, dense sampling, hard cases, options. tests/oracle compares with
// exact rationals.
#include <apart/base/random.hpp>
#include <apart/motion/triangles/first_contact.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/overlap.hpp>
#include <limits>

#include "tests/support.hpp"

namespace apart {
namespace first_contact_test {

constexpr MovingTriangle floor_at_rest() {
  return {{{-1, -1, 0}, {-1, -1, 0}}, {{2, -1, 0}, {2, -1, 0}}, {{-1, 2, 0}, {-1, 2, 0}}};
}

TEST(FirstContact, AFallingVertex) {
  const FirstContact found = first_contact(MovingPoint{{0, 0, 1}, {0, 0, -3}}, floor_at_rest());
  ASSERT_TRUE(found.hit);
  EXPECT_NEAR(found.free_until, 0.25, 1e-14);
  EXPECT_LE(found.free_until, 0.25);
  EXPECT_EQ(found.contact_by, found.free_until);
  EXPECT_EQ(found.status, Status::exact);  // it passes through
  EXPECT_LE(found.distance, 1e-13);
  EXPECT_NEAR(found.normal.z, -1, 1e-15);  // from the vertex to the face
  EXPECT_NEAR(length(found.on_a - Vec3d{0, 0, 0}), 0, 1e-13);
  EXPECT_FALSE(first_contact(MovingPoint{{0, 0, 1}, {0, 0, 0x1p-50}}, floor_at_rest()).hit);
  EXPECT_TRUE(first_contact(MovingPoint{{0, 0, 1}, {0, 0, 0}}, floor_at_rest()).hit);
  EXPECT_FALSE(first_contact(MovingPoint{{5, 0, 1}, {5, 0, -3}}, floor_at_rest()).hit);
}

TEST(FirstContact, AClearance) {
  const MovingPoint falling{{0.1, 0.1, 1}, {0.1, 0.1, -1}};
  const FirstContact found = first_contact(falling, floor_at_rest(), {.clearance = 0.5, .tolerance = 1e-9});
  ASSERT_TRUE(found.hit);
  EXPECT_LE(found.free_until, 0.25);
  EXPECT_NEAR(found.free_until, 0.25, 1e-9);
  EXPECT_LE(found.distance, 0.5 + 1e-9);
  EXPECT_FALSE(first_contact(MovingPoint{{0, 0, 1}, {1, 0, 0.6}}, floor_at_rest(), {.clearance = 0.5}).hit);
  // Beside an edge that turns: the distance falls below the clearance, and no contact follows.
  const MovingEdge edge{{{-1, 0.3, 0}, {-1, -0.3, 0.2}}, {{1, 0.3, 0}, {1, 0.3, -0.2}}};
  const MovingEdge other{{{0, 0, 1}, {0, 0, 0.4}}, {{0, 1, 1}, {0, 1, 0.4}}};
  EXPECT_FALSE(first_contact(edge, other).hit);
  EXPECT_TRUE(first_contact(edge, other, {.clearance = 0.5, .tolerance = 1e-6}).hit);
}

TEST(FirstContact, AnInputError) {
  const MovingPoint close{{0, 0, 1e-6}, {1e-3, 0, 1e-6}};
  EXPECT_FALSE(first_contact(close, floor_at_rest(), {.input_error = 1e-7}).hit);
  const FirstContact found = first_contact(close, floor_at_rest(), {.input_error = 1e-6});
  EXPECT_TRUE(found.hit);
  EXPECT_EQ(found.status, Status::within_error);
}

TEST(FirstContact, NotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (double bad : {nan, infinity, -infinity}) {
    const FirstContact found = first_contact(MovingPoint{{0, 0, bad}, {0, 0, 1}}, floor_at_rest());
    EXPECT_TRUE(found.hit);
    EXPECT_EQ(found.free_until, 0);
    EXPECT_EQ(found.status, Status::invalid);
    MovingTriangle t = floor_at_rest();
    t.b.to.y = bad;
    EXPECT_EQ(first_contact(floor_at_rest(), t).status, Status::invalid);
  }
}

// The report of another library's contact at time 0: the gap is 5.69e-7 there, and never smaller.
TEST(FirstContact, NoContactWhereAnotherReportsOne) {
  const Vec3d p[4] = {{0.35, 0, 0.35},
                      {3.4604643638e-01, 2.7847887896e-03, 3.4658121160e-01},
                      {3.5000819263e-01, -1.5763377304e-06, 3.5001214242e-01},
                      {3.4903882032e-01, -1.5866575093e-03, 3.4560164356e-01}};
  const Vec3d d[4] = {{},
                      {1.0120300789e-07, -1.4009994248e-04, -8.5653091896e-05},
                      {-9.2976239634e-07, 1.4361165221e-06, 5.5168830145e-07},
                      {1.1649271683e-04, -3.6172565398e-05, -4.7128237917e-05}};
  const auto at = [&](int i) { return MovingPoint{p[i], p[i] + d[i]}; };
  EXPECT_FALSE(first_contact(at(0), MovingTriangle{at(1), at(2), at(3)}).hit);
  EXPECT_FALSE(first_contact(at(0), MovingTriangle{at(1), at(2), at(3)}, {.tolerance = 1e-9}).hit);
  EXPECT_FALSE(first_contact(at(0), MovingTriangle{at(1), at(2), at(3)}, {.clearance = 5.6e-7}).hit);
  EXPECT_TRUE(first_contact(at(0), MovingTriangle{at(1), at(2), at(3)}, {.clearance = 5.7e-7}).hit);
}

// In the plane of the face throughout, where the polynomial of coplanarity is zero.
TEST(FirstContact, InThePlaneOfTheFace) {
  const auto in_plane = [](Vec3d from, Vec3d to) { return first_contact(MovingPoint{from, to}, floor_at_rest()); };
  EXPECT_TRUE(in_plane({3, 0, 0}, {-3, 0, 0}).hit);
  EXPECT_NEAR(in_plane({3, 0, 0}, {-3, 0, 0}).free_until, 1.0 / 3, 1e-12);
  EXPECT_FALSE(in_plane({3, 3, 0}, {-3, 3, 0}).hit);
  EXPECT_TRUE(in_plane({3, 2, 0}, {-3, 2, 0}).hit);  // touches a corner
  EXPECT_FALSE(in_plane({2, 0.5, 0}, {0.5, 2, 0}).hit);
  const MovingEdge a{{{0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {1, 0, 0}}};
  const auto beside = [&](double x) {
    return first_contact(a, MovingEdge{{{x, 0, 0}, {0.5, 0, 0}}, {{x + 1, 0, 0}, {1.5, 0, 0}}});
  };
  EXPECT_NEAR(beside(2).free_until, 2.0 / 3, 1e-12);  // along one line
  EXPECT_TRUE(beside(1).hit);
  EXPECT_EQ(beside(1).free_until, 0);
}

// Faces and edges without extent are the segments and points that they are.
TEST(FirstContact, WithoutExtent) {
  const auto rest = [](Vec3d p) { return MovingPoint{p, p}; };
  const MovingPoint falling{{0.5, 0, 1}, {0.5, 0, -1}};
  EXPECT_TRUE(first_contact(falling, MovingTriangle{rest({0, 0, 0}), rest({1, 0, 0}), rest({0.25, 0, 0})}).hit);
  EXPECT_FALSE(
      first_contact(falling, MovingTriangle{rest({0, 1e-9, 0}), rest({1, 1e-9, 0}), rest({0.25, 1e-9, 0})}).hit);
  EXPECT_TRUE(first_contact(falling, MovingTriangle{rest({0.5, 0, 0}), rest({0.5, 0, 0}), rest({0.5, 0, 0})}).hit);
  EXPECT_TRUE(first_contact(MovingEdge{falling, falling}, MovingEdge{rest({0, 0, 0}), rest({1, 0, 0})}).hit);
  EXPECT_FALSE(first_contact(MovingEdge{falling, falling}, MovingEdge{rest({0, 1, 0}), rest({1, 1, 0})}).hit);
}

MovingTriangle random_triangle(Random& random, double far, double motion) {
  const Vec3d centre = far * random.direction(), shift = random.in_box(motion);
  MovingTriangle out;
  for (MovingPoint* p : {&out.a, &out.b, &out.c}) {
    p->from = centre + random.in_box(0.7);
    p->to = p->from + shift + random.in_box(0.3);
  }
  return out;
}

// No sampled contact before free_until, and a sampled one wherever a contact is proven to be absent is an error.
TEST(FirstContact, TrianglesAgainstSampling) {
  Random random(5);
  testing::Outcomes outcomes("moving triangles");
  int sampled_hits = 0;
  const int pairs = testing::cases(3000, 60'000);
  for (int i = 0; i < pairs; ++i) {
    const MovingTriangle a = random_triangle(random, 0.5, 1), b = random_triangle(random, 0.5, 1);
    const FirstContact found = first_contact(a, b), other = first_contact(b, a);
    outcomes.saw(found.hit);
    EXPECT_EQ(found.hit, other.hit);
    EXPECT_NEAR(found.free_until, other.free_until, 1e-9);
    for (int k = 0; k <= 64; ++k) {
      const double t = k / 64.0;
      if (!triangles::overlap(a.at(t), b.at(t))) continue;
      ++sampled_hits;
      ASSERT_TRUE(found.hit);
      ASSERT_LE(found.free_until, t);
      break;
    }
    if (found.hit) {
      EXPECT_LE(std::sqrt(triangles::distance(a.at(found.contact_by), b.at(found.contact_by)).squared),
                found.distance + 1e-13);
      EXPECT_LE(found.distance, 1e-12);
      EXPECT_NEAR(length(found.on_a - found.on_b), 0, 1e-12);
    }
  }
  EXPECT_GT(6 * sampled_hits, pairs);
}

TEST(FirstContact, TrianglesWithAClearance) {
  Random random(6);
  testing::Outcomes outcomes("moving triangles, clearance 0.2");
  for (int i = 0; i < testing::cases(1000, 20'000); ++i) {
    const MovingTriangle a = random_triangle(random, 0.8, 0.5), b = random_triangle(random, 0.8, 0.5);
    const FirstContact found = first_contact(a, b, {.clearance = 0.2, .tolerance = 1e-6});
    outcomes.saw(found.hit);
    for (int k = 0; k <= 32; ++k) {
      const double t = k / 32.0, gap = std::sqrt(triangles::distance(a.at(t), b.at(t)).squared);
      if (t < found.free_until || !found.hit) {
        ASSERT_GT(gap, 0.2 - 1e-14);
      }
    }
    if (found.hit) {
      EXPECT_LE(std::sqrt(triangles::distance(a.at(found.contact_by), b.at(found.contact_by)).squared), 0.2 + 1.1e-6);
    }
  }
}

TEST(FirstContact, TrianglesThatIntersectAtTheStart) {
  const MovingTriangle a = floor_at_rest();
  const MovingTriangle b{{{0, 0, -1}, {9, 9, 9}}, {{0, 0, 1}, {9, 9, 9}}, {{0.1, 0.2, 1}, {8, 9, 9}}};
  const FirstContact found = first_contact(a, b);
  EXPECT_TRUE(found.hit);
  EXPECT_EQ(found.contact_by, 0);
  EXPECT_EQ(found.status, Status::exact);
  EXPECT_TRUE(first_contact(a, b, {.clearance = 1e-3}).hit);
}

}  // namespace first_contact_test
}  // namespace apart
