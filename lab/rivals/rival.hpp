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
  std::function<bool(const Posed&)> collide;
  std::function<std::size_t(const Posed&)> contacts;  // all touching pairs of triangles, counted
  std::function<double(const Posed&)> distance;
};

struct Rival {
  std::string name;
  // Both empty: the library is missing.
  std::function<RivalPair(const Mesh&, const Mesh&)> pair;
  std::function<std::shared_ptr<void>(const Mesh&)> build;  // a tree, to be timed and weighed
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
