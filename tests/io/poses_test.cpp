// Poses as text.
#include <apart/io/poses.hpp>

#include "tests/io/support.hpp"

namespace apart {
namespace poses_test {

using testing::Scratch;

TEST(Poses, SevenNumbersALine) {
  const Scratch scratch;
  const auto file = scratch.write("a.poses",
                                  "\xef\xbb\xbf# x y z qw qx qy qz\r\n\r\n1 2 3 1 0 0 0\r\n"
                                  "  0.5 -1e3 +2 1 0 0 1 # a quarter about z\n\n#\n0 0 0 -2 0 0 0");
  const std::vector<Pose> poses = io::read_poses(file).value();
  ASSERT_EQ(poses.size(), 3u);
  EXPECT_EQ(poses[0], Pose::shift({1, 2, 3}));
  EXPECT_EQ(poses[1].translation, (Vec3d{0.5, -1000, 2}));
  EXPECT_LT(length(poses[1].rotate({1, 0, 0}) - Vec3d{0, 1, 0}), 1e-15);
  EXPECT_EQ(poses[2], Pose{});
}

TEST(Poses, SeparatedByCommas) {
  const Scratch scratch;
  const auto file = scratch.write("a.csv", "# x,y,z\n1,2,3\r\n4, 5, 6, 2, 0, 0, 0 # one, two\n7 8 9 # a, b\n\n");
  const std::vector<Pose> poses = io::read_poses(file).value();
  ASSERT_EQ(poses.size(), 3u);
  EXPECT_EQ(poses[0], Pose::shift({1, 2, 3}));
  EXPECT_EQ(poses[1], Pose::shift({4, 5, 6}));
  EXPECT_EQ(poses[2], Pose::shift({7, 8, 9}));
}

TEST(Poses, SayWhatIsWrong) {
  const Scratch scratch;
  const auto complaint = [&](std::string_view text) {
    const auto file = scratch.write("a.poses", text);
    const auto poses = io::read_poses(file);
    return poses ? "" : poses.error().substr(poses.error().find("a.poses"));
  };
  EXPECT_EQ(complaint("1 2 3 1 0 0 0\n1 2 3 1 0 0\n"),
            "a.poses:2: a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone), found 6");
  EXPECT_EQ(complaint("1 2 3 1 0 0 0 9\n"),
            "a.poses:1: a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone), found more");
  EXPECT_EQ(complaint("\n1 2 3 0 0 0 0\n"), "a.poses:2: a pose's quaternion is zero or not finite");
  EXPECT_EQ(complaint("1 2 3 nan 0 0 0\n"), "a.poses:1: a pose's quaternion is zero or not finite");
  EXPECT_EQ(complaint("1 inf 3 1 0 0 0\n"), "a.poses:1: a pose's translation is not finite");
  EXPECT_EQ(complaint("1 2 three 1 0 0 0\n"), "a.poses:1: expected a number, found \"three\"");
  EXPECT_EQ(complaint("1 2 1e999 1 0 0 0\n"), "a.poses:1: number too large: \"1e999\"");
  EXPECT_EQ(complaint("# nothing\n"), "a.poses: no poses; one is expected on each line: x y z qw qx qy qz, or x y z");
  EXPECT_EQ(complaint(std::string_view("\0\1", 2)), "a.poses:1: not a text: it holds a zero byte");
  EXPECT_EQ(io::read_poses("nowhere.poses").error(), "nowhere.poses: No such file or directory");
}

TEST(Poses, OnTheCommandLine) {
  EXPECT_EQ(io::parse_pose("1 2 3 1 0 0 0").value(), Pose::shift({1, 2, 3}));
  EXPECT_EQ(io::parse_pose(" 1\t2 3 4 0 0 0 ").value(), Pose::shift({1, 2, 3}));
  EXPECT_EQ(io::parse_pose("1 2 3").value(), Pose::shift({1, 2, 3}));
  EXPECT_EQ(io::parse_pose("1,2,3,1,0,0,0").value(), Pose::shift({1, 2, 3}));
  EXPECT_EQ(io::parse_pose(" 1 , 2,\t-3 ").value(), Pose::shift({1, 2, -3}));
  EXPECT_EQ(io::parse_pose("1 2 3 4").error(),
            "pose \"1 2 3 4\": a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone), found 4");
  // A decimal comma must not become seven numbers.
  for (const char* mixed : {"0,5 0 0 1 0 0", "1,2,3,1 0,0,0", "1,,2,3", ",1,2,3", "1,2,3,"})
    EXPECT_NE(io::parse_pose(mixed).error().find("expected a number, found "), std::string::npos) << mixed;
  EXPECT_EQ(io::parse_pose("").error(),
            "pose \"\": a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone), found 0");
  EXPECT_EQ(io::parse_pose("1 2 3 0 0 0 0").error(),
            "pose \"1 2 3 0 0 0 0\": a pose's quaternion is zero or not finite");
  EXPECT_FALSE(io::parse_pose("1 2 3 1 0 0 0\n1 2 3 1 0 0 0"));
}

}  // namespace poses_test
}  // namespace apart
