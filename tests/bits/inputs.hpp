// What the queries of apart_bits are asked about: some models and shapes, and poses at which two of them meet.
#pragma once
#include <apart/base/random.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/queries/ray.hpp>
#include <apart/shapes/shape.hpp>
#include <vector>

namespace apart::bits {

struct Thing {
  Vec3d middle;
  double radius;
};
constexpr Thing kShapeThing{{}, 0.75};  // of any shape

// B so that the two are apart, touch or overlap, about as often; without any turn and on a grid now and then, where
// much is parallel and coplanar.
Pose meet(Random& random, const Thing& a, const Thing& b);

// A pose that changes a little at a time, and stays near where it began.
class Drift {
 public:
  explicit Drift(Vec3d start) : start_(start), at_(Pose::shift(start)) {}
  const Pose& next(Random& random);

 private:
  Vec3d start_;
  Pose at_;
};

Ray some_ray(Random& random, Vec3d middle);  // some along an axis

std::vector<Mesh> generated();

struct Pieces {
  std::vector<Model> models;  // of the generated meshes
  std::vector<Thing> of_models;
  std::vector<Shape> shapes, tapered, with_tapered;  // the last: both
  std::vector<Polytope> hulls;
};
Pieces make_pieces();

// A model drawn at random, with where it is.
struct Drawn {
  const Model& model;
  const Thing& thing;
};
inline Drawn draw(Random& random, const Pieces& p) {
  const u32 i = random.below(static_cast<u32>(p.models.size()));
  return {p.models[i], p.of_models[i]};
}
template <class T>
const T& one_of(const std::vector<T>& from, Random& random) {
  return from[random.below(static_cast<u32>(from.size()))];
}

}  // namespace apart::bits
