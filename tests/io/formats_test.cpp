// Variants of each format, beside how we write it ourselves.
#include <apart/io/bytes/endian.hpp>

#include "tests/io/support.hpp"

namespace apart {
namespace formats_test {

using testing::expect_same;
using testing::expect_same_triangles;
using testing::parse;

const Mesh kSquare =
    Mesh::make({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}).value();  // one quadrilateral

void expect_square(const char* name, std::string_view bytes) {
  const Result<Mesh> mesh = parse(name, bytes);
  ASSERT_TRUE(mesh) << mesh.error();
  expect_same(*mesh, kSquare);
}

TEST(Obj, CornersWithTextureAndNormalIndices) {
  const std::string vertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
  for (const char* face : {"f 1 2 3 4", "f 1/1 2/2 3/3 4/4", "f 1//1 2//1 3//1 4//1", "f 1/1/1 2/2/1 3/3/1 4/4/1",
                           "f -4 -3 -2 -1", "f -4/-1 -3/-1 -2/-1 -1/-1", "f 1 2 \\\n3 4", "f 1 2 3\nf 1 3 4 # end",
                           "\tf  1\t2  3 4  \r\n\r\n", "f +1 2 3 4"}) {
    SCOPED_TRACE(face);
    expect_square("a.obj", vertices + face);
  }
}

TEST(Obj, WhatElseAFileMayHold) {
  expect_square("a.obj",
                "\xef\xbb\xbf# comment\r\nmtllib a.mtl\r\no part\r\nv 0 0 0 1 0 0\r\nv 1.0 0.0 0.0 1.0\r\nvt 0 0\r\n"
                "vn 0 0 1\r\nv 1e0 .1e+1 -0\r\nv 0. +1 0\r\ng a b\r\ns off\r\nusemtl C:\\steel\\\r\nf 1 2 3 4");
}

TEST(Obj, VerticesMayFollowTheirFaces) { expect_square("a.obj", "f 1 2 3 4\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"); }

TEST(Obj, NegativeIndicesCountFromWhereTheyStand) {
  const Mesh mesh = parse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 9\nf -3 -2 -1").value();
  EXPECT_EQ(mesh.faces()[0], (Face{0, 1, 2}));
  EXPECT_EQ(mesh.faces()[1], (Face{1, 2, 3}));
}

// Objects name vertices of one pool: each body keeps what it uses, and all as one mesh is as the file has it.
TEST(Obj, ObjectsGroupsAndMaterials) {
  const std::string file =
      "v 0 0 0\nv 1 0 0\nv 0 1 0.1234567890123456\nv 9 9 9\n"
      "usemtl steel\nf 1 2 3\no first one \nf 3 2 1\ng top\nusemtl wood\nf 2 1 3\n"
      "o empty\no second\nv 5 5 5\nv 6 5 5\nf 5 6 1 2\n";
  const std::vector<Body> bodies = io::read_bodies(io::Source{"dir/a.obj", file}).value();
  ASSERT_EQ(bodies.size(), 3u);
  const auto is = [](const Body& body, const char* name, const char* path, const char* layer, u32 triangles) {
    EXPECT_EQ(body.name, name);
    EXPECT_EQ(body.path, path);
    EXPECT_EQ(body.layer, layer);
    EXPECT_EQ(body.file, "dir/a.obj");
    EXPECT_EQ(body.mesh.size(), triangles);
  };
  is(bodies[0], "a", "", "steel", 1);
  is(bodies[1], "first one", "first one", "", 2);
  is(bodies[2], "second", "second", "wood", 2);
  EXPECT_EQ(bodies[0].mesh.vertices().size(), 3u);
  EXPECT_EQ(bodies[1].mesh.vertices()[2].z, 0.1234567890123456);
  EXPECT_EQ(bodies[2].mesh.vertices().size(), 4u);

  const testing::Scratch scratch;
  const Mesh whole = read_mesh(scratch.write("a.obj", file)).value();
  EXPECT_EQ(whole.vertices().size(), 6u);
  ASSERT_EQ(whole.size(), 5u);
  EXPECT_EQ(whole.faces()[1], (Face{2, 1, 0}));
  EXPECT_EQ(whole.parts(), 3u);
  EXPECT_EQ(whole.first_of_part(1), 1u);
  EXPECT_EQ(whole.first_of_part(2), 3u);
  EXPECT_EQ(read_mesh(scratch / "a.obj", {.scale = 2}).value().parts(), 3u);

  const std::vector<Body> groups = io::read_bodies(io::Source{"a.obj", file}, BodySplit::groups).value();
  ASSERT_EQ(groups.size(), 4u);
  EXPECT_EQ(groups[2].name, "top");
  EXPECT_EQ(groups[2].path, "first one/top");
  EXPECT_EQ(groups[2].group, "first one");
  EXPECT_EQ(groups[2].mesh.size(), 1u);
}

// Pieces that share no edge; a triangle with two corners at one place goes with what is there.
TEST(Obj, Components) {
  const std::string file =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 9 9 9\nv 8 8 8\n"
      "f 4 5 6\nf 1 2 3\nf 1 1 2\nf 7 7 8\nf 4 6 5\n";
  const std::vector<Body> bodies = io::read_bodies(io::Source{"a.obj", file}, BodySplit::components).value();
  ASSERT_EQ(bodies.size(), 3u);
  const u32 sizes[] = {2, 2, 1};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(bodies[k].name, "a[" + std::to_string(k + 1) + "]");
    EXPECT_EQ(bodies[k].mesh.size(), sizes[k]);
  }
  EXPECT_EQ(bodies[0].mesh.triangle(0).a.x, 5);
}

TEST(Off, Headers) {
  const std::string faces = "4 0 1 2 3\n", plain = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
  expect_square("a.off", "OFF\n4 1 0\n" + plain + faces);
  expect_square("a.off", "OFF 4 1 4\n" + plain + faces);
  expect_square("a.OFF", "# first\nOFF # second\n\n4 1\n\n" + plain + "# third\n" + faces + "\n# last");
  expect_square("a.off",
                "COFF\r\n4 1 0\r\n0 0 0 255 0 0 255\r\n1 0 0 1 1 1 1\r\n1 1 0 .1 .2 .3 1\r\n0 1 0 1 1 1 1\r\n" +
                    std::string("4 0 1 2 3 255 0 0"));
  expect_square("a.off", "NOFF\n4 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n" + faces);
  expect_square("a.off", "STCNOFF\n4 1 0\n" + plain + faces);
}

TEST(Tris, AnyLayout) {
  expect_same_triangles(parse("a.tris", "2\n0 0 0 1 0 0\n1 1 0\n\n0 0 0 1 1 0 0 1 0").value(), kSquare);
  expect_same(parse("a.tris", "# soup\r\n2 0 0 0 1 0 0 1 1 0\r\n0 0 0 1 1 0 0 1 0\r\n").value(), kSquare);
}

constexpr const char* kTextStl =
    "solid part of many words\n"
    " facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 1 1 0\n  endloop\n endfacet\n"
    " facet normal nan nan nan\n  outer loop\n   vertex 0 0 0\n   vertex 1 1 0\n   vertex 0 1 0\n  endloop\n endfacet\n"
    "endsolid part\n";

TEST(Stl, Text) {
  expect_square("a.stl", kTextStl);
  std::string shouting = kTextStl;
  for (char& c : shouting) c = static_cast<char>(std::toupper(c));
  expect_square("a.stl", shouting);
  std::string one_line = kTextStl;
  std::replace(one_line.begin() + 30, one_line.end(), '\n', ' ');
  expect_square("a.stl", one_line);
}

// Each solid is a body; read as one mesh, they are its parts.
TEST(Stl, SeveralSolids) {
  const std::string twice = std::string(kTextStl) + "\r\n" + kTextStl + "solid\nendsolid\n";
  const std::vector<Body> bodies = io::read_bodies(io::Source{"a.stl", twice}).value();
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].path, "part of many words");
  EXPECT_EQ(bodies[1].path, "part of many words[2]");
  for (const Body& body : bodies) expect_same(body.mesh, kSquare);
  const testing::Scratch scratch;
  const Mesh whole = read_mesh(scratch.write("a.stl", twice)).value();
  EXPECT_EQ(whole.size(), 4u);
  EXPECT_EQ(whole.parts(), 2u);
  EXPECT_EQ(whole.part(2), 1u);
}

TEST(Stl, TextKeepsDoubles) {
  std::string text = kTextStl;
  text.replace(text.find("1 1 0"), 5, "1000000.001 1 0");
  EXPECT_EQ(parse("a.stl", text).value().triangle(0).c.x, 1000000.001);
}

TEST(Stl, BytesThatBeginWithSolid) {
  std::string bytes = io::write_stl(kSquare).value();
  expect_square("a.stl", bytes);
  bytes.replace(0, 16, "solid facet abc\n");
  expect_square("a.stl", bytes);
}

TEST(Stl, SoupBecomesSharedVertices) {
  const Mesh mesh = parse("a.stl", io::write_stl(kSquare).value()).value();
  EXPECT_EQ(mesh.vertices().size(), 4u);
  // Minus zero is the same place as zero.
  const Mesh two = parse("a.tris", "2 0 0 0 1 0 0 0 1 0  -0 -0 0 0 1 0 -1 0 0").value();
  EXPECT_EQ(two.vertices().size(), 4u);
}

std::string ply(const char* format, const std::string& body) {
  return "ply\nformat " + std::string(format) +
         " 1.0\ncomment made by hand\nobj_info nothing\n"
         "element camera 2\nproperty uchar id\nproperty list uchar short path\n"
         "element vertex 4\nproperty float nx\nproperty double x\nproperty float y\nproperty list int float w\n"
         "property int16 z\n"
         "element face 1\nproperty uint8 red\nproperty list uint8 int32 vertex_index\nproperty float quality\n"
         "element empty 4000000000\n"
         "end_header\n" +
         body;
}

TEST(Ply, Text) {
  const std::string body =
      "7 0\n8 3 1 2 3\n"
      "0.5 0 0 0 0\n0.5 1 0 1 9.5 0\n0.5 1 1 2 9.5 9.5 0\n0.5 0 1 0 0\n"
      "255 4 0 1 2 3 0.5\n";
  expect_square("a.ply", ply("ascii", body));
  std::string dos;
  for (char c : ply("ascii", body)) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  expect_square("a.ply", dos);
}

TEST(Ply, BytesOfEitherOrder) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    std::string body;
    const auto put = [&](auto value) { io::append_bytes(body, value, order); };
    put(std::uint8_t{7}), put(std::uint8_t{0});
    put(std::uint8_t{8}), put(std::uint8_t{3});
    for (int i : {1, 2, 3}) put(static_cast<std::int16_t>(i));
    std::int32_t extra = 0;
    for (Vec3d v : kSquare.vertices()) {
      put(0.5f), put(v.x), put(static_cast<float>(v.y)), put(extra);
      for (std::int32_t i = 0; i < extra; ++i) put(9.5f);
      put(static_cast<std::int16_t>(v.z));
      ++extra;
    }
    put(std::uint8_t{255}), put(std::uint8_t{4});
    for (std::int32_t i : {0, 1, 2, 3}) put(i);
    put(0.5f);
    expect_square("a.ply", ply(order == std::endian::little ? "binary_little_endian" : "binary_big_endian", body));
  }
}

TEST(Ply, FacesMayComeBeforeVertices) {
  expect_square("a.ply",
                "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 4\n"
                "property double x\nproperty double y\nproperty double z\nend_header\n4 0 1 2 3\n0 0 0\n1 0 0\n1 1 0\n"
                "0 1 0");
}

TEST(Ply, Strips) {
  const Mesh mesh = parse("a.ply",
                          "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
                          "property float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n"
                          "0 0 0 1 0 0 0 1 0 1 1 0 0 2 0  9 0 1 2 3 4 -1 0 1 2")
                        .value();
  ASSERT_EQ(mesh.size(), 4u);
  for (u32 i = 0; i < mesh.size(); ++i) EXPECT_GT(area_vector(mesh.triangle(i)).z, 0) << i;
}

TEST(Read, ExtensionsOfAnyCaseAndNamesOfBodies) {
  const testing::Scratch scratch;
  const std::vector<Body> bodies = read_bodies(scratch.write("Part.Final.STL", kTextStl)).value();
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies[0].name, "Part.Final");
  EXPECT_EQ(bodies[0].pose, Pose{});
}

TEST(Read, ScaleAndUnits) {
  const testing::Scratch scratch;
  const auto file = scratch.write("a.stl", kTextStl);
  expect_same(read_mesh(file, {.scale = 1000}).value(), scaled(kSquare, 1000));
  EXPECT_EQ(parse_units("mm").value(), 0.001);
  EXPECT_EQ(parse_units("m:m").value(), 1);
  EXPECT_EQ(parse_units("in:mm").value(), 25.4);
  EXPECT_NEAR(parse_units("ft:inch").value(), 12, 1e-14);
  EXPECT_EQ(unit_in_metres("km").value(), 1000);
  EXPECT_EQ(parse_units("mm:").error(), "unknown unit \"\"; known are um, mm, cm, dm, m, km, in, ft, yd");
  EXPECT_EQ(parse_units("parsec:m").error(), "unknown unit \"parsec\"; known are um, mm, cm, dm, m, km, in, ft, yd");
}

}  // namespace formats_test
}  // namespace apart
