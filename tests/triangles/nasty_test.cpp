// Triangle cases other libraries got wrong; the numbers are those of the public reports named with each.
#include <apart/base/random.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/triangles/point.hpp>

#include "tests/support.hpp"

namespace apart {
namespace nasty_test {

// PQP issue 4: two ulps of 6327 apart in y.
TEST(NastyTriangles, TwoUlpsApartFarFromTheOrigin) {
  const Triangle s{{8000.0000000000036, 6817.7672478170962, 571.00166381103077},
                   {7500.0000000000009, 6817.7672478170962, 571.00166381103077},
                   {7500.0000000000009, 6327.6345143037688, 571.00166381103077}};
  const Triangle t{{8000.0000000000009, 6327.6345143037670, 88.336618780016408},
                   {7500.0, 6327.6345143037670, 88.336618780016408},
                   {7500.0, 6327.6345143037670, 1015.9309593449836}};
  EXPECT_FALSE(overlap(s, t));
  EXPECT_NEAR(std::sqrt(distance(s, t).squared), 1.819e-12, 1e-15);
  EXPECT_NEAR(std::sqrt(distance(t, s).squared), 1.819e-12, 1e-15);
}

// benardp/contours issue 1.
TEST(NastyTriangles, ApartAlongACommonStrip) {
  const Triangle s{{12.3015, -0.253368, 5.49101}, {18.6765, -2.55337, 4.91756}, {12.3015, -2.55337, 4.91756}};
  const Triangle t{{-11.9885, -0.253368, 5.49101}, {1.61448, -0.253368, 5.49101}, {1.61448, -2.55337, 4.91756}};
  EXPECT_FALSE(overlap(s, t));
  EXPECT_NEAR(std::sqrt(distance(s, t).squared), 10.68702, 1e-5);
}

// parry issue 76: a triangle with b = c is a segment. The reported right answer is in single precision.
TEST(NastyTriangles, PointAndADegenerateTriangle) {
  const Vec3d p{1.10000002, -7.9000001, 16.5879993}, b{-0.569999993, -8.10000038, 16.6070004};
  const Triangle t{{2.27699995, -7.9000001, 16.3180008}, b, b};
  EXPECT_NEAR(std::sqrt(closest_on_triangle(p, t).squared), 0.171478, 1e-6);
}

// three-mesh-bvh issue 762: three vertices at 0, and a box 1 wide moved away.
TEST(NastyTriangles, PointTriangleAndADistantBox) {
  const Triangle nothing{};
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-0.5, 0.5}) {
      Vec3d corners[4];
      for (int i = 0; i < 4; ++i) {
        corners[i][axis] = side;
        corners[i][(axis + 1) % 3] = i & 1 ? 0.5 : -0.5;
        corners[i][(axis + 2) % 3] = i & 2 ? 0.5 : -0.5;
        corners[i].x += 100;
      }
      for (const Triangle& face :
           {Triangle{corners[0], corners[1], corners[2]}, {corners[1], corners[3], corners[2]}}) {
        EXPECT_FALSE(overlap(face, nothing));
        EXPECT_FALSE(overlap(nothing, face));
        EXPECT_GE(distance(face, nothing).squared, 99.5 * 99.5);
      }
    }
}

// libigl issue 2381: a triangle subdivided twice has no self-intersection; its faces meet where they share vertices.
TEST(NastyTriangles, SubdividedTriangle) {
  using Kind = Meeting::Kind;
  static constexpr Vec3d vertices[] = {{0.280039012432098, 0.82766300439834595, 0.46377500891685502},
                                       {0.33890101313590998, 0.78804200887680098, 0.48812699317932101},
                                       {0.31805300712585399, 0.76836401224136397, 0.49308800697326699},
                                       {0.30947001278400399, 0.80785250663757346, 0.47595100104808802},
                                       {0.299046009778976, 0.79801350831985496, 0.47843150794506101},
                                       {0.32847701013088199, 0.77820301055908248, 0.490607500076294},
                                       {0.29475451260805097, 0.81775775551795971, 0.46986300498247152},
                                       {0.28954251110553697, 0.81283825635910045, 0.47110325843095802},
                                       {0.32418551295995701, 0.79794725775718722, 0.48203899711370451},
                                       {0.33368901163339598, 0.78312250971794173, 0.48936724662780751},
                                       {0.30854950845241502, 0.78318876028060946, 0.485759757459164},
                                       {0.32326500862836799, 0.77328351140022322, 0.4918477535247805},
                                       {0.30425801128148999, 0.80293300747871421, 0.47719125449657451},
                                       {0.31897351145744302, 0.79302775859832797, 0.48327925056219101},
                                       {0.31376150995492902, 0.78810825943946872, 0.4845195040106775}};
  static constexpr int faces[16][3] = {{2, 11, 10},  {1, 8, 9},   {0, 7, 6},   {3, 12, 13}, {5, 14, 11}, {3, 13, 8},
                                       {4, 12, 7},   {4, 14, 12}, {4, 10, 14}, {5, 9, 13},  {3, 6, 12},  {5, 13, 14},
                                       {14, 10, 11}, {13, 9, 8},  {12, 6, 7},  {14, 13, 12}};
  int pairs[3] = {};
  for (const auto& f : faces)
    for (const auto& g : faces) {
      if (&f == &g) continue;
      int shared = 0;
      for (const int i : f)
        for (const int j : g) shared += i == j;
      ++pairs[shared];
      const Triangle s{vertices[f[0]], vertices[f[1]], vertices[f[2]]},
          t{vertices[g[0]], vertices[g[1]], vertices[g[2]]};
      EXPECT_EQ(overlap(s, t), shared > 0);
      EXPECT_EQ(meeting(s, t).kind, shared == 0 ? Kind::none : shared == 1 ? Kind::point : Kind::segment);
    }
  EXPECT_EQ(pairs[0] + pairs[1] + pairs[2], 240);
  EXPECT_EQ(pairs[2], 2 * 18);  // inner edges
}

// MeshLib pull request 6357: a bound a little above the truth must not change the answer. Its numbers are not public in
// the text of the report, so these are triangles of the same kind: 277.5 apart between two edges' insides.
TEST(NastyTriangles, BoundJustAboveTheTruth) {
  Random random(357);
  for (int i = 0; i < 200; ++i) {
    const Pose pose = random.pose(100);
    const double lean = random.uniform(0, 100);
    const Triangle s = pose * Triangle{{-90, 0, 0}, {110, 0, 0}, {10, random.uniform(-80, 80), -lean}};
    const Triangle t = pose * Triangle{{0, -70, 277.5}, {0, 130, 277.5}, {random.uniform(-60, 60), 5, 277.5 + lean}};
    const TriangleGap free = distance(s, t);
    EXPECT_NEAR(std::sqrt(free.squared), 277.5, 1e-10);
    for (const double above : {0x1p-52, 1e-12, 1e-6, 1e-3, 1.0}) {
      const TriangleGap bounded = distance(s, t, free.squared * (1 + above));
      EXPECT_EQ(bounded.squared, free.squared);
      EXPECT_EQ(bounded.on_s, free.on_s);
      EXPECT_EQ(bounded.on_t, free.on_t);
    }
    for (const double below : {0.0, 1e-12, 1e-3, 0.5, 0.999}) {
      const double bound = free.squared * (1 - below);
      EXPECT_GE(distance(s, t, bound).squared, bound);
    }
  }
}

}  // namespace nasty_test
}  // namespace apart
