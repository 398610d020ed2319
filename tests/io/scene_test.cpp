// Scenes in glTF, GLB, COLLADA and 3DS.
#include <apart/base/rigidity.hpp>
#include <apart/io/bodies/qr_decomposition.hpp>

#include "tests/io/scene_files.hpp"
#include "tests/io/support.hpp"

namespace apart {
namespace scene_test {

using testing::arrow_dae;
using testing::complaint;
using testing::corner_3ds;
using testing::corner_glb;
using testing::corner_gltf;
using testing::kCorner;
using testing::kCornerFaces;
using testing::Scratch;

std::vector<Body> bodies_of(const std::string& name, std::string_view bytes) {
  Result<std::vector<Body>> bodies = io::read_bodies(io::Source{name, bytes});
  EXPECT_TRUE(bodies) << bodies.error();
  return bodies ? *bodies : std::vector<Body>{};
}

// The triangles of a body in the world are those that `place` makes of the corner of a cube; turned around when it
// mirrors.
template <class Place>
void expect_corner(const Body& body, Place place, bool mirrors = false) {
  EXPECT_LT(rigidity_error(body.pose.rotation), 1e-14) << body.name;
  ASSERT_EQ(body.mesh.size(), kCornerFaces.size() / 3) << body.name;
  EXPECT_EQ(body.mesh.vertices().size(), 4u) << body.name;
  for (u32 i = 0; i < body.mesh.size(); ++i) {
    const Triangle got = body.pose * body.mesh.triangle(i);
    for (int k = 0; k < 3; ++k) {
      const std::size_t from = 3 * i + static_cast<std::size_t>(mirrors ? (3 - k) % 3 : k);
      const Vec3d expected = place(cast<double>(kCorner[kCornerFaces[from]]));
      EXPECT_LT(length(got[k] - expected), 1e-5) << body.name << ", triangle " << i << ", corner " << k;
    }
  }
}

void expect_corner_scene(const std::vector<Body>& bodies) {
  ASSERT_EQ(bodies.size(), 5u);
  const char* names[] = {"plain", "turned", "stretched", "deep", "twin"};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(bodies[i].name, names[i]);
  const auto root = [](Vec3d p) { return Vec3d{-p.y + 10, p.x, p.z}; };
  expect_corner(bodies[0], [&](Vec3d p) { return root(p + Vec3d{1, 2, 3}); });
  expect_corner(bodies[1], [&](Vec3d p) { return root({p.x, -p.z, p.y}); });
  expect_corner(
      bodies[2],
      [&](Vec3d p) {
        return root({2 * p.x, 3 * p.y, -p.z});
      },
      true);
  expect_corner(bodies[3], [&](Vec3d p) { return root(Vec3d{-p.y, p.x, p.z + 1} + Vec3d{5, 6, 7}); });
  expect_corner(
      bodies[4],
      [&](Vec3d p) {
        return root({2 * p.x, 3 * p.y, -p.z + 9});
      },
      true);

  // What is only turned and moved keeps the file's numbers, and all that show the same share it.
  const auto array = [&](std::size_t i) { return bodies[i].mesh.vertices().data(); };
  EXPECT_EQ(array(0), array(1));
  EXPECT_EQ(array(0), array(3));
  EXPECT_EQ(array(2), array(4));
  EXPECT_NE(array(0), array(2));
  EXPECT_EQ(bodies[0].mesh.vertices()[1], (Vec3d{0, 1, 0}));  // in the order in which the faces name them
}

TEST(Scene, GltfNodesBecomeBodies) { expect_corner_scene(bodies_of("a.gltf", corner_gltf())); }

TEST(Scene, GlbNodesBecomeBodies) { expect_corner_scene(bodies_of("a.glb", corner_glb())); }

TEST(Scene, ABodysGroupIsTheNamedNodeAboveIt) {
  for (const Body& body : bodies_of("a.gltf", corner_gltf())) EXPECT_EQ(body.group, "") << body.name;
  std::string json = corner_gltf();
  json.replace(json.find("{\"matrix"), 1, "{\"name\":\"assembly\",");
  for (const Body& body : bodies_of("a.gltf", json))
    EXPECT_EQ(body.group, body.name == "deep" ? "assembly" : "") << body.name;
}

TEST(Scene, FilesOnDiskReadTheSame) {
  const Scratch scratch;
  expect_corner_scene(read_bodies(scratch.write("a.gltf", corner_gltf())).value());
  expect_corner_scene(read_bodies(scratch.write("a.GLB", corner_glb())).value());
  // With the buffer in a file of its own beside it.
  scratch.write("corner.bin", testing::corner_buffer());
  expect_corner_scene(read_bodies(scratch.write("b.gltf", testing::corner_json("corner.bin"))).value());
}

TEST(Scene, AsOneMeshInTheWorld) {
  const Scratch scratch;
  const auto file = scratch.write("a.gltf", corner_gltf());
  const std::vector<Body> bodies = read_bodies(file).value();
  const Mesh mesh = read_mesh(file).value();
  ASSERT_EQ(mesh.size(), 25u);
  u32 i = 0;
  for (const Body& body : bodies)
    for (u32 k = 0; k < body.mesh.size(); ++k) EXPECT_EQ(mesh.triangle(i++), body.pose * body.mesh.triangle(k));
}

TEST(Scene, ScaleReachesVerticesAndPlaces) {
  const Scratch scratch;
  const auto file = scratch.write("a.gltf", corner_gltf());
  const std::vector<Body> plain = read_bodies(file).value();
  const std::vector<Body> scaled = read_bodies(file, {.scale = 1000}).value();
  ASSERT_EQ(scaled.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(scaled[i].pose.rotation, plain[i].pose.rotation);
    EXPECT_EQ(scaled[i].pose.translation, 1000.0 * plain[i].pose.translation);
    for (std::size_t v = 0; v < plain[i].mesh.vertices().size(); ++v)
      EXPECT_EQ(scaled[i].mesh.vertices()[v], 1000.0 * plain[i].mesh.vertices()[v]);
  }
  EXPECT_EQ(scaled[0].mesh.vertices().data(), scaled[1].mesh.vertices().data());
}

TEST(Scene, ColladaKeepsItsAxesUnitsAndConcavePolygons) {
  const std::vector<Body> bodies = bodies_of("a.dae", arrow_dae());
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].name, "first");
  EXPECT_EQ(bodies[1].name, "second");
  for (const Body& body : bodies) {
    EXPECT_EQ(body.mesh.size(), 3u);  // the arrowhead of four corners is two triangles
    EXPECT_EQ(body.mesh.vertices().size(), 5u);
  }
  const Vec3d tip{4, 2, 0}, notch{1, 2, 0};
  const auto has = [](const Body& body, Vec3d p) {
    double nearest = 1e9;
    for (Vec3d v : body.mesh.vertices()) nearest = std::min(nearest, length(body.pose * v - p));
    return nearest < 1e-5;
  };
  EXPECT_TRUE(has(bodies[0], {1 - tip.y, 2 + tip.x, 3}));
  EXPECT_TRUE(has(bodies[0], {1 - notch.y, 2 + notch.x, 3}));
  EXPECT_TRUE(has(bodies[0], {1, 2, 8}));
  EXPECT_TRUE(has(bodies[1], 2.0 * tip));
  EXPECT_TRUE(has(bodies[1], {0, 0, 10}));
  // The two triangles of the arrowhead have its area: 6, and not the 10 of a fan that covers the notch.
  double area = 0;
  for (u32 i = 0; i < 2; ++i) area += length(area_vector(bodies[0].mesh.triangle(i))) / 2;
  EXPECT_NEAR(area, 6, 1e-6);
}

TEST(Scene, ThreeDsKeepsItsAxes) {
  const std::vector<Body> bodies = bodies_of("a.3ds", corner_3ds({1, 2, 3}));
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies[0].name, "3DSMesh_0");  // Assimp's; the names of objects come only with a hierarchy
  expect_corner(bodies[0], [](Vec3d p) { return p + Vec3d{1, 2, 3}; });
}

TEST(Scene, SaysWhatIsWrong) {
  EXPECT_EQ(complaint("a.glb", "no such thing"), "a.glb: not a GLB file: it does not begin with \"glTF\"");
  EXPECT_EQ(complaint("a.gltf", "\x01\x02"), "a.gltf: not a glTF file: it does not begin with \"{\"");
  EXPECT_EQ(complaint("a.dae", "<html></html>"), "a.dae: not a COLLADA file: no \"<COLLADA\" in it");
  EXPECT_EQ(complaint("a.3ds", "v 1 2 3"), "a.3ds: not a 3DS file: it does not begin with 0x4d4d");
  EXPECT_EQ(complaint("a.gltf", ""), "a.gltf: empty file");

  const std::string glb = corner_glb(), three_ds = corner_3ds({});
  EXPECT_EQ(complaint("a.glb", glb.substr(0, 500)),
            "a.glb: truncated: " + std::to_string(glb.size()) + " bytes announced, 500 there");
  EXPECT_EQ(complaint("a.3ds", three_ds.substr(0, 100)),
            "a.3ds: truncated: " + std::to_string(three_ds.size()) + " bytes announced, 100 there");
  EXPECT_TRUE(complaint("a.gltf", "{\"asset\":").starts_with("a.gltf:1: syntax error "));
  EXPECT_TRUE(complaint("a.gltf", R"({"asset":{"version":"2.0"}})").starts_with("a.gltf: "));

  std::string gltf = corner_gltf();
  gltf.replace(gltf.find("[1,2,3]"), 7, "[1e999]");
  EXPECT_TRUE(complaint("a.gltf", gltf).starts_with("a.gltf: "));
}

// Assimp would crash over the first and never come back from the second.
TEST(Scene, ColladaArraysAndIndices) {
  std::string dae = arrow_dae();
  dae.replace(dae.find("count=\"15\""), 5, "cuont");
  EXPECT_EQ(complaint("a.dae", dae), "a.dae:5: an array has no count");
  dae = arrow_dae();
  dae.replace(dae.find("<p>0 1"), 6, "<p>0 x");
  EXPECT_EQ(complaint("a.dae", dae), "a.dae:9: expected an integer, found \"x\"");
}

TEST(Scene, FacesThatNameNoVertex) {
  std::string glb = corner_glb();
  glb[glb.size() - 80] = 99;  // the first corner of the first face
  EXPECT_EQ(complaint("a.glb", glb), "a.glb: node \"plain\": face names vertex 99 of 4");
  std::string three_ds = corner_3ds({});
  three_ds[three_ds.size() - 40] = 99;
  EXPECT_EQ(complaint("a.3ds", three_ds), "a.3ds: Assimp: 3DS: Vertex index overflow)");
  std::string dae = arrow_dae();
  dae.replace(dae.find("<p>0 1 2 3"), 10, "<p>0 1 2 9");
  EXPECT_EQ(complaint("a.dae", dae), "a.dae: Assimp: Invalid data index (9/5) in primitive specification");
}

TEST(Scene, VerticesThatAreNotFinite) {
  std::string glb = corner_glb();
  for (std::size_t i = 1; i <= 4; ++i) glb[glb.size() - i] = '\xff';  // the last coordinate of the last vertex
  EXPECT_EQ(complaint("a.glb", glb), "a.glb: node \"plain\": vertex 3 is not finite");
}

TEST(Split, GivesBackTheMap) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    Mat3d map{{random.in_box(1), random.in_box(1), random.in_box(1)}};
    if (i % 4 == 1) map = random.rotation();
    if (i % 4 == 2) map.rows[2] = map.rows[0] + map.rows[1];                                                 // flattens
    if (i % 4 == 3) map = random.rotation() * Mat3d{{{random.uniform(-2, 2), 0, 0}, {0, 1, 0}, {0, 0, 0}}};  // lines
    const auto [rotation, stretch] = io::qr_decomposition(map);
    EXPECT_LT(rigidity_error(rotation), 1e-14);
    const Mat3d again = rotation * stretch;
    for (int r = 0; r < 3; ++r) EXPECT_LT(length(again.rows[r] - map.rows[r]), 1e-14);
    EXPECT_EQ(i % 4 == 1, stretch == Mat3d{});
  }
  const auto zero = io::qr_decomposition(Mat3d{{{}, {}, {}}});
  EXPECT_LT(rigidity_error(zero.rotation), 1e-15);
  EXPECT_EQ(zero.stretch, (Mat3d{{{}, {}, {}}}));
}

}  // namespace scene_test
}  // namespace apart
