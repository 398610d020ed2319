// Other libraries, asked the same questions about the same meshes. One file each; a library that was not there when
// this was built, or that cannot be asked a question, is told apart from one that answers.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace apart::lab {

// Two meshes, ready to be asked. A question that the library does not have is empty.
struct RivalPair {
  std::function<bool(const Pose&)> collide;
  std::function<std::size_t(const Pose&)> contacts;  // all touching pairs of triangles, counted
  std::function<double(const Pose&)> distance;
};

// A kind of tree, to be timed and weighed. What it builds includes the library's own copy of the mesh, if it wants one.
struct RivalTree {
  std::string name;
  std::function<std::shared_ptr<void>(const Mesh&)> build;
  std::function<std::size_t()> bytes{};  // held now by all trees, where the library does not ask malloc for them
};

struct Rival {
  std::string name;
  // Both empty: the library is missing.
  std::function<RivalPair(const Mesh&, const Mesh&)> pair{};
  std::vector<RivalTree> trees{};
  std::string remark{};  // what a reader of its figures should know
};

Rival bullet_rival();
Rival cgal_rival();
Rival embree_rival();
Rival fcl_rival();
Rival ode_rival();

inline std::vector<Rival> all_rivals() {
  return {fcl_rival(), bullet_rival(), ode_rival(), cgal_rival(), embree_rival()};
}

}  // namespace apart::lab
