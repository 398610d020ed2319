// Other libraries, with the same queries of the same meshes and convex bodies. One file each; a library that was not
// available at build time, or that lacks a query, is reported as such.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/rivals/convex.hpp"

namespace apart::lab {

// Two meshes, ready for queries. A query that the library does not have is empty.
struct RivalPair {
  std::function<bool(const Pose&)> collide;
  std::function<std::size_t(const Pose&)> contacts;  // the number of touching pairs of triangles
  std::function<double(const Pose&)> distance;
};

// A kind of tree, to measure time and memory. Includes the library's own copy of the mesh, if it needs one.
struct RivalTree {
  std::string name;
  std::function<std::shared_ptr<void>(const Mesh&)> build;
  std::function<std::size_t()> bytes{};  // held by all trees, if the library does not use malloc
};

struct Rival {
  std::string name;
  // All empty: the library is missing.
  std::function<RivalPair(const Mesh&, const Mesh&)> pair{};
  std::vector<RivalTree> trees{};
  std::function<ConvexMethods> convex{};
  std::string remark{};  // a note on its figures for the reader

  bool missing() const { return !pair && trees.empty() && !convex; }
};

Rival box3d_rival();
Rival bullet_rival();
Rival cgal_rival();
Rival coal_rival();
Rival embree_rival();
Rival fcl_rival();
Rival libccd_rival();
Rival ode_rival();
Rival opengjk_rival();
Rival pqp_rival();
Rival rapid_rival();
Rival swiftpp_rival();

inline std::vector<Rival> all_rivals() {
  return {fcl_rival(), bullet_rival(), ode_rival(),   cgal_rival(),    embree_rival(),  libccd_rival(),
          pqp_rival(), coal_rival(),   rapid_rival(), swiftpp_rival(), opengjk_rival(), box3d_rival()};
}

}  // namespace apart::lab
