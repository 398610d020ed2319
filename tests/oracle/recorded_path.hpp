// The recorded motions that lie beside the real models.
#pragma once
#include <gtest/gtest.h>
#include <apart/base/rigidity.hpp>

#include <apart/base/pose.hpp>
#include <filesystem>
#include <fstream>
#include <vector>

namespace apart::oracle {

// A count, then for each frame a matrix by rows and a translation.
inline std::vector<Pose> read_path(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::size_t n = 0;
  in >> n;
  std::vector<Pose> out(n);
  for (Pose& p : out) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) in >> p.rotation(i, j);
    for (int i = 0; i < 3; ++i) in >> p.translation[i];
    p.rotation = nearest_rotation(p.rotation);  // six digits were written
  }
  EXPECT_TRUE(in.good());
  return out;
}

}  // namespace apart::oracle
