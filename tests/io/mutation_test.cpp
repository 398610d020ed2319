// Damaged files of every format: whatever the damage, an error or a mesh, and never a crash. Under the sanitizers this
// also tests that no byte outside of the file is read.
#include <apart/io/bytes/endian.hpp>
#include <apart/io/poses.hpp>

#include "tests/io/scene_files.hpp"
#include "tests/io/support.hpp"

namespace apart {
namespace mutation_test {

struct Sample {
  std::string name, bytes;
};

std::vector<Sample> samples() {
  const Mesh mesh = testing::random_mesh(3, 8, 10);
  const Mesh square = Mesh::make({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}).value();
  std::string big =
      "ply\nformat binary_big_endian 1.0\nelement vertex 4\nproperty short x\nproperty float y\n"
      "property list uchar double w\nproperty double z\nelement face 1\n"
      "property list uint16 int32 vertex_index\nelement tristrips 1\n"
      "property list int8 int vertex_indices\nend_header\n";
  for (Vec3d v : square.vertices()) {
    io::append_bytes(big, static_cast<std::int16_t>(v.x), std::endian::big);
    io::append_bytes(big, static_cast<float>(v.y), std::endian::big);
    io::append_bytes(big, std::uint8_t{1}, std::endian::big);
    io::append_bytes(big, 7.0, std::endian::big);
    io::append_bytes(big, v.z, std::endian::big);
  }
  io::append_bytes(big, std::uint16_t{4}, std::endian::big);
  for (int i = 0; i < 4; ++i) io::append_bytes(big, i, std::endian::big);
  io::append_bytes(big, std::int8_t{3}, std::endian::big);
  for (int i = 0; i < 3; ++i) io::append_bytes(big, i, std::endian::big);
  return {
      {"a.obj", io::write_obj(mesh).value()},
      {"b.obj", "v 0 0 0\nv 4 2 0\nv 0 4 0 \\\n1\nv 1 2 0\nf 1/1 2/2 3/3 4/4\nf -1//1 -2//1 -3//1\n"},
      {"c.obj", "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\ng b\nf 3 2 1\no a\nv 0 0 1\nf 1 2 4\n"},
      {"a.stl", io::write_stl(square).value()},
      {"b.stl",
       "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
       "endfacet\nendsolid a\nsolid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1\nvertex 1 0 1\nvertex 0 1 1\n"
       "endloop\nendfacet\nendsolid\n"},
      {"a.ply", io::write_ply(mesh).value()},
      {"b.ply", big},
      {"c.ply",
       "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
       "property list uchar int q\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
       "0 0 0 0\n4 2 0 1 5\n0 4 0 2 5 5\n1 2 0 0\n4 0 1 2 3\n"},
      {"a.off", io::write_off(mesh).value()},
      {"b.off", "COFF 4 1 0\n0 0 0 1 1 1 1\n4 2 0 1 1 1 1\n0 4 0 1 1 1 1\n1 2 0 1 1 1 1\n4 0 1 2 3 9 9 9\n"},
      {"a.tris", io::write_tris(square).value()},
      {"a.gltf", testing::corner_gltf()},
      {"a.glb", testing::corner_glb()},
      {"a.poses", "# places\n1 2 3 1 0 0 0\n0 0 0 0.5 0.5 0.5 0.5\n"},
  };
}

// A copy on the heap of exactly that size, so that the sanitizer sees a read one byte outside.
bool reads(const std::string& name, std::string_view bytes) {
  const std::unique_ptr<char[]> exact(new char[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  const io::Source source{name, {exact.get(), bytes.size()}};
  const auto judge = [&](const auto& result) {
    if (result) return true;
    EXPECT_TRUE(result.error().starts_with(name)) << result.error();
    for (char c : result.error()) EXPECT_TRUE(c >= ' ' && c < 127) << result.error();
    return false;
  };
  return name.ends_with(".poses") ? judge(io::read_poses(source)) : judge(io::read_bodies(source));
}

TEST(Mutation, SamplesAreSound) {
  for (const Sample& sample : samples()) EXPECT_TRUE(reads(sample.name, sample.bytes)) << sample.name;
}

TEST(Mutation, CutAtEveryLength) {
  for (const Sample& sample : samples())
    for (std::size_t n = 0; n < sample.bytes.size(); ++n) reads(sample.name, sample.bytes.substr(0, n));
}

std::string damaged(std::string bytes, Random& random) {
  constexpr std::string_view likely[] = {"-1",
                                         "99999999999999999999",
                                         "4294967295",
                                         "1e999",
                                         "nan",
                                         "inf",
                                         "\n",
                                         " ",
                                         std::string_view("\0", 1),
                                         "\xff\xff\xff\xff",
                                         "\\\n",
                                         "#",
                                         "/",
                                         "0",
                                         "f ",
                                         "3"};
  for (u32 n = 1 + random.below(3); n > 0 && !bytes.empty(); --n) {
    const std::size_t at = random.below(static_cast<u32>(bytes.size()));
    const std::size_t length = 1 + random.below(8);
    switch (random.below(5)) {
      case 0:
        bytes[at] = static_cast<char>(random.bits());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        bytes.insert(at, bytes.substr(random.below(static_cast<u32>(bytes.size())), length));
        break;
      default:
        bytes.replace(at, length, likely[random.below(std::size(likely))]);
    }
  }
  return bytes;
}

TEST(Mutation, RandomDamage) {
  Random random(17);
  for (const Sample& sample : samples()) {
    int sound = 0, refused = 0;
    // As many under the sanitizers: it is for them.
    for (int i = 0; i < (testing::nightly() ? 200'000 : 2000); ++i)
      ++(reads(sample.name, damaged(sample.bytes, random)) ? sound : refused);
    // Damage that is never noticed, or always, would be no test of what lies behind the first check.
    EXPECT_GT(sound, 20) << sample.name;
    EXPECT_GT(refused, 20) << sample.name;
    std::printf("[ saw      ] %s: %d read, %d refused\n", sample.name.c_str(), sound, refused);
  }
}

// COLLADA and 3DS are only cut short, the damage that happens by itself. Their bytes go to Assimp, whose COLLADA
// importer crashes over some random damage: not ours to mend.
TEST(Mutation, ScenesCutShort) {
  const Sample scenes[] = {{"a.gltf", testing::corner_gltf()},
                           {"a.glb", testing::corner_glb()},
                           {"a.dae", testing::arrow_dae()},
                           {"a.3ds", testing::corner_3ds({1, 2, 3})}};
  for (const Sample& sample : scenes) {
    EXPECT_TRUE(reads(sample.name, sample.bytes)) << sample.name;
    const std::size_t essential = sample.bytes.find_last_not_of(" \n");  // without white space it is still whole
    for (std::size_t n = 0; n < essential; n += 3)
      EXPECT_FALSE(reads(sample.name, sample.bytes.substr(0, n))) << sample.name << " cut to " << n;
  }
}

}  // namespace mutation_test
}  // namespace apart
