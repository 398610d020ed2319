// Input of apart check: objects of one file, folders, stable ids of bodies, and names.
#include <set>

#include "tests/cli/program_fixture.hpp"
#include "tests/io/scene_files.hpp"

namespace apart {
namespace check_input_test {

using nlohmann::json;
using testing::box;
using testing::Output;

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
    const Output output = run(words);
    EXPECT_LT(output.status, 2) << output.err;
    return output.status < 2 ? output.objects().at(0) : json();
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

// There was nothing to compare: every output format reports that.
TEST_F(CheckInput, OneBodyAloneIsDistinguishedFromACleanAssembly) {
  const std::string note = "only one body: there was nothing to compare it with (see --split components and --self)";
  const Output output = run({"check", "a.obj"});
  EXPECT_EQ(output.status, 0);
  EXPECT_NE(output.out.find("note: " + note + "\n"), std::string::npos) << output.out;
  EXPECT_EQ(report_of({"a.obj"})["notes"], json({note}));
  EXPECT_EQ(report_of({"a.obj", "--self"})["notes"], json::array());
  EXPECT_EQ(report_of({"a.obj", "b.ply"})["notes"], json::array());
  const Output values = run({"check", "a.obj", "--csv"});
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
  const Output output = run({"check", "parts", "--keep-going", "--json"});
  EXPECT_EQ(output.objects().at(0)["notes"][0].get<std::string>().find("left out: parts/small/bad.obj:1: "), 0u);
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
  const Output old = run({"check", "fold", "--json"});
  scratch_.write("old.json", old.out);
  const std::string id = old.objects().at(0)["pairs"][0]["id"];
  scratch_.write("fold/a.3ds", testing::corner_3ds({0.05f, 0.4f, 0.05f}));
  const json report = report_of({"fold", "--baseline", "old.json"});
  EXPECT_EQ(report["baseline"], json::parse(R"({"new": 2, "unchanged": 1, "resolved": 0, "not_compared": 0})"));
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

// Cubes of 1 m on a site far from the origin, 0.2 m apart: a float there has steps of 0.5.
std::string far_gltf() {
  const Mesh cube = box({0, 0, 0}, {1, 1, 1});
  std::string buffer;
  for (Vec3d v : cube.vertices())
    for (double x : {v.x, v.y, v.z}) io::append_bytes(buffer, static_cast<float>(x));
  for (const Face& f : cube.faces())
    for (u32 i : f) io::append_bytes(buffer, i);
  const std::string places = std::to_string(cube.vertices().size()), corners = std::to_string(3 * cube.size());
  const std::string bytes = std::to_string(12 * cube.vertices().size());
  return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0,1,2]}],"nodes":[
{"name":"cube","mesh":0,"translation":[4500000.0,0,0]},{"name":"cube","mesh":0,"translation":[4500001.2,0,0]},
{"name":"stair","mesh":0,"translation":[4500000.5,0.5,0],"scale":[1,1,1]}],
"materials":[{"name":"steel"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":)" +
         places + R"(,"type":"VEC3"},{"bufferView":1,"componentType":5125,"count":)" + corners +
         R"(,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":)" + bytes + R"(},{"buffer":0,"byteOffset":)" +
         bytes + R"(,"byteLength":)" + std::to_string(12 * cube.size()) + R"(}],"buffers":[{"byteLength":)" +
         std::to_string(buffer.size()) + R"(,"uri":"data:application/octet-stream;base64,)" + testing::base64(buffer) +
         "\"}]}";
}

TEST_F(CheckInput, GltfKeepsItsDigitsFarFromTheOrigin) {
  scratch_.write("far.gltf", far_gltf());
  const json report = report_of({"far.gltf", "--clearance", "0.25", "--ignore", "stair,*"});
  EXPECT_EQ(found(report), (Strings{"cube, cube[2]: near"}));
  EXPECT_NEAR(report["pairs"][0]["distance"].get<double>(), 0.2, 1e-9);
}

TEST_F(CheckInput, ASavedFileKeepsItsBodies) {
  scratch_.write("far.gltf", far_gltf());
  const json built = object({"build", "far.gltf", "-o", "p.apart", "--units", "m:m", "--json"});
  EXPECT_EQ(built["bodies"], 3);
  EXPECT_EQ(built["triangles"], 36);
  const std::vector<std::string> words{"--clearance", "0.25", "--units", "m:m"};
  std::vector<std::string> of_scene{"far.gltf"}, of_file{"p.apart"};
  of_scene.insert(of_scene.end(), words.begin(), words.end()),
      of_file.insert(of_file.end(), words.begin(), words.end());
  json scene = report_of(of_scene), file = report_of(of_file);
  scene.erase("title"), file.erase("title");
  EXPECT_EQ(scene["pairs"].size(), 3u);
  EXPECT_EQ(scene, file);
  EXPECT_EQ(report_of({"p.apart"})["unit"], "m");
  // And everything in it is one mesh for the other commands.
  EXPECT_EQ(object({"distance", "p.apart", "a.obj", "--json"}), object({"distance", "far.gltf", "a.obj", "--json"}));
  const json facts = object({"info", "p.apart", "--json"});
  EXPECT_EQ(facts["bodies"].size(), 3u);
  // Several files, and a folder.
  EXPECT_EQ(object({"build", "a.obj", "b.ply", "c.off", "-o", "three.apart", "--json"})["bodies"], 3);
  EXPECT_EQ(report_of({"three.apart", "--clearance", "1"})["pairs"],
            report_of({"a.obj", "b.ply", "c.off", "--clearance", "1"})["pairs"]);
  scratch_.write("scene.json", "{}");
  expect_complaint({"build", "scene.json", "-o", "x.apart"},
                   "scene.json: a scene.json is not built, its rules would be lost; build its files");
}

TEST_F(CheckInput, ABaselineOfAnEarlierVersionIsRefused) {
  json old = report_of({"a.obj", "b.ply"});
  for (json& body : old["bodies"]) body.erase("id");
  scratch_.write("old.json", old.dump());
  expect_complaint({"check", "a.obj", "b.ply", "--baseline", "old.json"},
                   "old.json:1: this report is of an earlier version with incompatible ids; check again with --json");
}

TEST_F(CheckInput, BytesAfterAnStlAreNoted) {
  write("a.stl", box({0, 0, 0}, {1, 1, 1}));
  scratch_.write("long.stl", testing::content(scratch_ / "a.stl") + std::string(17, 'x'));
  const std::string note = "long.stl: 12 triangles announced; 17 bytes that follow them were not read (byte 684)";
  EXPECT_EQ(report_of({"long.stl", "b.ply"})["notes"], json({note}));
  const Output output = run({"distance", "long.stl", "b.ply"});
  EXPECT_EQ(output.status, 0);
  EXPECT_EQ(output.err, "apart: note: " + note + "\n");
  EXPECT_EQ(run({"info", "long.stl"}).err, "apart: note: " + note + "\n");
}

TEST_F(CheckInput, InfoSaysWhyASurfaceIsNotClosed) {
  const auto line = [&](const std::string& file, const std::string& what) {
    scratch_.write("x.obj", file);
    const std::string out = run({"info", "x.obj"}).out;
    const std::size_t at = out.find("\n" + what);
    return at == std::string::npos ? "" : out.substr(at + 13, out.find('\n', at + 1) - at - 13);
  };
  const std::string cube = obj({0, 0, 0}, {1, 1, 1}, 0);
  EXPECT_EQ(line(cube, "closed"), "yes");
  EXPECT_EQ(line("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "closed"), "no, 3 edges at the border");
  const std::string fin =
      cube + cube.substr(cube.find("f "), cube.find('\n', cube.find("f ")) - cube.find("f ")) + "\n";
  EXPECT_EQ(line(fin, "closed"), "no, 3 edges of 3, 5 or more triangles");
  EXPECT_EQ(line(fin, "manifold"), "no, 3 edges of more than 2 triangles");
  EXPECT_EQ(line(fin, "duplicates"), "1 triangle is there already");
  // At first no edge has more than two triangles; the second is turned.
  const std::string sheet = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 3 2 1\n";
  EXPECT_EQ(line(sheet, "duplicates"), "1 triangle is there already");
  EXPECT_EQ(line(sheet + "f 2 4 3\n", "duplicates"), "1 triangle is there already");
  EXPECT_EQ(line(cube, "duplicates"), "");
  std::string turned = cube;
  const std::size_t f = turned.rfind("f ");
  std::istringstream last(turned.substr(f + 2));
  int a = 0, b = 0, c = 0;
  last >> a >> b >> c;
  turned.replace(f, std::string::npos,
                 "f " + std::to_string(b) + " " + std::to_string(a) + " " + std::to_string(c) + "\n");
  EXPECT_EQ(line(turned, "closed"), "yes");
  EXPECT_EQ(line(turned, "oriented"), "no, 3 edges whose triangles do not agree on the outside");
  const std::string listed = line("o one\n" + cube + "o two\n" + obj({3, 0, 0}, {4, 1, 1}, 8), "bodies");
  EXPECT_EQ(listed, "2, listed below");
  EXPECT_NE(run({"info", "x.obj"}).out.find("\none   12"), std::string::npos) << run({"info", "x.obj"}).out;
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

}  // namespace check_input_test
}  // namespace apart
