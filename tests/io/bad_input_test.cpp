// Every failure is one line that names the file and the place.
#include <apart/io/bytes/endian.hpp>
#include <apart/io/bytes/scan.hpp>
#include <clocale>

#include "tests/io/support.hpp"

namespace apart {
namespace bad_input_test {

using testing::complaint;
using testing::parse;
using testing::Scratch;

// The error of a real file, from the file's own name on.
std::string complaint_on_disk(const std::filesystem::path& path, const ReadOptions& options = {}) {
  const Result<Mesh> mesh = read_mesh(path, options);
  if (mesh) return "";
  EXPECT_TRUE(mesh.error().starts_with(path.string())) << mesh.error();
  return mesh.error().substr(path.parent_path().string().size() + 1);
}

TEST(BadInput, FilesThatAreNone) {
  const Scratch scratch;
  EXPECT_EQ(complaint_on_disk(scratch / "no.obj"), "no.obj: No such file or directory");
  EXPECT_EQ(complaint_on_disk(scratch.write("empty.stl", "")), "empty.stl: empty file");
  std::filesystem::create_directory(scratch / "dir.ply");
  EXPECT_EQ(complaint_on_disk(scratch / "dir.ply"), "dir.ply: is a directory");
  EXPECT_EQ(
      complaint_on_disk(scratch.write("part.igs", "S")),
      "part.igs: unknown extension .igs; can read obj, stl, ply, off, tris, gltf, glb, dae, 3ds, apart, step, stp");
  EXPECT_EQ(complaint_on_disk(scratch.write("part.step", "ISO")),
            "part.step: not a STEP file: it does not begin with \"ISO-10303-21\"");
  EXPECT_EQ(complaint_on_disk(scratch.write("part", "what is this?")),
            "part: no extension, and its content is no OBJ, STL, PLY or OFF; can read obj, stl, ply, off, tris, gltf, "
            "glb, dae, 3ds, apart, step, stp");
  EXPECT_EQ(read_mesh("/dev/zero").error(), "/dev/zero: is neither a regular file nor a pipe");
  EXPECT_EQ(read_mesh("a\nb.obj").error(), "a\\x0ab.obj: No such file or directory");
  const auto secret = scratch.write("secret.obj", "v 0 0 0");
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  if (::getuid() != 0) {  // root may read anything
    EXPECT_EQ(complaint_on_disk(secret), "secret.obj: Permission denied");
  }
}

TEST(BadInput, Scale) {
  const Scratch scratch;
  const auto file = scratch.write("a.obj", "v 1e300 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(complaint_on_disk(file), "");
  EXPECT_EQ(complaint_on_disk(file, {.scale = 0}), "a.obj: the scale must be a positive number, not 0.000000");
  EXPECT_EQ(complaint_on_disk(file, {.scale = -1}), "a.obj: the scale must be a positive number, not -1.000000");
  EXPECT_EQ(complaint_on_disk(file, {.scale = std::nan("")}), "a.obj: the scale must be a positive number, not nan");
  EXPECT_EQ(complaint_on_disk(file, {.scale = 1e10}), "a.obj: scaled, vertex 0 is not finite");
}

TEST(BadInput, NoTriangles) {
  EXPECT_EQ(complaint("a.obj", "v 0 0 0\n"), "a.obj: no triangles");
  EXPECT_EQ(complaint("a.obj", "\n"), "a.obj: no triangles");
  EXPECT_EQ(complaint("a.obj", "solid x\nendsolid\n"), "a.obj: no triangles");
  EXPECT_EQ(complaint("a.stl", "solid x\nendsolid\n"), "a.stl: no triangles");
  EXPECT_EQ(complaint("a.stl", std::string(84, '\0')), "a.stl: no triangles");
  EXPECT_EQ(complaint("a.off", "OFF\n1 0 0\n0 0 0\n"), "a.off: no triangles");
  EXPECT_EQ(complaint("a.tris", "0\n"), "a.tris: no triangles");
  EXPECT_EQ(complaint("a.ply",
                      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                      "property float z\nend_header\n0 0 0\n"),
            "a.ply: no triangles");
}

TEST(BadInput, Obj) {
  const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const auto with = [&](const std::string& line) { return complaint("a.obj", three + line); };
  EXPECT_EQ(with("f 1 2 3\n"), "");
  EXPECT_EQ(with("f 1 2 99\n"), "a.obj:4: face names vertex 99 of 3");
  EXPECT_EQ(with("f 1 2 5\nf 1 2 4\nf 1 2 9\nv 0 0 0\nv 0 0 0\n"), "a.obj:6: face names vertex 9 of 5");
  EXPECT_EQ(with("f 1 2 -4\n"), "a.obj:4: face names vertex -4 of 3");
  EXPECT_EQ(with("f 1 2 0\n"), "a.obj:4: face names vertex 0; vertices are counted from 1");
  EXPECT_EQ(with("f 1 2 4294967299\n"), "a.obj:4: face names vertex 4294967299 of 3");
  EXPECT_EQ(with("f 1 2 99999999999999999999\n"), "a.obj:4: number too large: \"99999999999999999999\"");
  EXPECT_EQ(with("f 1 2\n"), "a.obj:4: a face needs 3 corners, this has 2");
  EXPECT_EQ(with("f\n"), "a.obj:4: a face needs 3 corners, this has 0");
  EXPECT_EQ(with("f 1 2 x\n"), "a.obj:4: expected an integer, found \"x\"");
  EXPECT_EQ(with("f 1 2 3.5\n"), "a.obj:4: expected an integer, found \"3.5\"");
  EXPECT_EQ(with("f 1/a 2 3\n"), "a.obj:4: a corner should look like 1, 1/2, 1//3 or 1/2/3, found \"1/a\"");
  EXPECT_EQ(with("v 0 0\n"), "a.obj:4: expected a number, found the end of the line");
  EXPECT_EQ(with("v 0 0"), "a.obj:4: expected a number, found the end of the file");
  EXPECT_EQ(with("v 0 foo 0\n"), "a.obj:4: expected a number, found \"foo\"");
  EXPECT_EQ(with("v 0 1,5 0\n"), "a.obj:4: expected a number, found \"1,5\"");
  EXPECT_EQ(with("v 0 nan 0\n"), "a.obj:4: a coordinate is not finite");
  EXPECT_EQ(with("\r\nv 0 0 -inf\r\n"), "a.obj:5: a coordinate is not finite");
  EXPECT_EQ(with("v 0 1e999 0\n"), "a.obj:4: number too large: \"1e999\"");
  EXPECT_EQ(with("v 0 \x01\x02\xff 0\n"), "a.obj:4: expected a number, found \"\\x01\\x02\\xff\"");
  EXPECT_EQ(with("v 0 " + std::string(100, 'x') + " 0\n"),
            "a.obj:4: expected a number, found \"" + std::string(24, 'x') + "...\"");
  EXPECT_EQ(with(std::string("# \0", 3)), "a.obj:4: not a text: it holds a zero byte");
}

TEST(BadInput, Off) {
  EXPECT_EQ(complaint("x.off", "OFF\n3 1 0\nfoo"), "x.off:3: expected a number, found \"foo\"");
  EXPECT_EQ(complaint("x.off", "ply\n"), "x.off:1: expected \"OFF\", found \"ply\"");
  EXPECT_EQ(complaint("x.off", "\n\n"), "x.off:3: expected \"OFF\", found the end of the file");
  EXPECT_EQ(complaint("x.off", "4OFF\n"), "x.off:1: only three dimensions can be read");
  EXPECT_EQ(complaint("x.off", "OFF BINARY\n"), "x.off:1: binary OFF cannot be read");
  EXPECT_EQ(complaint("x.off", "OFF\n"), "x.off:2: expected the number of vertices, found the end of the file");
  EXPECT_EQ(complaint("x.off", "OFF\n3\n"), "x.off:2: expected an integer, found the end of the line");
  EXPECT_EQ(complaint("x.off", "OFF\n-3 1 0\n"), "x.off:2: -3 vertices");
  const std::string three = "0 0 0\n1 0 0\n0 1 0\n";
  EXPECT_EQ(complaint("x.off", "OFF\n3 1 0\n0 0 0\n"), "x.off:4: truncated: 3 vertices announced, 1 there");
  EXPECT_EQ(complaint("x.off", "OFF\n3 2 0\n" + three + "3 0 1 2"), "x.off:6: truncated: 2 faces announced, 1 there");
  EXPECT_EQ(complaint("x.off", "OFF\n3 1 0\n" + three + "3 0 1 3"), "x.off:6: face names vertex 3 of 3");
  EXPECT_EQ(complaint("x.off", "OFF\n3 1 0\n" + three + "3 0 1 -1"), "x.off:6: face names vertex -1 of 3");
  EXPECT_EQ(complaint("x.off", "OFF\n3 1 0\n" + three + "2 0 1"), "x.off:6: a face needs 3 corners, this has 2");
  EXPECT_EQ(complaint("x.off", "OFF\n3 1 0\n" + three + "3 0 1\n2"),
            "x.off:6: expected an integer, found the end of the line");
  EXPECT_EQ(complaint("x.off", "OFF\n3 1 0\n" + three + "3 0 1 2\n3 0 1 2\n"),
            "x.off:7: expected the end of the file after 1 faces, found \"3\"");
  EXPECT_EQ(complaint("x.off", "OFF\n4000000000 4000000000 0\n0 0 0\n"),
            "x.off:4: truncated: 4000000000 vertices announced, 1 there");
  EXPECT_EQ(complaint("x.off", "OFF\n99999999999999999999 1 0\n"),
            "x.off:2: number too large: \"99999999999999999999\"");
  EXPECT_EQ(complaint("x.off", "OFF\n3 1 0\n" + three + "4000000000 0 1 2\n"),
            "x.off:6: expected an integer, found the end of the line");
}

TEST(BadInput, Tris) {
  EXPECT_EQ(complaint("x.tris", "one"), "x.tris:1: expected an integer, found \"one\"");
  EXPECT_EQ(complaint("x.tris", "-1"), "x.tris:1: -1 triangles");
  EXPECT_EQ(complaint("x.tris", "2\n0 0 0 1 0 0 0 1 0\n"), "x.tris:3: truncated: 2 triangles announced, 1 there");
  EXPECT_EQ(complaint("x.tris", "1\n0 0 0 1 0 0 0 1"), "x.tris:2: expected a number, found the end of the file");
  EXPECT_EQ(complaint("x.tris", "1\n0 0 0 1 0 0 0 1 0 7"),
            "x.tris:2: expected the end of the file after 1 triangles, found \"7\"");
  EXPECT_EQ(complaint("x.tris", "4000000000\n"), "x.tris:2: truncated: 4000000000 triangles announced, 0 there");
  EXPECT_EQ(complaint("x.tris", "1\n0 0 0\n1 0 inf\n0 1 0"), "x.tris:3: a coordinate is not finite");
}

std::string stl(u32 announced, std::size_t there) {
  std::string bytes(80, ' ');
  io::append_bytes(bytes, announced);
  return bytes + std::string(50 * there, '\0');
}

TEST(BadInput, StlOfBytes) {
  EXPECT_EQ(complaint("part.stl", stl(12, 7)), "part.stl: truncated: 12 triangles announced, 7 there (byte 434)");
  EXPECT_EQ(complaint("part.stl", stl(4'000'000'000u, 1)),
            "part.stl: truncated: 4000000000 triangles announced, 1 there (byte 134)");
  // More than was announced is read as announced, with a note.
  std::vector<std::string> notes;
  const std::string longer = stl(1, 2);
  EXPECT_EQ(io::read_stl(io::Source{"part.stl", longer, {}, &notes}).value().mesh.size(), 1u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0], "part.stl: 1 triangles announced; 50 bytes that follow them were not read (byte 134)");
  EXPECT_EQ(complaint("part.stl", "v 0 0 0\n"),
            "part.stl: not an STL file: neither \"solid\" nor a header of 84 bytes (byte 8)");
  std::string bytes = stl(2, 2);
  EXPECT_EQ(complaint("part.stl", bytes), "");
  for (std::size_t i = 0; i < 4; ++i) bytes[84 + 50 + 12 + 12 + i] = '\xff';
  EXPECT_EQ(complaint("part.stl", bytes), "part.stl: triangle 2 has a corner that is not finite (byte 158)");
}

TEST(BadInput, StlOfText) {
  EXPECT_EQ(complaint("a.stl", "solid x\n"), "a.stl:2: expected \"facet\", found the end of the file");
  EXPECT_EQ(complaint("a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0"),
            "a.stl:5: expected a number, found the end of the file");
  EXPECT_EQ(complaint("a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop"),
            "a.stl:5: expected \"vertex\", found \"endloop\"");
  EXPECT_EQ(complaint("a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n"),
            "a.stl:4: a coordinate is not finite");
  EXPECT_EQ(complaint("a.stl", "solid x\nendsolid x\ngarbage\n"), "a.stl:3: expected \"solid\", found \"garbage\"");
}

TEST(BadInput, Ply) {
  const std::string vertex = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string head = "ply\nformat ascii 1.0\n" + vertex;
  const std::string face = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const std::string three = "0 0 0\n1 0 0\n0 1 0\n";
  EXPECT_EQ(complaint("a.ply", head + face + three + "3 0 1 2"), "");
  EXPECT_EQ(complaint("a.ply", "OFF\n"), "a.ply:1: expected \"ply\", found \"OFF\"");
  EXPECT_EQ(complaint("a.ply", "ply\n"), "a.ply:2: expected \"end_header\", found the end of the file");
  EXPECT_EQ(complaint("a.ply", "ply\nend_header\n"), "a.ply:2: expected \"format\", found \"end_header\"");
  EXPECT_EQ(complaint("a.ply", "ply\nformat utf8 1.0\n"),
            "a.ply:2: expected ascii, binary_little_endian or binary_big_endian, found \"utf8\"");
  EXPECT_EQ(complaint("a.ply", "ply\nproperty float x\n"),
            "a.ply:2: expected \"element\" before the first property, found \"property\"");
  EXPECT_EQ(complaint("a.ply", "ply\nelement vertex\n"), "a.ply:2: expected an integer, found the end of the line");
  EXPECT_EQ(complaint("a.ply", "ply\nelement vertex -1\n"), "a.ply:2: -1 rows");
  EXPECT_EQ(complaint("a.ply", "ply\nelement vertex 1\nproperty quad x\n"),
            "a.ply:3: expected a type of number, found \"quad\"");
  EXPECT_EQ(complaint("a.ply", "ply\nelement vertex 1\nproperty list float int x\n"),
            "a.ply:3: the length of a list cannot be of a floating type");
  EXPECT_EQ(complaint("a.ply", "ply\nhello\n"),
            "a.ply:2: expected \"element\", \"property\" or \"end_header\", found \"hello\"");
  EXPECT_EQ(complaint("a.ply", "ply\nformat ascii 1.0\nend_header\n"), "a.ply: 0 elements called \"vertex\", not one");
  EXPECT_EQ(complaint("a.ply", head + vertex + face + three), "a.ply: 2 elements called \"vertex\", not one");
  EXPECT_EQ(complaint("a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n"),
            "a.ply:6: element \"vertex\" has no property x, y or z");
  EXPECT_EQ(complaint("a.ply", head + "element face 1\nproperty list uchar float vertex_indices\nend_header\n"),
            "a.ply: the corners of a face cannot be of a floating type");
  EXPECT_EQ(complaint("a.ply", head + face + "0 0 0\n"),
            "a.ply:11: truncated: 3 rows of \"vertex\" announced, 1 there");
  EXPECT_EQ(complaint("a.ply", head + face + three), "a.ply:13: truncated: 1 rows of \"face\" announced, 0 there");
  EXPECT_EQ(complaint("a.ply", head + face + three + "3 0 1 3"), "a.ply:13: face names vertex 3 of 3");
  EXPECT_EQ(complaint("a.ply", head + face + three + "3 0 1 -1"), "a.ply:13: face names vertex -1 of 3");
  EXPECT_EQ(complaint("a.ply", head + face + three + "2 0 1"), "a.ply:13: a face needs 3 corners, this has 2");
  EXPECT_EQ(complaint("a.ply", head + face + three + "-2 0 1"), "a.ply:13: a list has -2 items");
  EXPECT_EQ(complaint("a.ply", head + face + three + "4 0 1 2"),
            "a.ply:13: expected an integer, found the end of the file");
  EXPECT_EQ(complaint("a.ply", head + face + three + "3 0 1 2\n3 0 1 2"),
            "a.ply:14: more follows after what the header announced");
  EXPECT_EQ(complaint("a.ply", head + face + "0 0 0\n1 inf 0\n0 1 0\n"), "a.ply:11: a coordinate is not finite");
}

TEST(BadInput, PlyOfBytes) {
  const auto file = [](const char* count, const std::string& body) {
    return "ply\nformat binary_little_endian 1.0\nelement vertex " + std::string(count) +
           "\nproperty float x\nproperty float y\nproperty float z\n"
           "element face 1\nproperty list uint uint vertex_indices\nend_header\n" +
           body;
  };
  const auto at = [&](std::size_t offset) { return " (byte " + std::to_string(file("3", "").size() + offset) + ")"; };
  const std::string three(36, '\0');
  EXPECT_EQ(complaint("a.ply", file("3", three + std::string("\3\0\0\0", 4) + std::string(12, '\0'))), "");
  EXPECT_EQ(complaint("a.ply", file("3", three.substr(0, 24))),
            "a.ply: truncated: 3 rows of \"vertex\" announced, 2 there" + at(24));
  EXPECT_EQ(complaint("a.ply", file("3", three.substr(0, 30))),
            "a.ply: truncated: the file ends within a row" + at(28));
  EXPECT_EQ(complaint("a.ply", file("3", three + std::string("\xff\xff\xff\xff\0\0\0\0", 8))),
            "a.ply: truncated: the file ends within a row" + at(44));
  EXPECT_EQ(complaint("a.ply", file("3", three + std::string("\3\0\0\0\7\0\0\0", 8))),
            "a.ply: face names vertex 7 of 3" + at(44));
  EXPECT_EQ(complaint("a.ply", file("3", std::string(8, '\0') + std::string(4, '\xff'))),
            "a.ply: a coordinate is not finite" + at(12));
  EXPECT_TRUE(complaint("a.ply", file("4000000000", three))
                  .starts_with("a.ply: truncated: 4000000000 rows of \"vertex\" announced, 3 there"));
}

// Any bytes under any name: an error of one line without control bytes.
TEST(BadInput, BinaryGarbageUnderEveryName) {
  Random random(11);
  for (const char* name : {"a.obj", "a.stl", "a.ply", "a.off", "a.tris", "a.gltf", "a.glb", "a.dae", "a.3ds"})
    for (int i = 0; i < 50; ++i) {
      std::string bytes;
      for (u32 n = 1 + random.below(400); n > 0; --n) bytes += static_cast<char>(random.bits());
      const std::string said = complaint(name, bytes);
      EXPECT_TRUE(said.starts_with(name)) << said;
      for (char c : said) EXPECT_TRUE(c >= ' ' && c < 127) << said;
    }
}

TEST(Numbers, OverflowIsRefusedAndUnderflowIsZero) {
  const auto x = [](const std::string& text) {
    const Mesh mesh = parse("a.obj", "v " + text + " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3").value();
    return mesh.vertices()[0].x;
  };
  const std::string zeros(400, '0');
  EXPECT_EQ(x("1e-999"), 0);
  EXPECT_TRUE(std::signbit(x("-1e-999")));
  EXPECT_EQ(x("1e-99999999999999999999"), 0);
  EXPECT_EQ(x("0." + zeros + "1"), 0);
  EXPECT_EQ(x("0." + zeros + "1e402"), 10);
  EXPECT_EQ(x("1" + zeros + "e-400"), 1);
  EXPECT_EQ(x("1" + zeros + "e-900"), 0);
  EXPECT_EQ(x("4.9406564584124654e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(x("0e999"), 0);
  for (std::string large : {"1e309", "-1e999", "1e99999999999999999999"})
    EXPECT_EQ(complaint("a.obj", "v " + large + " 0 0\n"), "a.obj:1: number too large: \"" + large + "\"");
}

TEST(Numbers, AreReadAlikeInEveryLocale) {
  bool comma = false;
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"})
    comma = comma || std::setlocale(LC_ALL, locale);
  if (!comma) GTEST_SKIP() << "no locale with a decimal comma is installed";
  const Mesh mesh = parse("a.obj", "v 1.5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3").value();
  EXPECT_EQ(mesh.vertices()[0].x, 1.5);
  EXPECT_TRUE(io::write_obj(mesh).value().starts_with("v 1.5 0 0\n"));
  std::setlocale(LC_ALL, "C");
}

}  // namespace bad_input_test
}  // namespace apart
