// What apart check reads: objects of one file, folders, ids that stand for a body whatever else is there, and names.
#include <set>

#include "tests/cli/program_fixture.hpp"
#include "tests/io/scene_files.hpp"

namespace apart {
namespace {

using nlohmann::json;
using testing::box;
using testing::Said;

class CheckInput : public testing::Program {
 protected:
  using Strings = std::set<std::string>;

  // The faces of a box as OBJ; `before` vertices stand in the file already.
  static std::string obj(Vec3d low, Vec3d high, u32 before) {
    std::string vertices, faces;
    const Mesh mesh = box(low, high);
    std::ostringstream out;
    for (Vec3d v : mesh.vertices()) out << "v " << v.x << ' ' << v.y << ' ' << v.z << '\n';
    for (const Face& f : mesh.faces())
      out << "f " << f[0] + before + 1 << ' ' << f[1] + before + 1 << ' ' << f[2] + before + 1 << '\n';
    return out.str();
  }
  static std::string solid(const std::string& name, const Mesh& mesh) {
    std::ostringstream out;
    out << "solid " << name << '\n';
    for (u32 i = 0; i < mesh.size(); ++i) {
      out << "facet normal 0 0 0\nouter loop\n";
      for (int k = 0; k < 3; ++k) {
        const Vec3d p = mesh.triangle(i)[k];
        out << "vertex " << p.x << ' ' << p.y << ' ' << p.z << '\n';
      }
      out << "endloop\nendfacet\n";
    }
    out << "endsolid " << name << '\n';
    return out.str();
  }
  static Strings names(const json& report) {
    Strings all;
    for (const json& body : report["bodies"]) all.insert(body["name"].get<std::string>());
    return all;
  }
  static Strings found(const json& report) {
    Strings all;
    for (const json& pair : report["pairs"])
      if (pair["state"] != "clear")
        all.insert(pair["names"][0].get<std::string>() + ", " + pair["names"][1].get<std::string>() + ": " +
                   pair["state"].get<std::string>());
    return all;
  }
  json report_of(std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.push_back("--json");
    const Said said = run(words);
    EXPECT_LT(said.status, 2) << said.err;
    return said.status < 2 ? said.objects().at(0) : json();
  }
};

TEST_F(CheckInput, ObjectsOfAnObjAreBodies) {
  scratch_.write("two.obj", "o part_A\n" + obj({0, 0, 0}, {2, 2, 2}, 0) + "o part_B\n" + obj({1, 1, 1}, {3, 3, 3}, 8));
  EXPECT_EQ(found(object({"check", "two.obj", "--json"}, 1)), (Strings{"part_A, part_B: clash"}));
  EXPECT_EQ(run({"check", "two.obj", "--split", "none"}).status, 0);
  expect_complaint({"check", "two.obj", "--split", "parts"},
                   "--split: expected none, objects, groups or components, found \"parts\"");
}

TEST_F(CheckInput, SolidsOfAnStlAreBodies) {
  scratch_.write("two.stl", solid("left", box({0, 0, 0}, {2, 2, 2})) + solid("left", box({1, 1, 1}, {3, 3, 3})) +
                                solid("", box({9, 9, 9}, {10, 10, 10})));
  const json report = report_of({"two.stl"});
  EXPECT_EQ(names(report), (Strings{"left", "left[2]", "solid"}));
  EXPECT_EQ(found(report), (Strings{"left, left[2]: clash"}));
}

TEST_F(CheckInput, SplitIntoGroupsAndComponents) {
  scratch_.write("a.obj", "o frame\ng left\n" + obj({0, 0, 0}, {2, 2, 2}, 0) + "g right\n" +
                              obj({1, 1, 1}, {3, 3, 3}, 8) + "g left\n" + obj({9, 0, 0}, {10, 1, 1}, 16));
  EXPECT_EQ(names(report_of({"a.obj"})), (Strings{"a"}));
  json report = report_of({"a.obj", "--split", "groups"});
  EXPECT_EQ(names(report), (Strings{"left", "right"}));
  EXPECT_EQ(found(report), (Strings{"left, right: clash"}));
  report = report_of({"a.obj", "--split", "components"});
  EXPECT_EQ(names(report), (Strings{"a[1]", "a[2]", "a[3]"}));
  EXPECT_EQ(found(report), (Strings{"a[1], a[2]: clash"}));
}

// There was nothing to find anything in: that is said in every kind of report.
TEST_F(CheckInput, OneBodyAloneIsToldFromACleanAssembly) {
  const std::string note = "only one body: there was nothing to compare it with (see --split components and --self)";
  const Said said = run({"check", "a.obj"});
  EXPECT_EQ(said.status, 0);
  EXPECT_NE(said.out.find("note: " + note + "\n"), std::string::npos) << said.out;
  EXPECT_EQ(report_of({"a.obj"})["notes"], json({note}));
  EXPECT_EQ(report_of({"a.obj", "--self"})["notes"], json::array());
  EXPECT_EQ(report_of({"a.obj", "b.ply"})["notes"], json::array());
  const Said values = run({"check", "a.obj", "--csv"});
  EXPECT_NE(values.err.find("note: " + note), std::string::npos) << values.err;
}

TEST_F(CheckInput, FoldersInFolders) {
  std::filesystem::create_directories(scratch_ / "parts/small/.hidden");
  write("parts/one.obj", box({0, 0, 0}, {2, 2, 2}));
  write("parts/small/two.obj", box({1, 1, 1}, {3, 3, 3}));
  write("parts/small/.hidden/three.obj", box({1, 1, 1}, {3, 3, 3}));
  scratch_.write("parts/small/plan.ifc", "ISO-10303-21;");
  std::filesystem::create_directory_symlink("..", scratch_ / "parts/small/back");
  const json report = report_of({"parts"});
  EXPECT_EQ(names(report), (Strings{"one", "two"}));
  EXPECT_EQ(report["groups"], json({"parts", "small"}));
  EXPECT_EQ(found(report), (Strings{"one, two: clash"}));
  EXPECT_EQ(report["notes"], json({"parts: not read: 1 .ifc"}));
  scratch_.write("parts/small/bad.obj", "v 0 0 nan\n");
  const Said said = run({"check", "parts", "--keep-going", "--json"});
  EXPECT_EQ(said.objects().at(0)["notes"][0].get<std::string>().find("left out: parts/small/bad.obj:1: "), 0u);
}

// Each pair of states by what it is called, and the ids they have.
std::map<std::string, std::string> ids(const json& report) {
  std::map<std::string, std::string> all;
  for (const json& pair : report["pairs"]) all[pair["id"]] = pair["state"];
  return all;
}

// A file that comes first in the alphabet must not take the id of another body.
TEST_F(CheckInput, AnotherFileChangesNoId) {
  std::filesystem::create_directory(scratch_ / "fold");
  scratch_.write("fold/cube.3ds", testing::corner_3ds({0, 0, 0}));
  scratch_.write("fold/dog.3ds", testing::corner_3ds({0.1f, 0.1f, 0.1f}));
  const Said old = run({"check", "fold", "--json"});
  scratch_.write("old.json", old.out);
  const std::string id = old.objects().at(0)["pairs"][0]["id"];
  scratch_.write("fold/a.3ds", testing::corner_3ds({0.05f, 0.4f, 0.05f}));
  const json report = report_of({"fold", "--baseline", "old.json"});
  EXPECT_EQ(report["baseline"], json::parse(R"({"new": 2, "unchanged": 1, "resolved": 0})"));
  for (const json& pair : report["pairs"]) {
    EXPECT_EQ(pair["baseline"], pair["id"] == id ? "unchanged" : "new");
    EXPECT_EQ(pair["names"] == json({"cube.3ds: 3DSMesh_0", "dog.3ds: 3DSMesh_0"}), pair["id"] == id) << pair;
  }
  // Nor does where the folder is, or what else is given.
  std::filesystem::rename(scratch_ / "fold", scratch_ / "moved");
  EXPECT_EQ(ids(report_of({"moved"})), ids(report));
  EXPECT_TRUE(ids(report_of({"tiny.obj", "moved"})).contains(id));
}

TEST_F(CheckInput, EqualSiblingsAreCounted) {
  const std::string one = "o bolt\n" + obj({0, 0, 0}, {2, 2, 2}, 0), two = "o bolt\n" + obj({1, 1, 1}, {3, 3, 3}, 8);
  const std::string plate = "o plate\n" + obj({0, 0, 1.5}, {9, 9, 1.7}, 16);
  scratch_.write("a.obj", one + two);
  const auto before = ids(report_of({"a.obj"}));
  ASSERT_EQ(before.size(), 1u);
  scratch_.write("a.obj", one + two + plate);
  const json report = report_of({"a.obj"});
  EXPECT_EQ(names(report), (Strings{"bolt", "bolt[2]", "plate"}));
  EXPECT_TRUE(ids(report).contains(before.begin()->first));
  // One that is called as the second of others are counted.
  scratch_.write("a.obj", one + two + "o bolt[2]\n" + obj({0, 0, 1.5}, {9, 9, 1.7}, 16));
  EXPECT_EQ(ids(report_of({"a.obj"})).size(), 3u);
  EXPECT_TRUE(ids(report_of({"a.obj"})).contains(before.begin()->first));
}

TEST_F(CheckInput, FilesOfOneNameAndAFileGivenTwice) {
  write("a.stl", box({0, 0, 0}, {1.5, 1.5, 1.5}));
  EXPECT_EQ(found(report_of({"a.obj", "a.stl"})), (Strings{"a.obj, a.stl: clash"}));
  EXPECT_EQ(found(report_of({"a.obj", "a.obj"})), (Strings{"a.obj, a.obj[2]: duplicate"}));
  std::filesystem::create_directories(scratch_ / "x");
  std::filesystem::create_directories(scratch_ / "y");
  write("x/a.obj", box({0, 0, 0}, {2, 2, 2}));
  write("y/a.obj", box({1, 1, 1}, {3, 3, 3}));
  EXPECT_EQ(found(report_of({"x", "y"})), (Strings{"x/a.obj, y/a.obj: clash"}));
  EXPECT_EQ(ids(report_of({"x", "y"})), ids(report_of({"y", "x"})));
  EXPECT_EQ(ids(report_of({"./x/a.obj", "y/a.obj"})), ids(report_of({"x/../x/a.obj", "y/a.obj"})));
}

// Rules name bodies as they are shown, as their files have them, and with the file.
TEST_F(CheckInput, RulesByNameAndByFile) {
  for (const char* file : {"one.obj", "two.obj"})
    scratch_.write(file, "o bolt\n" + obj({0, 0, 0}, {2, 2, 2}, 0) + "o nut\n" + obj({1, 1, 1}, {3, 3, 3}, 8));
  const auto left = [&](const std::string& ignored) {
    return found(report_of({"one.obj", "two.obj", "--ignore", ignored})).size();
  };
  EXPECT_EQ(found(report_of({"one.obj", "two.obj"})),
            (Strings{"one.obj: bolt, one.obj: nut: clash", "one.obj: bolt, two.obj: bolt: duplicate",
                     "one.obj: bolt, two.obj: nut: clash", "one.obj: nut, two.obj: bolt: clash",
                     "one.obj: nut, two.obj: nut: duplicate", "two.obj: bolt, two.obj: nut: clash"}));
  EXPECT_EQ(left("bolt,nut"), 2u);
  EXPECT_EQ(left("one.obj: *,*"), 1u);
  EXPECT_EQ(left("one.obj: bolt,two.obj: nut"), 5u);
}

TEST_F(CheckInput, SceneJsonNamesAreIds) {
  scratch_.write("scene.json", R"({"bodies": [{"name": "box", "file": "a.obj"}, {"name": "box", "file": "tiny.obj",
"pose": [1, 0, 0, 1, 0, 0, 0]}, {"file": "a.obj", "pose": [0, 1, 0, 1, 0, 0, 0]}]})");
  const json report = report_of({"scene.json"});
  EXPECT_EQ(names(report), (Strings{"a", "a.obj: box", "tiny.obj: box"}));
  scratch_.write("two.obj", "o p\n" + obj({0, 0, 0}, {2, 2, 2}, 0) + "o q\n" + obj({1, 1, 1}, {3, 3, 3}, 8));
  scratch_.write("scene.json", R"({"bodies": [{"name": "pump", "file": "two.obj"}, {"file": "two.obj", "split": "none",
"pose": [9, 0, 0, 1, 0, 0, 0]}]})");
  EXPECT_EQ(names(report_of({"scene.json"})), (Strings{"pump/p", "pump/q", "two"}));
  EXPECT_EQ(found(report_of({"scene.json", "--ignore", "pump,pump"})), Strings{});
  scratch_.write("scene.json", "{\"bodies\": [{\"file\": \"two.obj\",\n\"split\": \"no\"}]}");
  expect_complaint({"check", "scene.json"},
                   "scene.json:2: body \"two.obj\": split: expected none, objects, groups or "
                   "components, found \"no\"");
}

}  // namespace
}  // namespace apart
