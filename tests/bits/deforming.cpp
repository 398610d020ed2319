// Rows of apart_bits for models that deform.
#include <apart/motion/deforming/deforming_queries.hpp>
#include <samples/generate.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {
namespace {

void add(Hash& hash, const DeformingImpact& x) {
  hash.add(x.hit, x.free_until, x.contact_by, x.distance, x.triangle_a, x.triangle_b, x.on_a, x.on_b, x.normal,
           x.status);
}

// deform(random) changes `a`, of which is asked with b and with itself.
template <class Deform>
void ask_steps(const char* kind, DeformingModel& a, const DeformingModel& b, Deform deform) {
  query(
      "deforming", kind,
      [&](Random& random, Hash& hash) {
        deform(random);
        const Collision touching = collide(a, b);
        hash.add(touching.colliding, touching.a.triangle, touching.b.triangle);
        const Within near = within(a, b, 0.1);
        hash.add(near.within, near.a.triangle, near.b.triangle);
        const Distance x = distance(a, b);
        add_points(hash, x);
        hash.add(x.a.triangle, x.b.triangle, self_collisions(a));
        return touching.colliding;
      },
      500);
  query(
      "deforming_impact", kind,
      [&](Random& random, Hash& hash) {
        a.start_step();
        deform(random);
        const DeformingImpact x = impact(a, b);
        add(hash, x);
        add(hash, self_impact(a));
        hash.add(distance(a.model(), b.model()).distance);
        return x.hit;
      },
      50);
}

Affine random_affine(Random& random, double stretch) {
  Affine out;
  for (Vec3d& row : out.linear.rows) row += stretch * random.in_ball();
  out.shift = 0.2 * random.in_ball();
  return out;
}

}  // namespace

void ask_deforming() {
  const Mesh ring = placed(generate::torus(0.7, 0.2, 16, 8), Pose::shift({1.7, 0, 0.1}));
  const DeformingModel other = DeformingModel::make(generate::cup(500)).value();

  DeformingModel free = DeformingModel::make(ring).value();
  ask_steps("vertices", free, other, [&](Random& random) {
    const Affine wave = random_affine(random, 0.2);
    std::vector<Vec3d> to;
    for (const Vec3d& v : ring.vertices()) to.push_back(wave * v + 0.02 * random.in_ball());
    (void)free.move(std::move(to)).value();
    if (random.chance(0.1)) (void)free.rebuild(1);
  });
  const std::vector<Mesh> targets{ring, scaled(ring, Vec3d{1.3, 0.7, 1.5}), scaled(ring, Vec3d{0.5, 1.2, 0.3})};
  DeformingModel morph = DeformingModel::morph(targets).value();
  ask_steps("morph", morph, other, [&](Random& random) {
    const double second = random.uniform(-0.3, 0.7), third = random.uniform(-0.3, 0.7);
    (void)morph.blend({1 - second - third, second, third}).value();
  });
  std::vector<std::vector<BoneWeight>> weights;
  for (const Vec3d& v : ring.vertices()) {
    const double share = lesser(larger(v.x, 0.0), 2.0) / 2;
    weights.push_back({{0, 1 - share}, {1, share}});
  }
  DeformingModel skin = DeformingModel::skin(ring, weights, 2).value();
  ask_steps("skin", skin, other, [&](Random& random) {
    const Affine first = random_affine(random, 0.1), second = random_affine(random, 0.3);
    (void)skin.pose({first, second}).value();
    if (random.chance(0.2)) (void)skin.place(random_affine(random, 0.1)).value();
  });
}

}  // namespace apart::bits
