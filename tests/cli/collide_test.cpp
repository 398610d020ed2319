// `apart collide` and `apart within`: what they print.
#include <apart/apart.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace collide_test {

using nlohmann::json;
using testing::box;
using testing::Program;

TEST_F(Program, Collide) {
  expect_text({"collide", "a.obj", "b.ply"}, "not colliding\n");
  expect_text({"collide", "b.ply", "c.off"}, "colliding\n");
  expect_text({"collide", "a.obj", "a.obj"}, "colliding\n");
  expect_text({"collide", "a.obj", "b.ply", "--pose", "-0.25 0 0 1 0 0 0"}, "colliding\n");
  EXPECT_EQ(run({"collide", "a.obj", "b.ply", "--json"}).out, "{\"version\":1,\"pose\":0,\"colliding\":false}\n");
  EXPECT_EQ(run({"collide", "a.obj", "b.ply", "--json", "--all"}).out,
            "{\"version\":1,\"pose\":0,\"colliding\":false,\"pairs\":0}\n");

  const Model b = load(scratch_ / "b.ply").value(), c = load(scratch_ / "c.off").value();
  const std::size_t pairs = collisions(b, {}, c).pairs.size();
  ASSERT_GT(pairs, 2u);
  EXPECT_EQ(run({"collide", "b.ply", "c.off", "--json", "--all"}).out,
            "{\"version\":1,\"pose\":0,\"colliding\":true,\"pairs\":" + std::to_string(pairs) + "}\n");
  expect_text({"collide", "b.ply", "c.off", "--all"},
              "colliding, " + std::to_string(pairs) + " pairs of triangles touch\n");
  const json listed = object({"collide", "b.ply", "c.off", "--json", "--list"});
  EXPECT_EQ(listed["pairs"], pairs);
  ASSERT_EQ(listed["touching"].size(), pairs);
  for (const json& pair : listed["touching"]) {
    EXPECT_LT(pair["triangle_a"], 12);
    EXPECT_EQ(pair["from"][0], 2.0);
  }
}

TEST_F(Program, CollideAsSolids) {
  EXPECT_EQ(run({"collide", "a.obj", "tiny.obj"}).out, "not colliding\n");  // with a note: not_green_test.cpp
  expect_text({"collide", "a.obj", "tiny.obj", "--solid"}, "colliding: B lies inside A\n");
  EXPECT_EQ(
      object({"collide", "a.obj", "tiny.obj", "--solid", "--all", "--json"}),
      json::parse(R"({"version": 1, "pose": 0, "colliding": true, "contained": true, "inside": "b", "pairs": 0})"));
  EXPECT_EQ(
      object({"distance", "a.obj", "tiny.obj", "--solid", "--json"}),
      json::parse(R"({"version": 1, "pose": 0, "distance": 0, "contained": true, "inside": "b", "status": "exact"})"));
  EXPECT_EQ(object({"within", "a.obj", "tiny.obj", "0.1", "--solid", "--json"}),
            json::parse(R"({"version": 1, "pose": 0, "within": true, "contained": true, "inside": "b"})"));
  EXPECT_EQ(run({"distance", "a.obj", "tiny.obj", "--json"}).objects().at(0)["distance"], 0.5);
  expect_text({"collide", "tiny.obj", "a.obj", "--solid"}, "colliding: A lies inside B\n");
  expect_text({"distance", "tiny.obj", "a.obj", "--solid"}, "distance 0: A lies inside B\n");
  expect_text({"within", "a.obj", "tiny.obj", "0.1", "--solid"}, "within 0.1: B lies inside A\n");
  write("pieces.obj", joined(std::vector{box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), box({5, 5, 5}, {6, 6, 6})}));
  expect_text({"collide", "pieces.obj", "a.obj", "--solid"}, "colliding: a part of A lies inside B\n");
  EXPECT_EQ(object({"collide", "pieces.obj", "a.obj", "--solid", "--json"})["inside_partly"], true);
}

TEST_F(Program, Within) {
  expect_text({"within", "a.obj", "b.ply", "0.25"}, "within 0.25\n");
  expect_text({"within", "a.obj", "b.ply", "0.2"}, "not within 0.2\n");
  EXPECT_EQ(run({"within", "a.obj", "b.ply", "0.3", "--json"}).out, "{\"version\":1,\"pose\":0,\"within\":true}\n");
  EXPECT_EQ(run({"within", "a.obj", "b.ply", "0", "--json"}).out, "{\"version\":1,\"pose\":0,\"within\":false}\n");
}

}  // namespace collide_test
}  // namespace apart
