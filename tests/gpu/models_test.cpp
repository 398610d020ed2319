// gpu::Models where there is no device, or none is wanted: the same answers, and clear errors.
#include <apart/base/random.hpp>
#include <apart/gpu/models.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <limits>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart::gpu {
namespace models_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class GpuModels : public ::testing::Test {
 protected:
  const std::vector<Model> both{Model::make(generate::wrinkled_torus(300)).value(),
                                Model::make(generate::box({1, 1, 1})).value()};
  const Models models = Models::make(both, {.use = Options::Use::cpu}).value();

  static std::vector<Pose> poses() {
    Random random(9);
    std::vector<Pose> out;
    for (int k = 0; k < 200; ++k) out.push_back({random.rotation(), random.in_box(2)});
    out[3].translation.x = kNaN;
    out[5].rotation.rows[1] = {};
    return out;
  }
};

TEST_F(GpuModels, AnswerAsTheQueriesDo) {
  const std::vector<Pose> at = poses();
  std::vector<YesNo> collides(at.size()), near(at.size());
  std::vector<Nearest> nearest(at.size());
  EXPECT_EQ(models.where(), "CPU");
  EXPECT_FALSE(models.on_device());
  EXPECT_EQ(models.collide(at, collides).value().by_exact_code, at.size());
  models.within(at, 0.25, near).value();
  models.distance(at, nearest).value();
  apart::testing::Outcomes colliding("colliding");
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Collision c = collide(both[0], at[i], both[1]);
    const Within w = within(both[0], at[i], both[1], 0.25);
    const Distance d = distance(both[0], at[i], both[1]);
    colliding.saw(c.colliding);
    EXPECT_EQ(collides[i].yes(), c.colliding);
    EXPECT_EQ(collides[i].status(), c.status);
    EXPECT_EQ(near[i].yes(), w.within);
    EXPECT_EQ(nearest[i].status(), d.status);
    EXPECT_EQ(nearest[i].distance, d.distance);
    EXPECT_EQ(nearest[i].on_a, d.on_a);
    EXPECT_EQ(nearest[i].triangle_b, d.b.triangle);
  }
  EXPECT_EQ(collides[3].status(), Status::invalid);
  EXPECT_TRUE(collides[3].yes());
  EXPECT_EQ(nearest[5].status(), Status::invalid);
}

TEST_F(GpuModels, ReadPosesInEveryLayout) {
  Random random(10);
  std::vector<double> quaternions, rows;
  std::vector<Pose> as_read;
  for (int k = 0; k < 100; ++k) {
    const double w = random.uniform(-1, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = 0.5;
    const Vec3d t = random.in_box(2);
    const double size = k % 2 ? 1 : 1e200;
    quaternions.insert(quaternions.end(), {size * w, size * x, size * y, size * z, t.x, t.y, t.z});
    as_read.push_back(Pose::from_quaternion(size * w, size * x, size * y, size * z, t).value());
    for (int i = 0; i < 3; ++i) {
      const Vec3d row = as_read.back().rotation.rows[i];
      rows.insert(rows.end(), {row.x, row.y, row.z, t[i]});
    }
  }
  quaternions.insert(quaternions.end(), {0, 0, 0, 0, 1, 2, 3});  // none
  std::vector<Nearest> expected(100), from_rows(100), from_quaternions(101);
  models.distance(as_read, expected).value();
  models.distance({rows.data(), 100, PoseLayout::matrix3x4}, from_rows).value();
  models.distance({quaternions.data(), 101, PoseLayout::quaternion}, from_quaternions).value();
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(from_rows[i].distance, expected[i].distance);
    EXPECT_EQ(from_quaternions[i].distance, expected[i].distance);
    EXPECT_EQ(from_quaternions[i].on_b, expected[i].on_b);
  }
  EXPECT_EQ(from_quaternions[100].status(), Status::invalid);
}

TEST_F(GpuModels, SeveralPairsAtOnce) {
  const std::vector<Pose> at = poses();
  const ModelPair pairs[] = {{0, 1}, {1, 0}, {1, 1}};
  std::vector<u32> pair_of;
  for (std::size_t i = 0; i < at.size(); ++i) pair_of.push_back(static_cast<u32>(i % 4));  // one of four is not there
  std::vector<YesNo> answers(at.size());
  models.collide(at, answers, {.pairs = pairs, .pair_of = pair_of.data()}).value();
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (i % 4 == 3) {
      EXPECT_EQ(answers[i].status(), Status::invalid);
      continue;
    }
    const ModelPair pair = pairs[i % 4];
    EXPECT_EQ(answers[i].yes(), collide(both[pair.a], at[i], both[pair.b]).colliding);
  }
}

TEST_F(GpuModels, SayWhatIsWrong) {
  const std::vector<Pose> at = poses();
  std::vector<YesNo> few(3), all(at.size());
  EXPECT_EQ(models.collide(at, few).error(), "as many answers as poses are needed");
  const ModelPair wrong[] = {{0, 2}};
  EXPECT_EQ(models.collide(at, all, {.pairs = wrong}).error(), "a pair names a model that is not there");
  const u32 pair_of[] = {0};
  EXPECT_NE(models.collide(at, all, {.pair_of = pair_of}).error().find("no pairs"), std::string::npos);
  EXPECT_NE(models.collide(at, Answers<YesNo>(all.data(), all.size(), Memory::device)).error().find("no device"),
            std::string::npos);
  EXPECT_THROW((void)models.within(at, kNaN, all), UsageError);
  EXPECT_FALSE(Models::make({}).ok());
  std::vector<YesNo> none;
  EXPECT_TRUE(models.collide(std::vector<Pose>{}, none).ok());
}

TEST_F(GpuModels, WithoutADeviceTheCpuAnswersOrAnErrorSaysSo) {
  if (!devices().empty()) GTEST_SKIP() << "there is a device";
  EXPECT_FALSE(Models::make(both).value().on_device());
  const auto asked = Models::make(both, {.use = Options::Use::device});
  ASSERT_FALSE(asked.ok());
  EXPECT_EQ(asked.error().rfind("no GPU: ", 0), 0u) << asked.error();
  EXPECT_EQ(DeviceMemory(100).data(), nullptr);
}

// On a machine with a GPU: the device beside the CPU. apart lab gpu --check asks millions.
TEST_F(GpuModels, ADeviceAnswersAsTheCpuDoes) {
  if (devices().empty()) GTEST_SKIP() << "no device";
  const Models gpu = Models::make(both, {.use = Options::Use::device}).value();
  const std::vector<Pose> at = poses();
  std::vector<YesNo> expected(at.size()), answers(at.size());
  std::vector<Nearest> far(at.size()), found(at.size());
  models.collide(at, expected).value(), gpu.collide(at, answers).value();
  EXPECT_EQ(answers, expected);
  models.distance(at, far).value(), gpu.distance(at, found).value();
  for (std::size_t i = 0; i < at.size(); ++i) EXPECT_EQ(found[i].distance, far[i].distance);
}

}  // namespace models_test
}  // namespace apart::gpu
