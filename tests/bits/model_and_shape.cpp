// Rows of apart_bits for a model and a shape.
#include <apart/apart.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {

void ask_model_and_shape(const Pieces& p) {
  const auto pairs = [&](const char* name, auto ask) {
    query(name, "model-shape", [&](Random& random, Hash& hash) {
      const u32 i = random.below(static_cast<u32>(p.models.size())),
                j = random.below(static_cast<u32>(p.shapes.size()));
      const Pose at = meet(random, p.of_models[i], kShapeThing);
      return ask(p.models[i], at, p.shapes[j], random, hash);
    });
  };
  pairs("collide", [](const Model& a, const Pose& at, const Shape& b, Random& random, Hash& hash) {
    const Collision x = collide(a, at, b, {.solid = random.chance(0.5)});
    hash.add(x.colliding, x.contained, x.b.piece, x.a.triangle, x.status);
    return x.colliding;
  });
  pairs("within", [](const Model& a, const Pose& at, const Shape& b, Random& random, Hash& hash) {
    const double tolerance = 0.25 * random.below(3);
    const Within x = within(a, at, b, tolerance, {.solid = random.chance(0.5)});
    hash.add(x.within, x.contained, x.b.piece, x.a.triangle, x.status);
    return x.within;
  });
  pairs("distance", [](const Model& a, const Pose& at, const Shape& b, Random&, Hash& hash) {
    const Distance x = distance(a, at, b);
    add_points(hash, x);
    hash.add(x.at_least, x.normal, x.b.piece, x.a.triangle, x.contained);
    return x.distance > 0;
  });
  pairs("span", [](const Model& a, const Pose& at, const Shape& b, Random&, Hash& hash) {
    const Span x = span(a, at, b);
    add_points(hash, x);
    hash.add(x.at_most, x.b.piece, x.a.triangle);
    return x.distance > 2;
  });
  // Hulls of points that are coplanar may differ on other machines, and the bounds by a rounding.
  query(
      "penetration", "model-shape",
      [&](Random& random, Hash& hash) {
        const u32 i = random.below(static_cast<u32>(p.models.size())),
                  j = random.below(static_cast<u32>(p.shapes.size()));
        const Pose at = meet(random, p.of_models[i], kShapeThing);
        if (!p.models[i].closed()) return false;
        const Penetration x = penetration(p.models[i], at, p.shapes[j], {.budget = Budget::of_tests(2000)});
        hash.add(x.depth > 0, x.at_least <= x.depth);
        return x.depth > 0;
      },
      40);
}

}  // namespace apart::bits
