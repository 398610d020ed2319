// A library that makes a model of a mesh and queries two of them: what its file names are these functions alone.
#pragma once
#include "lab/rivals/rival.hpp"

namespace apart::lab {

template <class Model>
struct RivalQueries {
  bool (*collide)(Model& a, const Pose& b_in_a, Model& b) = nullptr;
  std::size_t (*contacts)(Model& a, const Pose& b_in_a, Model& b) = nullptr;  // none: the library does not have it
  double (*distance)(Model& a, const Pose& b_in_a, Model& b) = nullptr;
};

template <class Model>
Rival rival_of(std::string name, std::string tree, std::shared_ptr<Model> (*make)(const Mesh&),
               const RivalQueries<Model>& queries) {
  Rival out{.name = std::move(name)};
  out.trees = {{std::move(tree), [make](const Mesh& mesh) -> std::shared_ptr<void> { return make(mesh); }}};
  out.pair = [make, queries](const Mesh& of_a, const Mesh& of_b) {
    const std::shared_ptr<Model> a = make(of_a), b = make(of_b);
    RivalPair pair;
    const auto give = [&](auto& to, auto query) {
      if (query) to = [a, b, query](const Pose& at) { return query(*a, at, *b); };
    };
    give(pair.collide, queries.collide), give(pair.contacts, queries.contacts), give(pair.distance, queries.distance);
    return pair;
  };
  return out;
}

}  // namespace apart::lab
