// gpu::Models on a device, beside the same calls on the CPU: every answer, bit for bit. Skipped where there is no
// device.
#include <apart/base/random.hpp>
#include <apart/gpu/models.hpp>
#include <atomic>
#include <cstring>
#include <limits>
#include <memory>
#include <samples/generate.hpp>
#include <thread>

#include "tests/support.hpp"

namespace apart::gpu {
namespace device_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// What a call answered: of collide and within a byte each, of distance 72.
using Bytes = std::vector<unsigned char>;
enum class Ask { collide, within, distance };
constexpr Ask kAsks[] = {Ask::collide, Ask::within, Ask::distance};

std::size_t size_of(Ask ask) { return ask == Ask::distance ? sizeof(Nearest) : sizeof(YesNo); }

Result<Report> run(const Models& models, Ask ask, const PoseArray& poses, void* out, Memory memory = Memory::host,
                   const Call& call = {}) {
  if (ask == Ask::distance) return models.distance(poses, {static_cast<Nearest*>(out), poses.count, memory}, call);
  const Answers<YesNo> answers{static_cast<YesNo*>(out), poses.count, memory};
  return ask == Ask::collide ? models.collide(poses, answers, call) : models.within(poses, 0.25, answers, call);
}

Bytes answers_of(const Models& models, Ask ask, const PoseArray& poses, const Call& call = {}) {
  Bytes out(poses.count * size_of(ask), 0xEE);
  const Result<Report> done = run(models, ask, poses, out.data(), Memory::host, call);
  EXPECT_TRUE(done.ok()) << done.error();
  return out;
}

void expect_same(Ask ask, const Bytes& found, const Bytes& expected, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  const std::size_t size = size_of(ask);
  for (std::size_t i = 0; i < found.size() / size; ++i)
    ASSERT_EQ(std::memcmp(found.data() + i * size, expected.data() + i * size, size), 0) << what << ", answer " << i;
}

std::vector<Pose> random_poses(std::size_t count, double size, u32 seed) {
  Random random(seed);
  std::vector<Pose> out;
  for (std::size_t k = 0; k < count; ++k) out.push_back({random.rotation(), random.in_box(size)});
  return out;
}

// Some that are no poses, or that floats cannot hold.
void spoil(std::vector<Pose>& poses) {
  for (std::size_t k = 3; k + 8 < poses.size(); k += 97) {
    poses[k].translation.x = kNaN;
    poses[k + 2].rotation.rows[1] = {};
    poses[k + 4].rotation(0, 1) = std::numeric_limits<double>::infinity();
    poses[k + 6].translation.z = 1e200;
    poses[k + 8].rotation(1, 1) += 1e-7;
  }
}

class GpuDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no device";
  }
  const std::vector<Model> both{Model::make(generate::wrinkled_torus(2000)).value(),
                                Model::make(generate::box({1, 1, 1})).value()};
  const Models cpu = Models::make(both, {.use = Options::Use::cpu}).value();

  static Models on_device(std::span<const Model> models, std::size_t poses_at_once = 0) {
    return Models::make(models, {.use = Options::Use::device, .poses_at_once = poses_at_once}).value();
  }
};

TEST_F(GpuDevice, BatchesOfEverySize) {
  const Models gpu = on_device(both);
  EXPECT_TRUE(gpu.on_device());
  EXPECT_EQ(gpu.where(), devices()[0].name);
  std::vector<Pose> all = random_poses(20000, 2, 1);
  spoil(all);
  for (const Ask ask : kAsks) {
    const Bytes expected = answers_of(cpu, ask, all);
    for (const std::size_t count :
         {1u, 2u, 31u, 33u, 255u, 256u, 257u, 1000u, 1056u, 1057u, 1584u, 1585u, 4095u, 4097u, 20000u}) {
      const Bytes found = answers_of(gpu, ask, std::span<const Pose>(all).first(count));
      expect_same(ask, found, Bytes(expected.begin(), expected.begin() + std::ptrdiff_t(count * size_of(ask))),
                  "batch of " + std::to_string(count));
    }
  }
}

// Bodies of several worlds, each pair of them with its own pose: one call.
TEST_F(GpuDevice, SeveralPairsAndWorldsInOneLaunch) {
  Random random(5);
  const std::vector<Model> models{both[0],
                                  both[1],
                                  Model::make(generate::soup(random, 60)).value(),
                                  Model::make(generate::cylinder(0.5, 1, 16)).value(),
                                  Model::make(Mesh{}).value(),
                                  Model::make(scaled(generate::box({1, 1, 1}), 1e-9)).value()};
  std::vector<ModelPair> pairs;
  for (u32 a = 0; a < models.size(); ++a)
    for (u32 b = 0; b < models.size(); ++b) pairs.push_back({a, b});
  std::vector<Pose> poses;
  std::vector<u32> pair_of;
  for (int world = 0; world < 40; ++world) {
    std::vector<std::pair<u32, Pose>> bodies;
    for (int k = 0; k < 30; ++k)
      bodies.push_back({random.below(static_cast<u32>(models.size())), {random.rotation(), random.in_box(2)}});
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        poses.push_back(inverse(bodies[i].second) * bodies[j].second);
        pair_of.push_back(bodies[i].first * static_cast<u32>(models.size()) + bodies[j].first);
      }
  }
  spoil(poses);
  for (std::size_t k = 0; k < pair_of.size(); k += 1001)
    pair_of[k] = 36 + static_cast<u32>(k);  // pairs that are not there
  const Models gpu = on_device(models), on_cpu = Models::make(models, {.use = Options::Use::cpu}).value();
  const Call call{.pairs = pairs, .pair_of = pair_of.data()};
  for (const Ask ask : kAsks)
    expect_same(ask, answers_of(gpu, ask, poses, call), answers_of(on_cpu, ask, poses, call), "worlds");
  // Other pairs after these, and these again.
  const ModelPair turned[] = {{1, 0}};
  expect_same(Ask::distance, answers_of(gpu, Ask::distance, poses, {.pairs = turned}),
              answers_of(on_cpu, Ask::distance, poses, {.pairs = turned}), "one pair");
  expect_same(Ask::collide, answers_of(gpu, Ask::collide, poses, call), answers_of(on_cpu, Ask::collide, poses, call),
              "worlds again");
}

TEST_F(GpuDevice, PosesAndAnswersInEitherMemoryAndEveryLayout) {
  const Models gpu = on_device(both);
  constexpr std::size_t kCount = 5000;
  std::vector<Pose> poses = random_poses(kCount, 2, 3);
  spoil(poses);
  std::vector<double> as_pose, rows, quaternions;
  Random random(4);
  for (const Pose& at : poses) {
    for (int i = 0; i < 3; ++i) {
      const Vec3d row = at.rotation.rows[i];
      as_pose.insert(as_pose.end(), {row.x, row.y, row.z});
      rows.insert(rows.end(), {row.x, row.y, row.z, at.translation[i]});
    }
    as_pose.insert(as_pose.end(), {at.translation.x, at.translation.y, at.translation.z});
    const bool bad = random.chance(0.01);
    for (int k = 0; k < 4; ++k) quaternions.push_back(bad ? 0 : random.uniform(-1, 1));
    quaternions.insert(quaternions.end(), {at.translation.x, at.translation.y, at.translation.z});
  }
  const auto pair_of = [&] {
    std::vector<u32> out;
    for (std::size_t i = 0; i < kCount; ++i) out.push_back(random.below(3));
    return out;
  }();
  const ModelPair pairs[] = {{0, 1}, {1, 0}};  // a third is not there
  DeviceMemory pairs_there(kCount * sizeof(u32));
  ASSERT_TRUE(pairs_there.copy_from(pair_of.data(), kCount * sizeof(u32)));
  const std::pair<PoseLayout, const std::vector<double>*> layouts[] = {
      {PoseLayout::pose, &as_pose}, {PoseLayout::matrix3x4, &rows}, {PoseLayout::quaternion, &quaternions}};
  for (const auto& [layout, numbers] : layouts)
    for (const Ask ask : kAsks) {
      const Call here{.pairs = pairs, .pair_of = pair_of.data()};
      const Call there{.pairs = pairs, .pair_of = static_cast<const u32*>(pairs_there.data())};
      const PoseArray from_host(numbers->data(), kCount, layout);
      const Bytes expected = answers_of(cpu, ask, from_host, here);
      DeviceMemory given(numbers->size() * sizeof(double)), answers(expected.size());
      ASSERT_TRUE(given.copy_from(numbers->data(), numbers->size() * sizeof(double)));
      const PoseArray from_device(static_cast<const double*>(given.data()), kCount, layout, Memory::device);
      const std::string what = "layout " + std::to_string(static_cast<int>(layout)) + ", from ";
      expect_same(ask, answers_of(gpu, ask, from_host, here), expected, what + "host to host");
      expect_same(ask, answers_of(gpu, ask, from_device, there), expected, what + "device to host");
      for (const bool on_device : {false, true}) {
        const Bytes nothing(expected.size(), 0xEE);
        ASSERT_TRUE(answers.copy_from(nothing.data(), nothing.size()));
        const auto done = run(gpu, ask, on_device ? from_device : from_host, answers.data(), Memory::device,
                              on_device ? there : here);
        ASSERT_TRUE(done.ok()) << done.error();
        Bytes found(expected.size());
        ASSERT_TRUE(answers.copy_to(found.data(), found.size()));
        expect_same(ask, found, expected, what + (on_device ? "device to device" : "host to device"));
      }
      // Pinned memory, and one that is not aligned to anything.
      PinnedMemory pinned(expected.size());
      ASSERT_TRUE(run(gpu, ask, from_host, pinned.data(), Memory::host, here).ok());
      const auto* bytes = static_cast<const unsigned char*>(pinned.data());
      expect_same(ask, Bytes(bytes, bytes + expected.size()), expected, what + "host to pinned");
    }
}

TEST_F(GpuDevice, GroupsOfPosesAnswerAsAllAtOnce) {
  std::vector<Pose> poses = random_poses(9001, 2, 6);
  spoil(poses);
  for (const Ask ask : kAsks) {
    const Bytes expected = answers_of(cpu, ask, poses);
    for (const std::size_t group : {7u, 1100u, 2000u, 9000u})
      expect_same(ask, answers_of(on_device(both, group), ask, poses), expected, "groups of " + std::to_string(group));
  }
}

TEST_F(GpuDevice, MemoryThatIsNotTheDevicesIsAnError) {
  const Models gpu = on_device(both);
  const std::vector<Pose> poses = random_poses(100, 2, 7);
  std::vector<YesNo> answers(100);
  const PoseArray wrong(&poses[0].rotation(0, 0), 100, PoseLayout::pose, Memory::device);
  const auto poses_here = gpu.collide(wrong, answers);
  ASSERT_FALSE(poses_here.ok());
  EXPECT_NE(poses_here.error().find("the poses are not in the memory of the device"), std::string::npos);
  const auto answers_here = gpu.collide(poses, Answers<YesNo>(answers.data(), 100, Memory::device));
  ASSERT_FALSE(answers_here.ok());
  EXPECT_NE(answers_here.error().find("the answers are not in the memory of the device"), std::string::npos);
  EXPECT_EQ(answers_of(gpu, Ask::collide, poses), answers_of(cpu, Ask::collide, poses));  // goes on
  const auto no_such = Models::make(both, {.use = Options::Use::device, .device = 99});
  ASSERT_FALSE(no_such.ok());
  EXPECT_EQ(no_such.error().rfind("GPU 99: there are ", 0), 0u) << no_such.error();
}

TEST_F(GpuDevice, ThreadsAskTheSameModels) {
  const Models gpu = on_device(both);
  const std::vector<Pose> poses = random_poses(3000, 2, 8);
  const Bytes expected[] = {answers_of(cpu, Ask::collide, poses), answers_of(cpu, Ask::within, poses),
                            answers_of(cpu, Ask::distance, poses)};
  std::atomic<int> different = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int k = 0; k < 12; ++k) {
        const Ask ask = kAsks[(t + k) % 3];
        Bytes found(poses.size() * size_of(ask));
        if (!run(gpu, ask, poses, found.data()).ok() || found != expected[(t + k) % 3]) ++different;
      }
    });
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(different, 0);
}

// All of the device's memory but some: groups of poses get smaller, until there is an error; never a wrong answer.
TEST_F(GpuDevice, ShortMemory) {
  const Models gpu = on_device(both);
  std::vector<Pose> poses = random_poses(200000, 2, 9);
  spoil(poses);
  const Bytes expected[] = {answers_of(cpu, Ask::collide, poses), answers_of(cpu, Ask::within, poses),
                            answers_of(cpu, Ask::distance, poses)};
  std::vector<std::unique_ptr<DeviceMemory>> taken;
  for (std::size_t size = devices()[0].memory; size >= std::size_t(1) << 20; size /= 2)
    for (;;) {
      taken.push_back(std::make_unique<DeviceMemory>(size));
      if (!taken.back()->data()) break;
    }
  apart::testing::Outcomes answered("answered", 0.01);
  int refused_uploads = 0;
  while (!taken.empty()) {
    for (int k = 0; k < 3; ++k) {
      Bytes found(expected[k].size());
      const Result<Report> done = run(gpu, kAsks[k], poses, found.data());
      answered.saw(done.ok());
      if (done.ok())
        expect_same(kAsks[k], found, expected[k], "short memory");
      else
        EXPECT_NE(done.error().find("memory"), std::string::npos) << done.error();
    }
    const auto more = Models::make(both, {.use = Options::Use::device});
    refused_uploads += !more.ok();
    if (!more.ok()) {
      EXPECT_NE(more.error().find("memory"), std::string::npos) << more.error();
    }
    // The smallest first, some at a time.
    for (int k = 0; k < 12 && !taken.empty(); ++k) taken.pop_back();
  }
  EXPECT_GT(refused_uploads, 0);
  EXPECT_EQ(answers_of(gpu, Ask::distance, poses), expected[2]);
}

}  // namespace device_test
}  // namespace apart::gpu
