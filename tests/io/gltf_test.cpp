// glTF in particular: places to the last digit of a double, all kinds of accessors and primitives, and what is refused.
// tests/io/scene_test.cpp has what it shares with other scenes.
#include <apart/io/bytes/base64.hpp>

#include "tests/io/scene_files.hpp"
#include "tests/io/support.hpp"

namespace apart {
namespace gltf_test {

using testing::complaint;
using testing::Scratch;

// A scene of one buffer: the nodes, the primitives of mesh 0, accessors and views are given.
std::string gltf(const std::string& nodes, const std::string& primitive, const std::string& accessors,
                 const std::string& views, const std::string& buffer, const std::string& more = "") {
  return R"({"asset":{"version":"2.0"},"nodes":[)" + nodes + R"(],"meshes":[{"name":"shown","primitives":[)" +
         primitive + R"(]}],"accessors":[)" + accessors + R"(],"bufferViews":[)" + views +
         R"(],"buffers":[{"byteLength":)" + std::to_string(buffer.size()) +
         R"(,"uri":"data:application/octet-stream;base64,)" + testing::base64(buffer) + "\"}]" + more + "}";
}

template <class T>
std::string bytes(std::initializer_list<T> numbers) {
  std::string out;
  for (T n : numbers) io::append_bytes(out, n);
  return out;
}

const std::string kFloats = bytes<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});
const std::string kFourPoints = R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"})";
const std::string kView = R"({"buffer":0,"byteLength":48})";

std::vector<Body> read(const std::string& file) {
  Result<std::vector<Body>> bodies = io::read_bodies(io::Source{"a.gltf", file});
  EXPECT_TRUE(bodies) << bodies.error();
  return bodies ? *bodies : std::vector<Body>{};
}

TEST(Gltf, PlacesAreDoubles) {
  const std::string nodes =
      R"({"name":"site","translation":[4500000,0.1,-7e6],"children":[1,2]},{"name":"a","mesh":0},
{"name":"b","mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 1.2000000000000002,0,1e-9,1]})";
  const std::vector<Body> bodies =
      read(gltf(nodes, R"({"attributes":{"POSITION":0},"mode":5})", kFourPoints, kView, kFloats));
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].pose, Pose::shift({4500000, 0.1, -7e6}));
  EXPECT_EQ(bodies[1].pose, Pose::shift({4500000 + 1.2000000000000002, 0.1, -7e6 + 1e-9}));
  EXPECT_EQ(bodies[1].path, "site/b");
  EXPECT_EQ(bodies[0].mesh.faces().data(), bodies[1].mesh.faces().data());
}

TEST(Gltf, TrianglesStripsAndFans) {
  const auto faces = [](const std::string& primitive) {
    const std::vector<Body> bodies = read(gltf(R"({"mesh":0})", primitive, kFourPoints, kView, kFloats));
    EXPECT_EQ(bodies.size(), 1u);
    return bodies.empty() ? std::vector<Face>{}
                          : std::vector<Face>(bodies[0].mesh.faces().begin(), bodies[0].mesh.faces().end());
  };
  EXPECT_EQ(faces(R"({"attributes":{"POSITION":0},"mode":5})"), (std::vector<Face>{{0, 1, 2}, {2, 1, 3}}));
  EXPECT_EQ(faces(R"({"attributes":{"POSITION":0},"mode":6})"), (std::vector<Face>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(faces(R"({"attributes":{"POSITION":0},"mode":1},{"attributes":{"POSITION":0},"mode":6})").size(), 2u);
  EXPECT_EQ(complaint("a.gltf", gltf(R"({"mesh":0})", R"({"attributes":{"POSITION":0}})", kFourPoints, kView, kFloats)),
            "a.gltf: node \"shown\": its triangles have 4 corners, not a multiple of 3");
}

TEST(Gltf, AccessorsOfEveryKind) {
  // Positions as normalized shorts, side by side with others; indices as bytes.
  const std::string shorts = bytes<std::int16_t>({0, 0, 0, 9, 32767, 0, 0, 9, -32768, 32767, 0, 9});
  const std::string file =
      gltf(R"({"mesh":0})", R"({"attributes":{"POSITION":0},"indices":1})",
           R"({"bufferView":0,"componentType":5122,"normalized":true,"count":3,"type":"VEC3"},
{"bufferView":1,"byteOffset":1,"componentType":5121,"count":3,"type":"SCALAR"})",
           R"({"buffer":0,"byteLength":24,"byteStride":8},{"buffer":0,"byteOffset":24,"byteLength":4})",
           shorts + bytes<std::uint8_t>({9, 0, 1, 2}));
  std::vector<Body> bodies = read(file);
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies[0].mesh.triangle(0), (Triangle{{0, 0, 0}, {1, 0, 0}, {-1, 1, 0}}));
  // Zeros, of which two are replaced.
  bodies = read(gltf(R"({"mesh":0})", R"({"attributes":{"POSITION":0}})",
                     R"({"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":2,
"indices":{"bufferView":0,"componentType":5123},"values":{"bufferView":1}}})",
                     R"({"buffer":0,"byteLength":4},{"buffer":0,"byteOffset":4,"byteLength":24})",
                     bytes<std::uint16_t>({1, 2}) + bytes<float>({5, 0, 0, 0, 6, 0})));
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies[0].mesh.triangle(0), (Triangle{{0, 0, 0}, {5, 0, 0}, {0, 6, 0}}));
}

TEST(Gltf, NamesPathsGroupsAndLayers) {
  const std::string nodes = R"({"name":"frame","children":[1,2,3]},{"name":"bolt","mesh":0},{"name":"bolt","mesh":0},
{"children":[4]},{"mesh":0})";
  const std::vector<Body> bodies = read(
      gltf(nodes + R"(,{"name":"x/y"})", R"({"attributes":{"POSITION":0},"mode":6,"material":0})", kFourPoints, kView,
           kFloats, R"(,"materials":[{"name":"steel","pbrMetallicRoughness":{"baseColorFactor":[1,0.2158605,0,1]}}])"));
  ASSERT_EQ(bodies.size(), 3u);
  const char* paths[] = {"frame/bolt", "frame/bolt[2]", "frame/node/shown"};
  const char* names[] = {"bolt", "bolt", "shown"};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(bodies[k].path, paths[k]);
    EXPECT_EQ(bodies[k].name, names[k]);
    EXPECT_EQ(bodies[k].group, "frame");  // two roots: each is a group
    EXPECT_EQ(bodies[k].layer, "steel");
    EXPECT_EQ(bodies[k].color, "#ff8000");  // 0.5 of the way in sRGB is 0.216 of the light
  }
}

TEST(Gltf, WhatCannotBeReadIsRefused) {
  const std::string fan = R"({"attributes":{"POSITION":0},"mode":6})", node = R"({"name":"n","mesh":0})";
  const auto with = [&](const std::string& nodes, const std::string& accessors, const std::string& view,
                        const std::string& more) {
    return complaint("a.gltf", gltf(nodes, fan, accessors, view, kFloats, more));
  };
  EXPECT_EQ(with(node, kFourPoints, kView, R"(,"extensionsRequired":["KHR_draco_mesh_compression"])"),
            "a.gltf: needs the extension \"KHR_draco_mesh_compression\", which is not read");
  EXPECT_EQ(with(node, kFourPoints, kView, R"(,"extensionsRequired":["KHR_materials_unlit"])"), "");
  EXPECT_EQ(with(R"({"name":"n","mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{}}})", kFourPoints, kView, ""),
            "a.gltf: node \"n\": instances by EXT_mesh_gpu_instancing are not read");
  EXPECT_EQ(with(node, R"({"componentType":5126,"count":4,"type":"VEC3"})", kView, ""),
            "a.gltf: node \"n\": accessors[0] has no bufferView (compressed meshes are not read)");
  EXPECT_EQ(with(node, R"({"bufferView":0,"componentType":5126,"count":5,"type":"VEC3"})", kView, ""),
            "a.gltf: node \"n\": accessors[0]: 5 elements do not fit into bufferViews[0]");
  EXPECT_EQ(with(node, kFourPoints, R"({"buffer":0,"byteOffset":8,"byteLength":48})", ""),
            "a.gltf: node \"n\": bufferViews[0] ends at byte 56 of 48");
  EXPECT_EQ(with(node, R"({"bufferView":7,"componentType":5126,"count":4,"type":"VEC3"})", kView, ""),
            "a.gltf: node \"n\": bufferViews[7] is not there: there are 1");
  EXPECT_EQ(with(R"({"name":"n","mesh":0,"translation":[0,0]})", kFourPoints, kView, ""),
            "a.gltf: node \"n\": translation: expected 3 numbers");
  EXPECT_EQ(with(R"({"name":"n","mesh":0,"rotation":[0,0,0,0]})", kFourPoints, kView, ""),
            "a.gltf: node \"n\": rotation: a pose's quaternion is zero or not finite");
  EXPECT_EQ(with(R"({"name":"n","mesh":0,"children":[1]},{"name":"m","children":[1]},{"children":[0]})", kFourPoints,
                 kView, ""),
            "a.gltf: node \"m\": it occurs in the tree twice");
  EXPECT_EQ(with(R"({"name":"n"})", kFourPoints, kView, ""), "a.gltf: no triangles");
  EXPECT_EQ(complaint("a.gltf", "{\"asset\":\n"),
            "a.gltf:2: syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal");
  EXPECT_EQ(complaint("a.gltf", "{\"asset\":{\"version\":\"3.1\"}}"),
            "a.gltf: asset.version: expected 2.0, found \"3.1\"");
  std::string far = gltf(R"({"mesh":0,"translation":[1e999,0,0]})", fan, kFourPoints, kView, kFloats);
  EXPECT_EQ(complaint("a.gltf", far), "a.gltf: number overflow parsing '1e999'");
}

TEST(Gltf, BuffersInOtherFiles) {
  const Scratch scratch;
  std::string file = gltf(R"({"mesh":0})", R"({"attributes":{"POSITION":0},"mode":6})", kFourPoints, kView, kFloats);
  const std::size_t begin = file.find("data:"), end = file.find('"', begin);
  file.replace(begin, end - begin, "a%20b.bin");
  EXPECT_EQ(complaint("a.gltf", file), "a.gltf: node \"shown\": buffers[0] is in another file: \"a%20b.bin\"");
  scratch.write("a.gltf", file);
  EXPECT_TRUE(read_bodies(scratch / "a.gltf").error().ends_with("a b.bin: No such file or directory"));
  scratch.write("a b.bin", kFloats.substr(0, 40));
  EXPECT_TRUE(read_bodies(scratch / "a.gltf").error().ends_with("truncated: 48 bytes announced, 40 there"));
  scratch.write("a b.bin", kFloats);
  EXPECT_EQ(read_bodies(scratch / "a.gltf").value().size(), 1u);
}

TEST(Gltf, Base64) {
  for (const char* text : {"", "a", "ab", "abc", "abcd"}) EXPECT_EQ(io::from_base64(testing::base64(text)), text);
  EXPECT_EQ(io::from_base64("YQ"), "a");
  EXPECT_EQ(io::from_base64("Y"), std::nullopt);
  EXPECT_EQ(io::from_base64("Y!=="), std::nullopt);
}

// COLLADA goes through single precision. Where that matters, a note says by how much.
TEST(Scene, DigitsThatAreLostAreNoted) {
  const auto notes = [](std::string dae) {
    std::vector<std::string> all;
    EXPECT_TRUE(io::read_scene(io::Source{"a.dae", dae, {}, &all}));
    return all;
  };
  EXPECT_TRUE(notes(testing::arrow_dae()).empty());
  std::string far = testing::arrow_dae();
  far.replace(far.find("<translate>1 2 3"), 16, "<translate>4500000.3 2 3");
  const std::vector<std::string> said = notes(far);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0],
            "a.dae: coordinates pass through single precision: 1 of 2 bodies may be off by up to 0.27 (\"first\")");
}

}  // namespace gltf_test
}  // namespace apart
