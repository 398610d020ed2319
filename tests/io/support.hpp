// What the tests of io share: bytes read under a made-up name, files that go away again, and comparing meshes.
#pragma once
#include <unistd.h>
#include <apart/base/random.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/read.hpp>
#include <apart/io/write.hpp>
#include <filesystem>

#include <cstdio>
#include <fstream>

#include "tests/support.hpp"

namespace apart::testing {

// The one mesh in bytes that a file of this name might hold.
inline Result<Mesh> parse(const std::string& name, std::string_view bytes) {
  Result<std::vector<Body>> bodies = io::read_bodies(io::Source{name, bytes});
  if (!bodies) return Error{bodies.error()};
  EXPECT_EQ(bodies->size(), 1u);
  return bodies->front().mesh;
}

// The error for those bytes; empty when there was none.
inline std::string complaint(const std::string& name, std::string_view bytes) {
  const Result<std::vector<Body>> bodies = io::read_bodies(io::Source{name, bytes});
  return bodies ? "" : bodies.error();
}

// A directory of the running test alone, removed in the end.
class Scratch {
 public:
  Scratch() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(::testing::TempDir()) /
            ("apart_" + std::string(test->test_suite_name()) + "_" + test->name() + "_" + std::to_string(::getpid()));
    std::filesystem::create_directories(path_);
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::filesystem::path operator/(const char* name) const { return path_ / name; }
  std::filesystem::path write(const char* name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

// The same vertices and faces in the same order, bit for bit.
inline void expect_same(const Mesh& a, const Mesh& b) {
  ASSERT_EQ(a.vertices().size(), b.vertices().size());
  ASSERT_EQ(a.size(), b.size());
  EXPECT_TRUE(std::equal(a.vertices().begin(), a.vertices().end(), b.vertices().begin()));
  EXPECT_TRUE(std::equal(a.faces().begin(), a.faces().end(), b.faces().begin()));
}

// The same triangles in the same order, however their vertices are kept.
inline void expect_same_triangles(const Mesh& a, const Mesh& b) {
  ASSERT_EQ(a.size(), b.size());
  for (u32 i = 0; i < a.size(); ++i) ASSERT_EQ(a.triangle(i), b.triangle(i)) << "triangle " << i;
}

// Faces at random over vertices of every size that a double may have, degenerate ones among them.
inline Mesh random_mesh(u64 seed, u32 vertex_count, u32 face_count) {
  Random random(seed);
  std::vector<Vec3d> vertices;
  for (u32 i = 0; i < vertex_count; ++i) {
    const double size = std::pow(10, random.uniform(-300, 300));
    vertices.push_back(i % 2 ? random.in_box(1) : random.in_box(size));
  }
  std::vector<Face> faces;
  for (u32 i = 0; i < face_count; ++i)
    faces.push_back({random.below(vertex_count), random.below(vertex_count), random.below(vertex_count)});
  return Mesh::make(std::move(vertices), std::move(faces)).value();
}

}  // namespace apart::testing
