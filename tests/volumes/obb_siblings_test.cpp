// One box against its siblings in lanes: the same bits for every width, never disjoint when contents meet, never more
// than the distance, from either side.
#include <apart/base/lane_width.hpp>
#include <apart/volumes/obb_siblings.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace obb_siblings_test {

using testing::few;
using testing::Fitted;

// Up to eight contents in one frame, as the children of a node are.
struct Siblings {
  std::vector<Mesh> contents;
  Frame frame;
  std::vector<Obb<float>> volumes;

  Siblings(Random& random, double scale, Vec3d at, u32 count) {
    std::vector<Vec3d> all;
    const double spread = random.chance(0.7) ? 0.02 : 1.5;  // crowded, or side by side
    for (u32 k = 0; k < count; ++k) {
      contents.push_back(few(random, scale, at + scale * random.in_box(spread)));
      for (u32 i = 0; i < contents.back().size(); ++i)
        for (int c = 0; c < 3; ++c) all.push_back(contents.back().triangle(i)[c]);
    }
    Bounds bounds;
    for (Vec3d p : all) bounds.add(p);
    frame = frame_of(bounds);
    for (const Mesh& mesh : contents) {
      std::vector<Triangle> here;
      for (u32 i = 0; i < mesh.size(); ++i) {
        here.push_back(mesh.triangle(i));
        for (int c = 0; c < 3; ++c) here.back()[c] -= frame.centre;
      }
      volumes.push_back(fit<Obb<float>>(std::span<const Triangle>(here)));
    }
  }
};

struct Said {
  u32 overlap;
  float gaps[kMostSiblings], reaches[kMostSiblings];
};
Said said_by(LaneWidth width, const SeenObb& seen, const std::vector<Obb<float>>& siblings, Vec3f direction) {
  use_lanes(width);
  Said out{};
  const u32 count = static_cast<u32>(siblings.size());
  out.overlap = sibling_tests().overlap(seen, siblings.data(), count);
  sibling_tests().gap(seen, siblings.data(), count, out.gaps);
  sibling_tests().reach(direction, siblings.data(), count, out.reaches);
  use_lanes({});
  return out;
}

TEST(ObbSiblings, NeverLieAndAreTheSameInAllWidths) {
  Random random(1);
  testing::Outcomes met("sets of which one meets the other"), dropped("siblings told apart");
  for (int k = 0; k < testing::cases(3000, 100000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Vec3d far = random.chance(0.5) ? Vec3d{} : scale * random.in_box(1e4);
    const Siblings some(random, scale, far, 1 + random.below(kMostSiblings));
    const Fitted<Obb<float>> other(few(random, scale, scale * random.in_box(2)));
    // The other lies with a corner on one of the siblings', or near it, or away.
    Pose at{random.rotation(), {}};
    const Mesh& chosen = some.contents[random.below(static_cast<u32>(some.contents.size()))];
    at.translation = chosen.triangle(0).a - at * other.mesh.triangle(0).b;
    if (random.chance(0.4)) at.translation += scale * (random.chance(0.5) ? 0.3 : 5) * random.in_ball();
    // Siblings as A's children, and as B's.
    const bool of_a = random.chance(0.5);
    SeenObb seen = of_a ? SeenObb::from_a(other.volume, placement<float>(some.frame, at, other.frame))
                        : SeenObb::from_b(other.volume, placement<float>(other.frame, inverse(at), some.frame));
    const Vec3d axis = random.direction();  // from the siblings to the other
    if (random.chance(0.7)) seen.look_along(cast<float>(axis));

    const Said said = said_by(LaneWidth::one, seen, some.volumes, cast<float>(axis));
    for (const LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      const Said same = said_by(width, seen, some.volumes, cast<float>(axis));
      ASSERT_EQ(said.overlap, same.overlap) << k;
      for (u32 i = 0; i < some.volumes.size(); ++i) {
        ASSERT_EQ(said.gaps[i], same.gaps[i]) << k;
        ASSERT_EQ(said.reaches[i], same.reaches[i]) << k;
      }
    }
    bool any = false;
    for (u32 i = 0; i < some.volumes.size(); ++i) {
      const double truth = of_a ? testing::smallest_distance(some.contents[i], at, other.mesh)
                                : testing::smallest_distance(other.mesh, inverse(at), some.contents[i]);
      any = any || truth == 0;
      dropped.saw(!(said.overlap >> i & 1));
      if (truth == 0) {
        ASSERT_TRUE(said.overlap >> i & 1) << k;
      }
      ASSERT_LE(double(said.gaps[i]), truth) << k;
      if (of_a && seen.axis == Vec3f{}) {  // as for one pair
        const auto placed = placement<float>(some.frame, at, other.frame);
        ASSERT_EQ(bool(said.overlap >> i & 1), overlap(some.volumes[i], placed, other.volume));
        ASSERT_EQ(said.gaps[i], gap(some.volumes[i], placed, other.volume));
      }
      double reach = -std::numeric_limits<double>::infinity();
      for (u32 t = 0; t < some.contents[i].size(); ++t)
        for (int c = 0; c < 3; ++c)
          reach = std::max(reach, dot(axis, some.contents[i].triangle(t)[c] - some.frame.centre));
      ASSERT_GE(double(said.reaches[i]) + 64 * double(kUnit<float>) * some.frame.radius, reach) << k;
    }
    met.saw(any);
  }
}

TEST(ObbSiblings, TheWidestThatTheMachineHasIsUsed) {
  EXPECT_TRUE(has_lanes(LaneWidth::one));
  EXPECT_TRUE(has_lanes(LaneWidth::four));
  if (!has_lanes(LaneWidth::eight)) GTEST_SKIP() << "this machine has no AVX2: eight at once are not tried";
  const SiblingTests* widest = &sibling_tests();
  use_lanes(LaneWidth::eight);
  EXPECT_EQ(&sibling_tests(), widest);
  use_lanes(LaneWidth::four);
  EXPECT_NE(&sibling_tests(), widest);
  use_lanes({});
  EXPECT_EQ(&sibling_tests(), widest);
}

}  // namespace obb_siblings_test
}  // namespace apart
