// Distances and collisions of meshes against FCL.
#include "tests/oracle/fcl.hpp"
#include <filesystem>

#include <apart/apart.hpp>
#include <apart/io/poses.hpp>
#include <apart/io/write.hpp>
#include <samples/generate.hpp>

#include "tests/cli/program.hpp"
#include "tests/oracle/recorded_path.hpp"
#include "tests/support.hpp"

namespace apart {
namespace fcl_test {

// Runs both at one pose. FCL has an absolute 1e-15 in a triangle test, so an absolute 1e-9 is far above either's
// rounding, for models of size 1.
void compare(const Model& a, const oracle::FclModel& fa, const Pose& at, const Model& b, const oracle::FclModel& fb,
             testing::Outcomes& outcomes) {
  const Distance ours = distance(a, at, b);
  const double theirs = oracle::fcl_distance(fa, at, fb);
  outcomes.saw(ours.distance == 0);
  ASSERT_NEAR(ours.distance, theirs, 1e-9);
  if (ours.distance == 0 || ours.distance > 1e-9) {
    ASSERT_EQ(collide(a, at, b).colliding, oracle::fcl_collide(fa, at, fb));
  }
}

TEST(Fcl, GeneratedModelsAtRandomPoses) {
  Random random(1);
  const Mesh meshes[] = {generate::sphere(1, 800), generate::torus(1, 0.3, 40, 20), generate::box({1, 2, 0.5}),
                         generate::soup(random, 300)};
  testing::Outcomes outcomes("poses that touch");
  for (const Mesh& ma : meshes)
    for (const Mesh& mb : meshes) {
      const Model a = Model::make(ma).value(), b = Model::make(mb).value();
      const auto fa = oracle::fcl_model(ma), fb = oracle::fcl_model(mb);
      for (int k = 0; k < testing::cases(60, 2000); ++k)
        compare(a, *fa, {random.rotation(), random.uniform(0, 3.2) * random.direction()}, b, *fb, outcomes);
    }
}

TEST(Fcl, FallingToriOnTheirRecordedPath) {
  APART_NEEDS_MODELS();
  const Model a = load(testing::models() / "torus1.tris").value(), b = load(testing::models() / "torus2.tris").value();
  const auto fa = oracle::fcl_model(a.mesh()), fb = oracle::fcl_model(b.mesh());
  const auto pa = oracle::read_path(testing::models() / "torus1.path"),
             pb = oracle::read_path(testing::models() / "torus2.path");
  testing::Outcomes outcomes("frames that touch", 0);
  for (std::size_t k = 0; k < std::min<std::size_t>(1000, std::min(pa.size(), pb.size())); ++k)
    compare(a, *fa, inverse(pa[k]) * pb[k], b, *fb, outcomes);
}

// The program with a file of poses, FCL with the poses in it.
void compare_program(const testing::Scratch& scratch, const std::filesystem::path& a, const std::filesystem::path& b,
                     const std::vector<Pose>& poses, testing::Outcomes& outcomes) {
  std::string text = "# x y z qw qx qy qz\n";
  for (const Pose& p : poses) {
    const Eigen::Quaterniond q(oracle::fcl_pose(p).linear());
    char line[256];
    std::snprintf(line, sizeof line, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", p.translation.x, p.translation.y,
                  p.translation.z, q.w(), q.x(), q.y(), q.z());
    text += line;
  }
  const std::filesystem::path file = scratch.write("poses.txt", text);
  const std::vector<Pose> parsed = io::read_poses(file).value();
  const testing::Output output =
      testing::run(scratch, {"distance", a.string(), b.string(), "--poses", file.string(), "--json"});
  ASSERT_EQ(output.err, "");
  ASSERT_EQ(output.status, 0);
  const auto answers = output.objects();
  ASSERT_EQ(answers.size(), poses.size());
  ASSERT_EQ(parsed.size(), poses.size());
  const auto fa = oracle::fcl_model(read_mesh(a).value()), fb = oracle::fcl_model(read_mesh(b).value());
  for (std::size_t k = 0; k < poses.size(); ++k) {
    const double ours = answers[k]["distance"];
    ASSERT_EQ(answers[k]["pose"], k);
    ASSERT_EQ(answers[k]["status"], "exact");
    ASSERT_NEAR(ours, oracle::fcl_distance(*fa, parsed[k], *fb), 1e-9) << "pose " << k;
    Vec3d on_a, on_b;
    for (std::size_t i = 0; i < 3; ++i) {
      on_a[static_cast<int>(i)] = answers[k]["on_a"][i], on_b[static_cast<int>(i)] = answers[k]["on_b"][i];
    }
    ASSERT_NEAR(length(on_b - on_a), ours, 1e-12) << "pose " << k;
    outcomes.saw(ours == 0);
  }
}

TEST(Fcl, TheProgramOnTheRecordedPath) {
  APART_NEEDS_MODELS();
  const auto pa = oracle::read_path(testing::models() / "torus1.path"),
             pb = oracle::read_path(testing::models() / "torus2.path");
  std::vector<Pose> poses;
  for (std::size_t k = 0; k < std::min(pa.size(), pb.size()) && poses.size() < 1000; ++k)
    poses.push_back(inverse(pa[k]) * pb[k]);
  ASSERT_EQ(poses.size(), 1000u);
  testing::Outcomes outcomes("frames that touch", 0);
  const testing::Scratch scratch;
  compare_program(scratch, std::filesystem::absolute(testing::models() / "torus1.tris"),
                  std::filesystem::absolute(testing::models() / "torus2.tris"), poses, outcomes);
}

TEST(Fcl, TheProgramOnGeneratedTori) {
  const testing::Scratch scratch;
  ASSERT_TRUE(write_mesh(scratch / "wrinkled.obj", generate::wrinkled_torus()));
  ASSERT_TRUE(write_mesh(scratch / "bent.ply", generate::bent_torus()));
  Random random(5);
  std::vector<Pose> poses;
  for (int k = 0; k < 1000; ++k) poses.push_back({random.rotation(), random.uniform(0, 3.5) * random.direction()});
  testing::Outcomes outcomes("poses that touch");
  compare_program(scratch, scratch / "wrinkled.obj", scratch / "bent.ply", poses, outcomes);
}

}  // namespace fcl_test
}  // namespace apart
