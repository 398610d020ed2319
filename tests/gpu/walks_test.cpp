// The walks of a device, by a stand-in of one warp: the answers of the CPU, bit for bit, or open.
#include <apart/base/random.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <apart/volumes/obb.hpp>
#include <samples/generate.hpp>

#include "tests/gpu/stand_in.hpp"
#include "tests/support.hpp"

namespace apart::gpu {
namespace walks_test {

using apart::testing::cases;
using apart::testing::Outcomes;

struct Scene {
  const char* name;
  std::vector<Model> models;  // A and B
  std::vector<Pose> poses;
};

Vec3d on_grid(Random& random, double step) {
  const auto one = [&] { return step * (double(random.below(21)) - 10); };
  return {one(), one(), one()};
}

std::vector<Scene> scenes(int poses) {
  std::vector<Scene> out;
  Random random(4);
  const auto add = [&](const char* name, const Mesh& a, const Mesh& b, double size, Vec3d far) {
    Scene scene{name, {Model::make(a).value(), Model::make(b).value()}, {}};
    for (int k = 0; k < poses; ++k) {
      Pose at{random.chance(0.5) ? Mat3d{} : random.rotation(), far + on_grid(random, 0.125 * size)};
      if (random.chance(0.3)) at.translation += random.in_box(0.1 * size);
      scene.poses.push_back(at);
    }
    out.push_back(scene);
  };
  const Mesh torus = generate::wrinkled_torus(600), box = generate::box({1, 1, 1});
  add("tori", torus, torus, 2, {});
  add("boxes", box, box, 1, {});
  const Mesh soup_a = generate::soup(random, 40), soup_b = generate::soup(random, 50);
  add("soups", soup_a, soup_b, 1, {});
  add("tiny", scaled(box, 1e-15), scaled(soup_a, 1e-15), 1e-15, {});
  add("huge", scaled(torus, 1e15), scaled(box, 1e15), 1e15, {});
  add("far", placed(box, Pose::shift({1e8, 0, 0})), box, 1, {1e8, 0, 0});
  // More pairs at the same distance than a walk lists.
  const Mesh plate = generate::height_field({1, 1, 0}, 16, 16, 1);
  add("plates", plate, plate, 1, {});
  add("one triangle", Mesh::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {Face{0, 1, 2}}).value(), torus, 1, {});
  return out;
}

constexpr ModelPair kFirstTwo[] = {{0, 1}};

TEST(GpuWalks, CollideAsTheCpuDoes) {
  Outcomes colliding("colliding"), open("open, of all", 0);
  for (const Scene& scene : scenes(cases(150, 5000))) {
    testing::StandIn gpu(scene.models, kFirstTwo);
    const auto answers = gpu.collide(scene.poses);
    for (std::size_t i = 0; i < scene.poses.size(); ++i) {
      const bool expected = collide(scene.models[0], scene.poses[i], scene.models[1]).colliding;
      colliding.saw(expected), open.saw(answers[i] == kOpen);
      if (answers[i] == kOpen) continue;
      ASSERT_EQ(answers[i] == kYes, expected) << scene.name << ", pose " << i;
    }
  }
}

TEST(GpuWalks, WithinAsTheCpuDoes) {
  Outcomes within_it("within"), open("open, of all", 0);
  for (const Scene& scene : scenes(cases(60, 2000))) {
    testing::StandIn gpu(scene.models, kFirstTwo);
    const double size = scene.models[1].tree().frame.radius;
    for (const double tolerance : {1e-12 * size, 0.125 * size, 0.3 * size}) {
      const auto answers = gpu.within(scene.poses, tolerance);
      for (std::size_t i = 0; i < scene.poses.size(); ++i) {
        const bool expected = within(scene.models[0], scene.poses[i], scene.models[1], tolerance).within;
        within_it.saw(expected), open.saw(answers[i] == kOpen);
        if (answers[i] == kOpen) continue;
        ASSERT_EQ(answers[i] == kYes, expected) << scene.name << ", pose " << i << ", tolerance " << tolerance;
      }
    }
  }
}

void distances_as_the_cpu_has_them(testing::StandIn::By by, int poses, int poses_at_night) {
  Outcomes open("open", 0.05), listed("all candidates listed", 0.1);
  u32 given = 0;
  for (const Scene& scene : scenes(cases(poses, poses_at_night))) {
    testing::StandIn gpu(scene.models, kFirstTwo);
    const auto answers = gpu.distance(scene.poses, {}, by);
    given += gpu.given();
    listed.saw(gpu.listed_all());
    for (std::size_t i = 0; i < scene.poses.size(); ++i) {
      open.saw(answers[i].status == kOpen);
      if (answers[i].status == kOpen) continue;
      const Distance expected = distance(scene.models[0], scene.poses[i], scene.models[1]);
      const std::string where = std::string(scene.name) + ", pose " + std::to_string(i);
      ASSERT_EQ(expected.status, Status::exact) << where;
      ASSERT_EQ(answers[i].distance, expected.distance) << where;
      ASSERT_EQ(answers[i].on_a, expected.on_a) << where;
      ASSERT_EQ(answers[i].on_b, expected.on_b) << where;
      ASSERT_EQ(answers[i].triangle_a, expected.a.triangle) << where;
      ASSERT_EQ(answers[i].triangle_b, expected.b.triangle) << where;
    }
  }
  EXPECT_EQ(given > 100, by == testing::StandIn::By::teams) << given;
}

TEST(GpuWalks, DistancesAsTheCpuHasThem) { distances_as_the_cpu_has_them(testing::StandIn::By::warps, 60, 2000); }

TEST(GpuWalks, TeamsOfWarpsFindTheSameDistances) {
  distances_as_the_cpu_has_them(testing::StandIn::By::teams, 60, 2000);
}

TEST(GpuWalks, SeveralPairsInOneWalk) {
  const std::vector<Model> models{Model::make(generate::wrinkled_torus(400)).value(),
                                  Model::make(generate::box({1, 1, 1})).value(), Model::make(Mesh{}).value(),
                                  Model::make(scaled(generate::box({1, 1, 1}), 1e-9)).value()};
  const ModelPair pairs[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 2}, {3, 3}};
  testing::StandIn gpu(models, pairs);
  Random random(6);
  std::vector<Pose> poses;
  std::vector<u32> pair_of;
  for (int k = 0; k < 300; ++k) {
    poses.push_back({random.rotation(), random.in_box(1.5)});
    pair_of.push_back(random.below(6));
  }
  const auto answers = gpu.collide(poses, pair_of);
  Outcomes colliding("colliding");
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const ModelPair pair = pairs[pair_of[i]];
    // With an empty model, and of models that are tiny beside the others, floats have nothing to say.
    ASSERT_EQ(answers[i] == kOpen, pair_of[i] >= 4) << i;
    if (answers[i] == kOpen) continue;
    const bool expected = collide(models[pair.a], poses[i], models[pair.b]).colliding;
    colliding.saw(expected);
    ASSERT_EQ(answers[i] == kYes, expected) << i;
  }
}

// The stack with its slow place, beside one that has room for all.
TEST(GpuWalks, NothingIsLostWhereItSpills) {
  constexpr int kFast = 128;
  Random random(8);
  for (int round = 0; round < 50; ++round) {
    std::vector<u32> fast(kFast), slow(4096), expected;
    SpillStack<HostWarp, u32, kFast> stack{fast.data(), slow.data()};
    HostWarp w;
    u32 next = 0, spilled = 0;
    for (int step = 0; step < 300; ++step) {
      stack.bring_back(w);
      const bool grow = step < 150;
      const int take = std::min<int>(stack.top, static_cast<int>(random.below(grow ? 8 : 33)));
      for (int k = 0; k < take; ++k) {
        ASSERT_EQ(fast[static_cast<std::size_t>(--stack.top)], expected.back());
        expected.pop_back();
      }
      const u32 put = random.below(grow ? 33 : 8);
      for (u32 k = 0; k < put; ++k) {
        ASSERT_LT(stack.top, kFast);
        fast[static_cast<std::size_t>(stack.top++)] = next;
        expected.push_back(next++);
      }
      stack.make_room(w);
      spilled = std::max(spilled, stack.behind);
      ASSERT_EQ(static_cast<std::size_t>(stack.top) + stack.behind, expected.size());
    }
    ASSERT_GT(spilled, 0u);
  }
}

// Two surfaces that lie in each other keep more pairs open than the fast place holds.
TEST(GpuWalks, WalksThatSpill) {
  const std::vector<Model> models{Model::make(generate::height_field({1, 1, 0.001}, 40, 40, 1)).value(),
                                  Model::make(generate::height_field({1, 1, 0.001}, 40, 40, 2)).value()};
  testing::StandIn gpu(models, kFirstTwo);
  std::vector<Pose> poses;
  for (int k = 0; k < 20; ++k) poses.push_back(Pose::shift({0.001 * k, 0, 0.0002 * k}));
  const auto collisions = gpu.collide(poses);
  const auto distances = gpu.distance(poses), by_teams = gpu.distance(poses, {}, testing::StandIn::By::teams);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (collisions[i] != kOpen) {
      EXPECT_EQ(collisions[i] == kYes, collide(models[0], poses[i], models[1]).colliding) << i;
    }
    if (distances[i].status != kOpen) {
      EXPECT_EQ(distances[i].distance, distance(models[0], poses[i], models[1]).distance) << i;
      EXPECT_EQ(by_teams[i].distance, distances[i].distance) << i;
    }
  }
}

}  // namespace walks_test
}  // namespace apart::gpu
