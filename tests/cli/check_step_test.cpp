// apart check of STEP assemblies, from the file to the report.
#include "tests/cli/program_fixture.hpp"
#include "tests/io/step_files.hpp"

extern "C" const char* __lsan_default_suppressions() { return "leak:libTK"; }  // of OpenCASCADE's own

namespace apart {
namespace check_step_test {

using nlohmann::json;
using testing::box_shape;
using testing::cylinder_shape;
using testing::moved;
using testing::Output;
using testing::StepDocument;

class CheckStep : public testing::Program {
 protected:
  // A plate with two bolts, one of which goes 2 mm deep into it; the other is 3 mm above.
  static void write_plate(const std::filesystem::path& file, const char* unit = "MM") {
    StepDocument document;
    const TDF_Label bolt = document.part("bolt", cylinder_shape(4, 20)),
                    plate = document.part("plate", box_shape(60, 40, 5));
    const TDF_Label bolts = document.assembly("bolts"), all = document.assembly("bracket");
    document.place(bolts, bolt, moved(15, 20, 3), "bolt");
    document.place(bolts, bolt, moved(45, 20, 8), "bolt");
    document.place(all, bolts, moved(0, 0, 0), "bolts");
    document.place(all, plate, moved(0, 0, 0), "plate");
    document.layer(plate, "steel");
    document.write(file, unit);
  }
  // Two upright cylinders of radius 5, turned about their axes, their surfaces `gap` apart.
  static void write_cylinders(const std::filesystem::path& file, double gap, double turn) {
    StepDocument document;
    const TDF_Label pin = document.part("pin", cylinder_shape(5, 20)), all = document.assembly("all");
    document.place(all, pin, moved(0, 0, 0, turn), "left");
    document.place(all, pin, moved(10 + gap, 0, 0, M_PI + turn), "right");
    document.write(file);
  }
  static json body_of(const json& report, const std::string& path) {
    for (const json& body : report["bodies"])
      if (body["path"] == path) return body;
    ADD_FAILURE() << "no body " << path;
    return {};
  }
};

TEST_F(CheckStep, ReportsAnAssembly) {
  write_plate(scratch_ / "bracket.step");
  const json report = object({"check", "bracket.step", "--clearance", "4", "--json"}, 1);
  EXPECT_EQ(report["unit"], "mm");
  EXPECT_EQ(report["counts"]["bodies"], 3);
  EXPECT_EQ(report["counts"]["clash"], 1);
  EXPECT_EQ(report["counts"]["near"], 1);
  const json plate = body_of(report, "bracket/plate"), bolt = body_of(report, "bracket/bolts/bolt[2]");
  EXPECT_EQ(plate["layer"], "steel");
  EXPECT_EQ(plate["file"], "bracket.step");
  EXPECT_FALSE(plate.contains("error")) << "flat faces have none";
  EXPECT_EQ(bolt["group"], "bolts");
  EXPECT_EQ(bolt["pose"][2], 8.0);
  EXPECT_GT(bolt["error"], 0.001);
  EXPECT_LT(bolt["error"], 0.2);
  const json& near = report["pairs"][1];
  EXPECT_EQ(near["state"], "near");
  EXPECT_NEAR(near["distance"].get<double>(), 3, 1e-9);
  EXPECT_EQ(near["error"], bolt["error"]);
  ASSERT_EQ(report["notes"].size(), 1u);
  EXPECT_NE(report["notes"][0].get<std::string>().find("2 bodies are tessellated"), std::string::npos);
}

TEST_F(CheckStep, SaysHowFarTrianglesAreFromTheSurface) {
  write_plate(scratch_ / "bracket.stp");
  const Output output = run({"check", "bracket.stp", "--clearance", "4", "--chord-error", "0.02"});
  EXPECT_EQ(output.status, 1);
  EXPECT_EQ(output.err, "");
  EXPECT_NE(output.out.find(" by tessellation"), std::string::npos) << output.out;
  const json fine = object({"check", "bracket.stp", "--json", "--chord-error", "0.02"}, 1);
  EXPECT_LE(body_of(fine, "bracket/bolts/bolt")["error"], 0.02);
}

// The triangles of a cylinder lie inside it: their gap alone would have said that all is well.
TEST_F(CheckStep, AClearanceIsNotMetByTrianglesAlone) {
  bool deceived = false;
  for (double turn : {0.0, 0.05, 0.1, 0.15, 0.2, 0.25}) {
    write_cylinders(scratch_ / "pins.step", 1 - 1e-4, turn);
    const json report = object({"check", "pins.step", "--clearance", "1", "--json"}, 1);
    ASSERT_EQ(report["pairs"].size(), 1u) << turn;
    EXPECT_EQ(report["pairs"][0]["state"], "near") << turn;
    const double between_triangles = report["pairs"][0]["distance"], error = report["pairs"][0]["error"];
    EXPECT_LE(between_triangles - error, 1 - 1e-4) << turn;
    deceived = deceived || between_triangles > 1;
  }
  EXPECT_TRUE(deceived) << "no case in which it matters";
}

TEST_F(CheckStep, ACleanAssemblyIsClean) {
  write_cylinders(scratch_ / "pins.step", 1.5, 0);
  const json report = object({"check", "pins.step", "--clearance", "1", "--json"}, 0);
  EXPECT_EQ(report["counts"]["near"], 0);
}

TEST_F(CheckStep, TheUnitIsTheFiles) {
  write_plate(scratch_ / "inch.step", "INCH");
  const json report = object({"check", "inch.step", "--json"}, 1);
  EXPECT_EQ(report["unit"], "in");
  EXPECT_EQ(body_of(report, "bracket/bolts/bolt[2]")["pose"][2], 8.0);
  const json converted = object({"check", "inch.step", "--units", "in:mm", "--json"}, 1);
  EXPECT_EQ(converted["unit"], "mm");
  EXPECT_NEAR(body_of(converted, "bracket/bolts/bolt[2]")["pose"][2].get<double>(), 8 * 25.4, 1e-9);
  EXPECT_NEAR(body_of(converted, "bracket/bolts/bolt")["error"].get<double>(),
              25.4 * body_of(report, "bracket/bolts/bolt")["error"].get<double>(), 1e-9);
}

TEST_F(CheckStep, FilesOfDifferentUnitsAreNotMixed) {
  write_plate(scratch_ / "mm.step");
  write_plate(scratch_ / "inch.step", "INCH");
  expect_complaint(
      {"check", "inch.step", "mm.step"},
      "mm.step: its unit is mm, the report's is in; a scene.json converts: its \"unit\" is the report's, and each "
      "body may have its own");
  expect_complaint({"check", "mm.step", "--units", "in:m"}, "mm.step: its unit is mm, not in as --units has it");
}

TEST_F(CheckStep, FilesWithoutAUnitAreTakenToHaveTheSame) {
  write_plate(scratch_ / "mm.step");
  const json report = object({"check", "mm.step", "a.obj", "--json"}, 1);
  EXPECT_EQ(report["unit"], "mm");
  EXPECT_NE(report["notes"].dump().find("a.obj states no unit; taken as mm"), std::string::npos) << report["notes"];
}

TEST_F(CheckStep, BrokenFilesAreOneLine) {
  write_plate(scratch_ / "whole.step");
  const std::string bytes = testing::content(scratch_ / "whole.step");
  scratch_.write("half.step", bytes.substr(0, bytes.size() / 2));
  expect_complaint({"check", "half.step"}, "half.step: truncated: it does not end with \"END-ISO-10303-21\"");
  std::string wrong = bytes;
  wrong.replace(wrong.find("CARTESIAN_POINT"), 4, "Cart");
  scratch_.write("wrong.step", wrong);
  const Output output = run({"check", "wrong.step"});
  EXPECT_EQ(output.status, 2);
  EXPECT_EQ(output.out, "");
  EXPECT_EQ(output.err.find("apart: wrong.step: "), 0u) << output.err;
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
}

TEST_F(CheckStep, OtherCommandsReadItToo) {
  write_cylinders(scratch_ / "pins.step", 1, 0);
  EXPECT_EQ(run({"info", "pins.step"}).status, 0);
  const Output output = run({"collide", "pins.step", "a.obj", "--chord-error", "0.1"});
  EXPECT_EQ(output.status, 0) << output.err;
  expect_complaint({"collide", "pins.step", "a.obj", "--chord-error", "0"},
                   "--chord-error: must be more than 0, not 0");
}

}  // namespace check_step_test
}  // namespace apart
