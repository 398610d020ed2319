// The shortest translation beyond several planes: beyond all of them, and no point beyond them is nearer.
#include <apart/base/random.hpp>
#include <apart/queries/penetration/contact_planes.hpp>

#include "tests/support.hpp"

namespace apart::queries {
namespace contact_planes_test {

TEST(ContactPlanes, ShortestBeyondIsBeyondAllAndNoneIsShorter) {
  Random random(7);
  testing::Outcomes some("a translation", 0.01), moved("away from the origin", 0.05), others("points beyond", 0.02);
  for (int k = 0; k < testing::cases(2000, 100000); ++k) {
    std::vector<ContactPlane> planes(1 + random.below(6));
    for (ContactPlane& plane : planes) plane = {random.direction(), random.uniform(-0.5, 1)};
    const double slack = 1e-9;
    const auto beyond = [&](Vec3d t) {
      return std::all_of(planes.begin(), planes.end(),
                         [&](const ContactPlane& p) { return dot(p.normal, t) >= p.offset - slack; });
    };
    const std::optional<Vec3d> t = shortest_beyond(planes, slack);
    some.saw(t.has_value());
    if (!t) continue;
    ASSERT_TRUE(beyond(*t));
    moved.saw(length(*t) > 0);
    for (int n = 0; n < 50; ++n) {
      const Vec3d other = 3 * random.in_ball();
      others.saw(beyond(other));
      if (beyond(other)) {
        ASSERT_GE(length(other), length(*t) - 1e-6);
      }
    }
  }
}

// Half-spaces that face each other have nothing in common.
TEST(ContactPlanes, NoneBeyondPlanesThatExcludeEachOther) {
  const ContactPlane planes[] = {{{1, 0, 0}, 1}, {{-1, 0, 0}, 0}};
  EXPECT_FALSE(shortest_beyond(planes, 1e-9).has_value());
}

}  // namespace contact_planes_test
}  // namespace apart::queries
