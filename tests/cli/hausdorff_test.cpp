// `apart hausdorff`, and distances by other norms.
#include <apart/apart.hpp>
#include <apart/queries/hausdorff.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace hausdorff_test {

using nlohmann::json;
using testing::Output;
using testing::Program;

TEST_F(Program, Hausdorff) {
  const Output output = run({"hausdorff", "a.obj", "b.ply", "--json"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.out.find("{\"version\":1,\"pose\":0,\"hausdorff\":"), 0u) << output.out;
  const Hausdorff truth = hausdorff(load(scratch_ / "a.obj").value(), load(scratch_ / "b.ply").value());
  const json exact = object({"hausdorff", "a.obj", "b.ply", "--json"});
  EXPECT_EQ(exact["hausdorff"].get<double>(), truth.distance);
  EXPECT_EQ(exact["at_least"].get<double>(), truth.at_least);
  EXPECT_EQ(exact["at_most"].get<double>(), truth.at_most);
  EXPECT_EQ(exact["status"], "exact");
  EXPECT_EQ(exact["from"], truth.from_b ? "b" : "a");
  const json one_way = object({"hausdorff", "a.obj", "b.ply", "--directed", "--json", "--norm", "inf"});
  EXPECT_EQ(one_way["from"], "a");
  EXPECT_LE(one_way["hausdorff"].get<double>(), truth.distance);
  const json rough = object({"hausdorff", "a.obj", "b.ply", "--abs-error", "0.5", "--json"});
  EXPECT_LE(rough["at_most"].get<double>(), rough["at_least"].get<double>() + 0.5 + 1e-12);
  EXPECT_EQ(run({"hausdorff", "a.obj", "a.obj"}).out, "the same surface\n");
  EXPECT_NE(run({"hausdorff", "a.obj", "a.obj", "--pose", "0 0 0.25"}).out.find("Hausdorff distance 0.25: from "),
            std::string::npos);
  // Several threads for one pair, and for many poses.
  scratch_.write("lifted.txt", "0 0 0.25\n0 0 0.5\n");
  EXPECT_EQ(run({"hausdorff", "a.obj", "b.ply", "--json", "--threads", "1"}).out, output.out);
  EXPECT_EQ(run({"hausdorff", "a.obj", "a.obj", "--poses", "lifted.txt", "--json"}).objects().size(), 2u);
  expect_complaint({"hausdorff", "a.obj", "box:1,1,1"},
                   "box:1,1,1: is a shape; the Hausdorff distance is computed between meshes");
  expect_complaint({"hausdorff", "a.obj", "b.ply", "--norm", "3"}, "--norm: expected 1, 2 or inf, found \"3\"");
  expect_complaint({"hausdorff", "a.obj", "b.ply", "--abs-error", "-1"}, "--abs-error: must be 0 or more, not -1");
}

TEST_F(Program, Norms) {
  const auto value = [&](const char* query, const char* norm) {
    return object({query, "a.obj", "a.obj", "--pose", "10 20 40", "--norm", norm, "--json"})[query].get<double>();
  };
  const double sizes = value("span", "inf") - 40;  // of a cube
  EXPECT_NEAR(value("distance", "1"), 70 - 3 * sizes, 1e-12);
  EXPECT_NEAR(value("distance", "inf"), 40 - sizes, 1e-12);
  EXPECT_NEAR(value("span", "1"), 70 + 3 * sizes, 1e-12);
  EXPECT_EQ(value("distance", "2"), object({"distance", "a.obj", "a.obj", "--pose", "10 20 40", "--json"})["distance"]);
  expect_complaint({"span", "a.obj", "box:1,1,1", "--norm", "1"},
                   "--norm: other norms are computed between meshes, and box:1,1,1 is a shape");
}

}  // namespace hausdorff_test
}  // namespace apart
