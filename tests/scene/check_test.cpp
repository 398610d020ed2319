// The check of an assembly: what is planted is found and nothing else, whatever the threads and the order of parts.
#include <apart/scene/check.hpp>
#include <apart/shapes/generate.hpp>
#include <map>

#include "tests/support.hpp"

namespace apart {
namespace {

std::vector<AssemblyPart> parts_of(const std::vector<Body>& bodies) {
  std::map<const Face*, Model> models;
  std::vector<AssemblyPart> out;
  for (const Body& body : bodies) {
    const auto at = models.try_emplace(body.mesh.faces().data(), Model::make(body.mesh).value()).first;
    out.push_back({body.name, "", at->second, body.pose});
  }
  return out;
}

TEST(Check, TheSamplesFactsAndNothingElse) {
  const std::vector<AssemblyPart> parts = parts_of(generate::gear_train());
  const CheckReport report = check(parts, {.clearance = 1});
  ASSERT_GE(report.pairs.size(), 3u);
  EXPECT_EQ(report.how_many(PairState::clash), 1u);
  EXPECT_EQ(report.how_many(PairState::touch), 1u);
  EXPECT_EQ(report.how_many(PairState::near), 1u);
  const PairReport &clash = report.pairs[0], &touch = report.pairs[1], &near = report.pairs[2];
  EXPECT_EQ(parts[clash.a].name + ", " + parts[clash.b].name, "gear 3, gear 4");
  EXPECT_EQ(parts[touch.a].name + ", " + parts[touch.b].name, "bearing 1, housing");
  EXPECT_EQ(parts[near.a].name + ", " + parts[near.b].name, "bearing 2, housing");
  EXPECT_NEAR(near.distance, 0.4, 1e-12);
  EXPECT_NEAR(length(near.on_a - near.on_b), 0.4, 1e-12);
  EXPECT_GT(clash.triangle_pairs, 0u);
  EXPECT_GT(clash.curve_length, 0);
  EXPECT_TRUE(report.finished());
  EXPECT_TRUE(report.bad());
  for (const Curve& c : clash.curves)
    std::printf("curve %zu points closed %d length %g\n", c.points.size(), c.closed, c.length);
}

}  // namespace
}  // namespace apart
