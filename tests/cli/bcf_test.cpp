// --bcf: BCF files of both versions, read back as issue trackers and BIM viewers would.
#include <set>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace bcf_test {

using nlohmann::json;
using testing::box;
using testing::Output;

class Bcf : public testing::Program {
 protected:
  void SetUp() override {
    if (std::system("python3 -c pass >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no python3 to read BCF with";
  }
  // Writes the file and the report, and reads both.
  json issues(std::vector<std::string> words, const std::string& version = "2.1") {
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--json", "--curves", "--bcf", "issues.bcf", "--bcf-version", version});
    const Output output = run(words);
    EXPECT_EQ(output.err, "");
    scratch_.write("report.json", output.out);
    const std::string line = "python3 '" APART_SOURCE_DIR "/tests/cli/read_bcf.py' '" +
                             (scratch_ / "issues.bcf").string() + "' '" + (scratch_ / "report.json").string() + "' >'" +
                             (scratch_ / "bcf.json").string() + "'";
    EXPECT_EQ(std::system(line.c_str()), 0);
    json bcf = json::parse(testing::content(scratch_ / "bcf.json"), nullptr, false);
    EXPECT_EQ(bcf["version"], version);
    return bcf;
  }
  // One finding of this scene.
  json issue(const std::string& scene, const std::string& version = "2.1") {
    scratch_.write("scene.json", scene);
    const json topics = issues({"scene.json"}, version)["topics"];
    EXPECT_EQ(topics.size(), 1u) << topics;
    return topics.empty() ? json() : topics[0];
  }
  static std::string body(const std::string& name, const std::string& file, const std::string& place = "0, 0, 0") {
    return R"({"name": ")" + name + R"(", "file": ")" + file + R"(", "pose": [)" + place + ", 1, 0, 0, 0]}";
  }
  static Vec3d vector(const json& v) { return {v[0], v[1], v[2]}; }
};

TEST_F(Bcf, TheSampleInBothVersions) {
  json before;
  for (const char* version : {"2.1", "3.0"}) {
    SCOPED_TRACE(version);
    const json bcf = issues({}, version);
    if (bcf["validated"].is_string()) std::puts(("schemas " + bcf["validated"].get<std::string>()).c_str());
    const json& topics = bcf["topics"];
    ASSERT_EQ(topics.size(), 3u);
    const char* titles[] = {"Clash: gear 3 and gear 4", "Contact: bearing 1 and housing",
                            "Clearance: bearing 2 and housing"};
    const char* types[] = {"Clash", "Contact", "Clearance"};
    const char* priorities[] = {"High", "Low", "Normal"};
    const json labels[] = {{"clash", "gears"}, {"touch", "bearings", "housing"}, {"near", "bearings", "housing"}};
    for (std::size_t k = 0; k < 3; ++k) {
      const json& topic = topics[k];
      EXPECT_EQ(topic["title"], titles[k]);
      EXPECT_EQ(topic["type"], types[k]);
      EXPECT_EQ(topic["status"], "Open");
      EXPECT_EQ(topic["priority"], priorities[k]);
      EXPECT_EQ(topic["labels"], labels[k]);
      // The picture: both bodies in their colours, and the whole finding in view and marked.
      EXPECT_EQ(topic["width"], 640);
      EXPECT_EQ(topic["height"], 480);
      EXPECT_GT(topic["a"], 0.01);
      EXPECT_GT(topic["b"], 0.01);
      EXPECT_GT(topic["mark"], 0.0005);
      EXPECT_EQ(topic["in_view"], topic["points"]);
      EXPECT_GT(topic["points"], 1);
      EXPECT_GT(topic["marked"].get<double>(), 0.4 * topic["points"].get<double>());
    }
    EXPECT_EQ(topics[0]["selected"], json({"gear 3", "gear 4"}));
    EXPECT_EQ(topics[0]["colours"].size(), 2u);
    // In metres, and looking at where they meet: between the axes of the two gears, at the pitch circles.
    const Vec3d eye = vector(topics[0]["eye"]), to = Vec3d{0.378, 0, 0.028} - eye;
    EXPECT_LT(length(cross(vector(topics[0]["ahead"]), to)), 0.03);
    EXPECT_GT(dot(vector(topics[0]["ahead"]), to), 0);
    EXPECT_EQ(topics[0]["lines"].size(), 0u);
    ASSERT_EQ(topics[2]["lines"].size(), 1u);  // the dimension
    const json& line = topics[2]["lines"][0];
    EXPECT_NEAR(length(vector(line[0]) - vector(line[1])), 0.0004, 1e-12);
    EXPECT_EQ(
        topics[2]["description"].get<std::string>().find("Clearance 0.4 mm, required 1 mm. A (orange): bearing 2"), 0u)
        << topics[2]["description"];
    // The same topics, GUIDs and pictures, whatever the version.
    for (std::size_t k = 0; k < 3 && !before.is_null(); ++k)
      for (const char* key : {"guid", "snapshot", "eye", "ahead", "description"})
        EXPECT_EQ(topics[k][key], before[k][key]) << key;
    before = topics;
  }
}

// A small gap between two boxes is viewed from the side, along neither body, and is visible.
TEST_F(Bcf, GapsAreSeenAcross) {
  const json topic = issue(R"({"unit": "mm", "clearance": 1, "bodies": [)" + body("left", "a.obj") + ", " +
                           body("right", "b.ply") + "]}");
  EXPECT_EQ(topic["type"], "Clearance");
  EXPECT_LT(std::abs(vector(topic["ahead"]).x), 0.4);  // the gap is along x
  EXPECT_LT(vector(topic["ahead"]).z, -0.2);           // from above: edge-on, bodies are hard to make out
  EXPECT_EQ(topic["in_view"], 2);
  EXPECT_EQ(topic["marked"], 2);
  EXPECT_GT(topic["a"], 0.05);
  EXPECT_GT(topic["b"], 0.05);
  EXPECT_NE(topic["description"].get<std::string>().find("Clearance 0.25 mm, required 1 mm."), std::string::npos);
}

// A body inside another is seen through it.
TEST_F(Bcf, WhatIsInsideIsSeen) {
  const json topic = issue(R"({"unit": "m", "solid": true, "bodies": [)" + body("shell", "a.obj") + ", " +
                           body("inner", "tiny.obj") + "]}");
  EXPECT_EQ(topic["type"], "Clash");
  EXPECT_EQ(topic["priority"], "High");
  EXPECT_GT(topic["a"], 0.01);
  EXPECT_GT(topic["b"], 0.01);
  EXPECT_GT(topic["mark"], 0.001);  // its outline
  EXPECT_GT(topic["background"], 0.05);
  EXPECT_NE(topic["description"].get<std::string>().find("inner inside shell"), std::string::npos) << topic;
}

// A copy at the same place shows both colours.
TEST_F(Bcf, Duplicates) {
  const json topic = issue(R"({"unit": "m", "bodies": [)" + body("one", "a.obj") + ", " + body("two", "a.obj") + "]}");
  EXPECT_EQ(topic["title"], "Duplicate: one and two");
  EXPECT_EQ(topic["type"], "Clash");
  EXPECT_EQ(topic["priority"], "High");
  EXPECT_EQ(topic["labels"], json({"duplicate"}));
  EXPECT_GT(topic["a"], 0.03);
  EXPECT_GT(topic["b"], 0.03);
  EXPECT_GT(topic["mark"], 0.001);
}

// A long thin body through a wide one: the place is far from the middle of either, and still in the middle of the view.
TEST_F(Bcf, APipeThroughAWall) {
  write("wall.obj", box({0, 0, 0}, {0.3, 8, 3}));
  write("pipe.obj", box({-3, 3.7, 2.2}, {3, 3.8, 2.3}));
  const json topic =
      issue(R"({"unit": "m", "bodies": [)" + body("wall", "wall.obj") + ", " + body("pipe", "pipe.obj") + "]}", "3.0");
  EXPECT_EQ(topic["title"], "Clash: pipe and wall");
  EXPECT_EQ(topic["in_view"], topic["points"]);
  EXPECT_GE(topic["marked"].get<int>(), topic["points"].get<int>() / 3);
  EXPECT_GT(topic["a"], 0.005);
  EXPECT_GT(topic["b"], 0.05);
  const Vec3d to = Vec3d{0.15, 3.75, 2.25} - vector(topic["eye"]);
  EXPECT_LT(length(cross(vector(topic["ahead"]), to)), 0.05 * length(to));
}

// Neither an inside-out body nor a large one makes the camera end up inside of it.
TEST_F(Bcf, TheCameraStandsOutside) {
  std::vector<Face> turned;
  const Mesh block = box({-50, -50, -50}, {50, 50, 50});
  for (const Face& f : block.faces()) turned.push_back({f[0], f[2], f[1]});
  const Mesh inverted = Mesh::make({block.vertices().begin(), block.vertices().end()}, turned).value();
  write("post.obj", box({-5, -5, 20}, {5, 5, 120}));
  for (const auto& [file, mesh] : {std::pair{"block.obj", block}, {"inverted.obj", inverted}}) {
    write(file, mesh);
    const json topic =
        issue(R"({"unit": "m", "bodies": [)" + body("block", file) + ", " + body("post", "post.obj") + "]}");
    EXPECT_GT(topic["eye"][2], 50) << file;  // they meet in the face above
    EXPECT_GE(topic["marked"].get<int>(), topic["points"].get<int>() / 3) << file;
  }
}

TEST_F(Bcf, NamesOfEveryKind) {
  const std::string guid = "1hOSvn6df7F8_7GcBWlRGQ";
  const json topic = issue(R"({"bodies": [)" + body(R"(a <b> & \"c\"\u0001)", "a.obj") + ", " +
                               body("Wall:" + guid, "a.obj", "1, 0.5, 0.25") + "]}",
                           "3.0");
  EXPECT_EQ(topic["selected"][0], "Wall:" + guid);
  EXPECT_EQ(topic["ifc"][0], guid);
  EXPECT_TRUE(topic["ifc"][1].is_null());
  EXPECT_EQ(topic["selected"][1].get<std::string>().find("a <b> & \"c\""), 0u) << topic;
  // The unit is unknown: that is reported, since BCF has metres.
  EXPECT_NE(topic["description"].get<std::string>().find("The unit of the models is unknown"), std::string::npos);
  // As long as an identifier, and none.
  const json plain = issue(R"({"unit": "m", "bodies": [)" + body("3456789012345678901234", "a.obj") + ", " +
                           body("conveyor_belt_assembly", "a.obj", "1, 0.5, 0.25") + "]}");
  EXPECT_EQ(plain["ifc"], json({nullptr, nullptr}));
}

// A body that moves is shown where it is in its worst frame.
TEST_F(Bcf, Motion) {
  scratch_.write("scene.json", R"({"unit": "m", "bodies": [)" + body("still", "a.obj") + ", " +
                                   body("mover", "tiny.obj", "50, 0, 0") + "]}");
  scratch_.write("motion.txt", "0 mover 50 0 0 1 0 0 0\n1 mover 1 0 0 1 0 0 0\n2 mover 50 0 0 1 0 0 0\n");
  const json topics = issues({"scene.json", "--motion", "motion.txt"})["topics"];
  ASSERT_EQ(topics.size(), 1u);
  EXPECT_NE(topics[0]["description"].get<std::string>().find("frame 1"), std::string::npos) << topics[0];
  EXPECT_EQ(topics[0]["in_view"], topics[0]["points"]);
  EXPECT_GT(topics[0]["a"], 0.01);
  EXPECT_GT(topics[0]["b"], 0.01);
}

// Micrometres or light years: the same picture.
TEST_F(Bcf, PicturesKnowNoScale) {
  std::set<json> pictures;
  for (const char* scale : {"1", "1048576", "9.5367431640625e-07"}) {
    const auto scaled = [&](const std::string& name, const std::string& file) {
      return R"({"name": ")" + name + R"(", "file": ")" + file + R"(", "scale": )" + scale + "}";
    };
    const json topic = issue(R"({"unit": "m", "clearance": )" + std::string(scale) + R"(, "bodies": [)" +
                             scaled("left", "a.obj") + ", " + scaled("right", "b.ply") + "]}");
    EXPECT_EQ(topic["marked"], 2);
    pictures.insert(topic["snapshot"]);
  }
  EXPECT_EQ(pictures.size(), 1u);
}

TEST_F(Bcf, NothingFound) {
  for (const char* version : {"2.1", "3.0"}) EXPECT_EQ(issues({"a.obj", "c.off"}, version)["topics"].size(), 0u);
}

TEST_F(Bcf, TheSameBytesForAnyNumberOfThreads) {
  const json one = issues({"--threads", "1"}), many = issues({"--threads", "7"});
  EXPECT_EQ(one["topics"], many["topics"]);
}

TEST_F(Bcf, TheFileIsWrittenWholeOrNotAtAll) {
  EXPECT_EQ(run({"check", "--bcf", "issues.bcf"}).status, 1);
  const std::string before = testing::content(scratch_ / "issues.bcf");
  expect_complaint({"check", "--bcf", "a.obj"}, "--bcf: the name must end in .bcf or .bcfzip, and \"a.obj\" does not");
  EXPECT_EQ(run({"check", "gone.obj", "--bcf", "issues.bcf"}).status, 2);
  EXPECT_EQ(testing::content(scratch_ / "issues.bcf"), before);  // a check that fails costs nothing
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "issues.bcf.unfinished"));
  expect_complaint({"check", "--bcf", "gone/issues.bcf"}, "gone/issues.bcf: cannot be written");
  expect_complaint({"check", "--bcf", "b.bcf", "--bcf-version", "4"},
                   "--bcf-version: must be 2.1 or 3.0, and is \"4\"");
  expect_complaint({"check", "--bcf-version", "3.0"}, "--bcf-version: needs --bcf");
}

}  // namespace bcf_test
}  // namespace apart
