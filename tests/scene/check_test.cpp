// The check of an assembly: planted faults are found and nothing else, whatever the threads and the order of parts.
#include <algorithm>
#include <apart/queries/clash.hpp>
#include <map>
#include <set>

#include "tests/brute_force.hpp"
#include "tests/scene/assembly_parts.hpp"
#include "tests/support.hpp"

namespace apart {
namespace check_test {

using testing::cube;
using testing::names;
using testing::part;
using testing::parts_of;
using testing::text;
using Kind = generate::PlantFault::Kind;

TEST(Check, TheSamplesFactsAndNothingElse) {
  const std::vector<AssemblyPart> parts = parts_of(generate::gear_train());
  const CheckReport report = check(parts, {.clearance = 1});
  ASSERT_GE(report.pairs.size(), 3u);
  EXPECT_EQ(report.how_many(PairState::clash), 1u);
  EXPECT_EQ(report.how_many(PairState::touch), 1u);
  EXPECT_EQ(report.how_many(PairState::near), 1u);
  const PairReport &clash = report.pairs[0], &touch = report.pairs[1], &near = report.pairs[2];
  EXPECT_EQ(names(parts, clash), "gear 3, gear 4");
  EXPECT_EQ(names(parts, touch), "bearing 1, housing");
  EXPECT_EQ(names(parts, near), "bearing 2, housing");
  EXPECT_NEAR(near.distance, 0.4, 1e-12);
  EXPECT_NEAR(length(near.on_a - near.on_b), 0.4, 1e-12);
  EXPECT_GT(clash.triangle_pairs, 0u);
  EXPECT_GT(clash.curve_length, 0);
  ASSERT_TRUE(clash.overlap_thickness);
  EXPECT_GT(*clash.overlap_thickness, 0.1);
  EXPECT_LT(*clash.overlap_thickness, 6);  // a tooth is about as thick
  EXPECT_GT(clash.overlap_volume.value(), 1);
  EXPECT_FALSE(touch.overlap_volume);
  EXPECT_TRUE(report.finished());
  EXPECT_TRUE(report.bad());
}

// A plant as it was planted, and by brute force: all pairs, no boxes, no trees.
TEST(Check, APlantsFactsAndNothingElse) {
  for (bool turned : {false, true}) {
    const generate::PlantBodies plant =
        generate::plant({.bodies = 40, .triangles = 1600, .faults = 1, .turned = turned});
    const std::vector<AssemblyPart> parts = parts_of(plant.bodies, plant.groups);
    std::map<std::pair<u32, u32>, generate::PlantFault> planted;
    std::set<Kind> kinds;
    for (const auto& fault : plant.faults) planted[{fault.a, fault.b}] = fault, kinds.insert(fault.kind);
    ASSERT_EQ(kinds.size(), 4u) << "one of each";
    for (bool solid : {false, true}) {
      const double clearance = 0.9 * generate::kPlantGap;
      const CheckReport report = check(parts, {.clearance = clearance, .solid = solid});
      std::map<std::pair<u32, u32>, const PairReport*> found;
      for (const PairReport& r : report.pairs) found[std::minmax(r.a, r.b)] = &r;
      for (const auto& [pair, fault] : planted) {
        if (!found.count(pair)) {
          EXPECT_TRUE(fault.kind == Kind::contained && !solid);
          continue;
        }
        const PairReport& r = *found[pair];
        switch (fault.kind) {
          case Kind::clash:
            EXPECT_EQ(r.state, PairState::clash);
            ASSERT_TRUE(r.overlap_thickness);
            EXPECT_NEAR(*r.overlap_thickness, fault.amount, 1e-6);
            EXPECT_FALSE(r.curves.empty());
            break;
          case Kind::contained:
            EXPECT_EQ(r.state, solid ? PairState::contained : PairState::clear);
            break;
          case Kind::touch:
            EXPECT_EQ(r.state, PairState::touch);
            EXPECT_LE(r.distance, r.touch);
            break;
          case Kind::near:
            EXPECT_EQ(r.state, PairState::near);
            EXPECT_NEAR(r.distance, fault.amount, 1e-6);
            EXPECT_NEAR(length(r.on_a - r.on_b), fault.amount, 1e-6);
            break;
        }
      }
      for (const PairReport& r : report.pairs)
        if (!planted.count(std::minmax(r.a, r.b))) {
          EXPECT_EQ(r.state, PairState::clear) << names(parts, r);
        }
      if (solid || turned) continue;
      for (u32 i = 0; i < parts.size(); ++i)
        for (u32 j = i + 1; j < parts.size(); j += static_cast<u32>(testing::unless_sanitized(1, 7))) {
          const auto at = found.find({i, j});
          if (at != found.end() && at->second->state != PairState::clear) continue;  // seen above
          const AssemblyPart &a = parts[i], &b = parts[j];
          const double truth = testing::smallest_distance(a.model.mesh(), relative(a.pose, b.pose), b.model.mesh());
          ASSERT_GE(truth, clearance);
          if (at != found.end()) {
            ASSERT_LE(at->second->distance, truth * (1 + 1e-12));
          }
        }
    }
  }
}

// Any shapes at any places: the state of every pair by the distance of all its triangles.
TEST(Check, RandomAssembliesByBruteForce) {
  Random random(21);
  const Mesh shapes[] = {generate::sphere(1, 60), generate::torus(1, 0.3, 10, 6), generate::box({1, 2, 0.5}),
                         generate::sphere(0.2, 20), generate::height_field({3, 3, 0.5}, 5, 5)};
  std::map<PairState, int> seen;
  testing::Outcomes bad("pairs that are not clear");
  for (int round = 0; round < testing::cases(testing::unless_sanitized(24, 6), 300); ++round) {
    const double scale = round % 3 == 1 ? 1e-6 : 1, clearance = 0.3 * scale;
    const Vec3d off = round % 3 == 2 ? Vec3d{1e6, -1e6, 1e6} : Vec3d{};
    const bool solid = round % 2 == 0;
    std::vector<AssemblyPart> parts;
    for (u32 i = 0; i < 8; ++i) {
      const Pose at{random.rotation(), off + scale * random.in_box(1.3)};
      parts.push_back(part("part " + std::to_string(i), scaled(shapes[random.below(5)], scale), at));
    }
    std::map<std::pair<u32, u32>, PairReport> found;
    for (const PairReport& r : check(parts, {.clearance = clearance, .solid = solid}).pairs) found[{r.a, r.b}] = r;
    for (u32 i = 0; i < parts.size(); ++i)
      for (u32 j = i + 1; j < parts.size(); ++j) {
        const AssemblyPart &a = parts[i], &b = parts[j];
        const Pose b_in_a = relative(a.pose, b.pose);
        const double truth = testing::smallest_distance(a.model.mesh(), b_in_a, b.model.mesh());
        const double touch = CheckRules{}.touch_of(a, b);
        const Clash judged = clash(a.model, b_in_a, b.model, {.solid = solid, .tolerance = touch});
        const PairState state = judged.state == Clash::State::clash
                                    ? (judged.contained ? PairState::contained : PairState::clash)
                                : truth <= touch    ? PairState::touch
                                : truth < clearance ? PairState::near
                                                    : PairState::clear;
        bad.saw(state != PairState::clear);
        const auto at = found.find({i, j});
        if (at == found.end()) {
          ASSERT_EQ(state, PairState::clear);
          continue;
        }
        const PairReport& r = at->second;
        ++seen[r.state];
        ASSERT_EQ(r.state, state);
        if (r.state == PairState::near) {
          ASSERT_NEAR(r.distance, truth, 1e-12 * scale);
          ASSERT_NEAR(length(r.on_b - r.on_a), truth, 1e-12 * scale + 1e-15 * length(off));
        }
        if (r.state == PairState::clear) {
          ASSERT_LE(r.distance, truth + 1e-12 * scale);
          ASSERT_GE(r.distance, clearance);
        }
        ASSERT_EQ(r.triangle_pairs > 0, truth == 0);
        if (truth == 0) {
          ASSERT_EQ(r.triangle_pairs, testing::touching_pairs(a.model.mesh(), b_in_a, b.model.mesh()).size());
        }
        ASSERT_EQ(r.overlap_thickness.has_value(), state == PairState::clash && a.model.closed() && b.model.closed());
      }
  }
  for (PairState state : {PairState::clash, PairState::contained, PairState::near, PairState::clear})
    EXPECT_GT(seen[state], 0) << to_string(state);
}

TEST(Check, SameBitsForAnyThreadsAndOrder) {
  const generate::PlantBodies plant = generate::plant({.bodies = 80, .triangles = 16000, .faults = 0.7, .seed = 3});
  std::vector<AssemblyPart> parts = parts_of(plant.bodies, plant.groups);
  const CheckRules rules{.clearance = 60, .solid = true, .self = true};
  const CheckReport report = check(parts, rules, {.threads = 1});
  const std::string truth = text(parts, report);
  EXPECT_GT(report.how_many(PairState::near), 10u);
  for (u32 threads : {2u, 5u}) EXPECT_EQ(text(parts, check(parts, rules, {.threads = threads})), truth);
  Random random(4);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = parts.size(); i > 1; --i) std::swap(parts[i - 1], parts[random.below(static_cast<u32>(i))]);
    EXPECT_EQ(text(parts, check(parts, rules, {.threads = 2})), truth);
  }
}

TEST(Check, MeasuresClearPairsOnRequest) {
  const std::vector<AssemblyPart> parts{cube("a", {0, 0, 0}), cube("b", {1.5, 0.4, 0})};
  const CheckReport bound = check(parts, {.clearance = 0.5}),
                    measured = check(parts, {.clearance = 0.5, .measure_clear = true});
  ASSERT_EQ(bound.pairs.size(), 1u);
  EXPECT_EQ(bound.pairs[0].state, PairState::clear);  // just met is met
  EXPECT_EQ(measured.pairs[0].state, PairState::clear);
  EXPECT_EQ(measured.pairs[0].distance, 0.5);
  EXPECT_TRUE(measured.pairs[0].measured);
  // As far as its boxes: known without a measure. Balls whose boxes overlap are clear by the clearance alone.
  const Mesh ball = generate::sphere(1, 200);
  const std::vector<AssemblyPart> balls{part("a", ball), part("b", ball, Pose::shift({1.5, 1.5, 0}))};
  const PairReport rough = check(balls, {.clearance = 0.05}).pairs.at(0);
  const PairReport exact = check(balls, {.clearance = 0.05, .measure_clear = true}).pairs.at(0);
  EXPECT_FALSE(rough.measured);
  EXPECT_EQ(rough.distance, 0.05);
  EXPECT_TRUE(exact.measured);
  EXPECT_GT(exact.distance, 0.1);
}

TEST(Check, AllPairsOnRequest) {
  const std::vector<AssemblyPart> parts{cube("a", {}), cube("b", {2, 0, 0}), cube("c", {1e6, 0, 0}),
                                        part("none", Mesh{})};
  EXPECT_TRUE(check(parts).pairs.empty());
  const CheckReport report = check(parts, {.measure_clear = true, .all_pairs = true});
  ASSERT_EQ(report.pairs.size(), 3u);
  EXPECT_EQ(report.pairs[0].distance, 1);
  EXPECT_EQ(report.pairs[2].distance, 1e6 - 1);
  for (const PairReport& r : check(parts, {.all_pairs = true}).pairs) {
    EXPECT_FALSE(r.measured);
    EXPECT_GT(r.distance, 0.9);  // by their boxes
  }
}

TEST(Check, VolumesOfOverlaps) {
  const std::vector<AssemblyPart> parts{cube("a", {}), cube("b", {0.5, 0.25, 0.125}), cube("c", {1, 3, 0}),
                                        part("shell", generate::box({4, 9, 5}))};
  const CheckReport report = check(parts, {.solid = true});
  std::map<std::string, double> volumes;
  for (const PairReport& r : report.pairs) volumes[names(parts, r)] = r.overlap_volume.value();
  EXPECT_EQ(volumes.size(), 4u);
  EXPECT_NEAR(volumes["a, b"], 0.5 * 0.75 * 0.875, 1e-12);
  for (const char* inner : {"a, shell", "b, shell", "c, shell"}) EXPECT_NEAR(volumes[inner], 1, 1e-12);
  // Of a motion, in the worst frame.
  const Motion slide{{1}, {{Pose::shift({0.9, 0, 0})}, {Pose::shift({0.25, 0.25, 0})}, {Pose::shift({3, 0, 0})}}};
  const CheckReport moving = check(std::span(parts).first(2), slide, {});
  ASSERT_EQ(moving.pairs.size(), 1u);
  EXPECT_EQ(moving.pairs[0].frames.worst, 1u);
  EXPECT_NEAR(moving.pairs[0].overlap_volume.value(), 0.75 * 0.75, 1e-12);
}

TEST(Check, PartsThatRunIntoThemselves) {
  const Mesh two[] = {generate::box({1, 1, 1}), placed(generate::box({1, 1, 1}), Pose::shift({0.5, 0.25, 0.125}))};
  const Mesh knot = joined(two);
  std::vector<AssemblyPart> parts{part("sound", generate::box({1, 1, 1}), Pose::shift({0, 9, 0})),
                                  part("knot 1", knot)};
  parts.push_back({"knot 2", "", parts[1].model, Pose::shift({0, 0, 9})});
  const CheckReport report = check(parts, {.self = true});
  ASSERT_EQ(report.pairs.size(), 2u);
  for (const PairReport& r : report.pairs) {
    EXPECT_EQ(r.a, r.b);
    EXPECT_EQ(r.state, PairState::clash);
    EXPECT_NEAR(r.curve_length, 2 * (0.5 + 0.75 + 0.875), 1e-12);
    EXPECT_NEAR(r.box.low.z, parts[r.a].pose.translation.z - 0.375, 1e-12);
  }
  EXPECT_TRUE(check(parts).pairs.empty());
  EXPECT_EQ(check(parts, {.self = true, .ignore = {{.pair = {.a = {.name = "knot*"}}}}}).ignored, 2u);
}

TEST(Check, ReportsProgressAndStopsOnRequest) {
  const generate::PlantBodies plant = generate::plant({.bodies = 100, .triangles = 10000, .faults = 0.5});
  const std::vector<AssemblyPart> parts = parts_of(plant.bodies, plant.groups);
  const CheckRules rules{.clearance = 60};
  const CheckReport whole = check(parts, rules);
  double last = -1;
  u64 told = 0;
  const CheckReport watched = check(parts, rules, {.threads = 2, .progress = [&](const CheckProgress& p) {
                                                     EXPECT_GE(p.share, last);
                                                     EXPECT_EQ(p.pairs_done, told++);
                                                     last = p.share;
                                                     return true;
                                                   }});
  EXPECT_EQ(last, 1);
  EXPECT_EQ(told, whole.pairs.size() + 1);
  EXPECT_EQ(text(parts, watched), text(parts, whole));
  for (u64 most : {u64{0}, u64{1}, whole.pairs.size() / 2}) {
    const CheckReport part =
        check(parts, rules, {.threads = 2, .progress = [&](const CheckProgress& p) { return p.pairs_done < most; }});
    EXPECT_FALSE(part.finished());
    EXPECT_GE(part.pairs.size(), most);
    EXPECT_LE(part.pairs.size(), most + 2);  // those that were begun
    EXPECT_EQ(part.pairs.size() + part.unfinished.size(), whole.pairs.size());
    const std::string all = text(parts, whole);
    for (const PairReport& r : part.pairs) {
      CheckReport one;
      one.pairs.push_back(r);
      EXPECT_NE(all.find(text(parts, one)), std::string::npos);
    }
  }
}

TEST(Check, NothingAndOne) {
  EXPECT_TRUE(check(std::vector<AssemblyPart>{}).pairs.empty());
  EXPECT_EQ(check(std::vector{cube("a", {})}).all_pairs, 0u);
  const CheckReport report = check(std::vector{cube("a", {}), part("b", Mesh{}), cube("a", {})}, {.clearance = 1});
  EXPECT_EQ(report.all_pairs, 3u);
  ASSERT_EQ(report.pairs.size(), 1u);  // of two at one place, of one name
  EXPECT_EQ(report.pairs[0].state, PairState::duplicate);
  EXPECT_NEAR(report.pairs[0].overlap_volume.value(), 1, 1e-12);
}

}  // namespace check_test
}  // namespace apart
