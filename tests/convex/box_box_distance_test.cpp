// The quick way to the distance of two boxes, held to GJK with all its care: wherever it starts it may say that it does
// not know, and must otherwise be right.
#include <apart/convex/closed/box_box_distance.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/gjk/gjk.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace box_box_distance_test {

struct BoxPair {
  Box a, b;
  Pose at;
  double size;
};

GjkResult with_care(const BoxPair& p) {
  const Core a = p.a, b = p.b;
  return gjk(CoreSupport{&a}, PlacedCore{p.at, {&b}}, p.at.translation, {.careful = true});
}

// Boxes, plates, needles and points, turned anyhow, a little or not at all; brought to a gap along any direction, or
// along one that has sides or edges face each other.
BoxPair any_pair(Random& random) {
  BoxPair p;
  const double scale = std::pow(10, random.uniform(-6, 6));
  const auto side = [&] {
    return scale * (random.chance(0.1)   ? 0
                    : random.chance(0.1) ? std::pow(10, random.uniform(-9, -1))
                                         : random.uniform(0.1, 2));
  };
  p.a.size = {side(), side(), side()}, p.b.size = {side(), side(), side()};
  if (random.chance(0.6)) p.at.rotation = random.rotation();
  if (random.chance(0.2)) {
    const double tilt = std::pow(10, random.uniform(-16, -1));
    p.at.rotation =
        Pose::from_quaternion(1, tilt * random.uniform(), tilt * random.uniform(), -tilt, {}).value().rotation;
  }
  Vec3d along = random.direction();
  if (random.chance(0.2)) along = p.at.rotation.column(static_cast<int>(random.below(3)));
  if (random.chance(0.2)) along = {0, 0, random.chance(0.5) ? 1.0 : -1.0};
  p.size = scale;
  p.at.translation = 6 * scale * along;
  // Towards each other until they touch; then apart by so much, or into each other.
  double near = 0, far = 6 * scale;
  for (int i = 0; i < 60; ++i) {
    const double middle = (near + far) / 2;
    p.at.translation = middle * along;
    (with_care(p).meet() ? near : far) = middle;
  }
  const double gap = random.chance(0.1)   ? 0
                     : random.chance(0.4) ? std::pow(10, random.uniform(-12, -2))
                                          : random.uniform(0, 3);
  p.at.translation = (far + scale * (random.chance(0.25) ? -lesser(gap, 0.5) : gap)) * along;
  return p;
}

bool holds(const Box& box, Vec3d p, double by) { return largest(abs(p) - 0.5 * box.size) <= by; }

TEST(BoxGap, SayWhatGjkSays) {
  Random random(1);
  testing::Outcomes apart("boxes that are apart"), near("nearer than 1e-6", 0.05);
  int open = 0;
  const int count = testing::cases(4000, 200000);
  for (int k = 0; k < count; ++k) {
    const BoxPair p = any_pair(random);
    const GjkResult truth = with_care(p);
    // Twice what heights along three axes, of both and of the way between them, are rounded by.
    const double whole = p.size + largest(abs(p.at.translation)), rounding = 96 * 0x1p-52 * whole;
    BoxGap boxes(p.a, p.at, p.b);
    const Vec3d start = random.chance(0.3) ? whole * random.in_box(1) : Vec3d{};
    const Verdict verdict = boxes.search(start);
    if (verdict == Verdict::unsure) {
      ++open;
      continue;
    }
    ASSERT_TRUE(holds(p.a, boxes.on_a(), 0)) << k;
    ASSERT_TRUE(holds(p.b, boxes.in_b(), 0)) << k;
    ASSERT_LE(length(p.at * boxes.in_b() - boxes.on_b()), rounding) << k;
    apart.saw(verdict == Verdict::apart);
    if (verdict == Verdict::meet) {
      ASSERT_LE(length(boxes.on_b() - boxes.on_a()), 2 * rounding) << k;
      ASSERT_LE(truth.at_least, 2 * rounding) << k;
      continue;
    }
    const ConvexGap gap = boxes.gap();
    near.saw(gap.distance < 1e-6 * p.size);
    ASSERT_NEAR(gap.distance, truth.distance, 1e-14 * truth.distance + rounding) << k;
    ASSERT_GT(gap.at_least, 0) << k;
    ASSERT_LE(gap.at_least, truth.distance) << k;
    ASSERT_NEAR(gap.at_least, gap.distance, rounding) << k;
    ASSERT_NEAR(length(gap.normal), 1, 1e-15) << k;
    ASSERT_LE(length(gap.on_b - boxes.on_b()), rounding) << k;
    // The normal is as good as the plane across it says.
    ASSERT_NEAR(testing::plane_gap(p.a, p.at, p.b, gap.normal), gap.distance, rounding) << k;
  }
  std::printf("[ saw      ] %d of %d left open\n", open, count);
  EXPECT_LE(open, count / 10);  // they touch, or are parallel but for some rounding
}

// What is nearest may be a side, an edge or a corner of each.
TEST(BoxGap, FindEveryPairOfFeatures) {
  const Box cube{{2, 2, 2}};
  const Mat3d edge = Pose::from_quaternion(std::cos(0.39269908169872414), std::sin(0.39269908169872414), 0, 0, {})
                         .value()
                         .rotation;  // about x, by an eighth of a turn: an edge along x looks down
  const Mat3d across = Pose::from_quaternion(std::sqrt(0.5), 0, 0, std::sqrt(0.5), {}).value().rotation * edge;
  const double half = std::sqrt(2.0);
  struct Known {
    Mat3d turn;
    Vec3d at;
    double distance;
  };
  for (const Known& known : {Known{{}, {0.5, 0.5, 3}, 1},                       // side and side
                             Known{{}, {5, 6, 1}, 5}, Known{{}, {4, 4, 3}, 3},  // edge, corner
                             Known{edge, {0, 0, 1 + half + 0.5}, 0.5},          // side and edge
                             Known{edge, {2.5, 0, 1 + half + 1.2}, 1.3},        // beside it
                             Known{across, {0, 1, 1 + half + 1e-9}, 1e-9}}) {
    const Pose at{known.turn, known.at};
    BoxGap boxes(cube, at, cube);
    ASSERT_EQ(boxes.search({}), Verdict::apart) << known.distance;
    EXPECT_NEAR(boxes.gap().distance, known.distance, 4e-15);
  }
}

TEST(BoxGap, LeaveWhatSquaresCannotHold) {
  for (double size : {0.0, 1e-200, 1e-100, 1e200}) {
    const Box box{{size, size, size}};
    const Pose at = Pose::shift({3 * size, 0, 0});
    EXPECT_EQ(BoxGap(box, at, box).search({}), Verdict::unsure) << size;
  }
}

}  // namespace box_box_distance_test
}  // namespace apart
