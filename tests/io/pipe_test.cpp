// Models and poses from a pipe, without a name that gives their format.
#include <sys/stat.h>
#include <apart/io/formats/guess_format.hpp>
#include <apart/io/poses.hpp>
#include <apart/io/read.hpp>
#include <apart/io/tree_file.hpp>
#include <filesystem>
#include <samples/generate.hpp>
#include <thread>

#include "tests/io/support.hpp"

namespace apart {
namespace pipe_test {

using testing::expect_same;
using testing::Scratch;

std::string bytes_of(const std::filesystem::path& file) { return io::file_bytes(file).value(); }

// What `read` gives of a pipe into which another thread writes.
template <class Read>
auto through_pipe(const std::filesystem::path& pipe, const std::string& bytes, Read read) {
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << bytes; });
  auto out = read(pipe);
  writer.join();
  return out;
}

TEST(Pipe, MeshesAreKnownByTheirContent) {
  const Scratch scratch;
  const Mesh mesh = generate::sphere(1, 4000);  // more than a pipe holds at once
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  for (const char* format : {"obj", "stl", "ply", "off"}) {
    const auto file = scratch / (std::string("sphere.") + format).c_str();
    ASSERT_TRUE(write_mesh(file, mesh));
    EXPECT_EQ(io::guess_format(bytes_of(file)), format);
    const Result<Mesh> got =
        through_pipe(scratch / "pipe", bytes_of(file), [](const auto& pipe) { return read_mesh(pipe); });
    ASSERT_TRUE(got) << got.error();
    expect_same(*got, read_mesh(file).value());
  }
}

TEST(Pipe, TextsOfOtherWriters) {
  EXPECT_EQ(io::guess_format("# made by hand\r\n\r\nmtllib a.mtl\r\nv 0 0 0\r\n"), "obj");
  EXPECT_EQ(io::guess_format("SOLID part\nfacet"), "stl");
  EXPECT_EQ(io::guess_format("NOFF\n3 1 0\n"), "off");
  EXPECT_EQ(io::guess_format("COFF\n3 1 0\n"), "off");
  EXPECT_EQ(io::guess_format("ply\r\nformat ascii 1.0\r\n"), "ply");
  for (const char* none : {"", "# only a comment", "volume 3", "{\"asset\": {}}", "<?xml", "1 2 3"})
    EXPECT_EQ(io::guess_format(none), "") << none;
  std::string short_stl(84, '\0');
  short_stl[80] = 2;  // two triangles, and none there
  EXPECT_EQ(io::guess_format(short_stl), "");
}

TEST(Pipe, SavedModels) {
  const Scratch scratch;
  const Mesh mesh = generate::sphere(1, 500);
  ASSERT_TRUE(save(Model::make(mesh).value(), scratch / "sphere.apart"));
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  const Result<Model> got =
      through_pipe(scratch / "pipe", bytes_of(scratch / "sphere.apart"), [](const auto& pipe) { return load(pipe); });
  ASSERT_TRUE(got) << got.error();
  expect_same(got->mesh(), mesh);
}

TEST(Pipe, PosesAndNothing) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  std::string text;
  for (int k = 0; k < 20000; ++k) text += std::to_string(k) + " 0 0 1 0 0 0\n";
  const auto read = [](const auto& pipe) { return io::read_poses(pipe); };
  const Result<std::vector<Pose>> poses = through_pipe(scratch / "pipe", text, read);
  ASSERT_TRUE(poses) << poses.error();
  ASSERT_EQ(poses->size(), 20000u);
  EXPECT_EQ(poses->back(), Pose::shift({19999, 0, 0}));
  const Result<std::vector<Pose>> none = through_pipe(scratch / "pipe", "", read);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().find("pipe: no poses; one is expected on each line"), std::string::npos) << none.error();
  const Result<Mesh> empty = through_pipe(scratch / "pipe", "", [](const auto& pipe) { return read_mesh(pipe); });
  ASSERT_FALSE(empty);
  EXPECT_NE(empty.error().find("pipe: empty file"), std::string::npos) << empty.error();
}

}  // namespace pipe_test
}  // namespace apart
