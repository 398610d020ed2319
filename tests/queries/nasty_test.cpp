// Cases that other libraries got wrong, as models: scales, near misses, coincident copies, triangles without area,
// vertices that are not finite; and every form of a query giving one result.
#include <apart/apart.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <samples/generate.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace nasty_test {

using Pairs = std::vector<std::pair<u32, u32>>;

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }

Pairs numbers(const Collisions& found) {
  Pairs out;
  for (const TouchingPair& p : found.pairs) out.emplace_back(p.triangle_a, p.triangle_b);
  return out;
}

// In every form of the query, each pair once.
void expect_pairs(const Model& a, const Pose& at, const Model& b, const Pairs& truth) {
  EXPECT_EQ(numbers(collisions(a, at, b)), truth);
  Pairs collected;
  EXPECT_EQ(collisions(a, at, b,
                       [&](const TouchingPair& p) {
                         collected.emplace_back(p.triangle_a, p.triangle_b);
                         return true;
                       }),
            Status::exact);
  std::sort(collected.begin(), collected.end());
  EXPECT_EQ(collected, truth);
  Tracker tracker(a, b);
  for (int again = 0; again < 3; ++again) EXPECT_EQ(numbers(tracker.collisions(at)), truth);
}

// An absolute 1e-15 in a triangle test made distances of small meshes up to 0.13 % too large.
TEST(Nasty, EveryScaleGivesTheSameRelativeAnswer) {
  Random random(41);
  const std::pair<Mesh, Mesh> pairs[] = {{generate::torus(1, 0.3, 14, 8), generate::bent_torus(200)},
                                         {generate::sphere(1, 150), generate::height_field({2, 2, 0.5}, 8, 8)},
                                         {generate::soup(random, 120), generate::soup(random, 120)}};
  struct Scaled {
    double scale;
    Model a, b;
  };
  testing::Outcomes touching("poses that touch");
  for (const auto& [a, b] : pairs) {
    std::vector<Scaled> by_two, by_ten;
    const auto scaled_by = [&a = a, &b = b](double scale) {
      return Scaled{scale, model(scaled(a, scale)), model(scaled(b, scale))};
    };
    for (int power = -20; power <= 20; power += 5) by_two.push_back(scaled_by(std::ldexp(1.0, power)));
    for (int power = -6; power <= 6; power += 2) by_ten.push_back(scaled_by(std::pow(10.0, power)));
    const Model plain_a = model(a), plain_b = model(b);
    for (int k = 0; k < testing::cases(8, 200); ++k) {
      const Pose at{random.rotation(), random.uniform(0.3, 2.5) * random.direction()};
      const double truth = testing::smallest_distance(a, at, b), farthest = span(plain_a, at, plain_b).distance;
      const Pairs met = testing::touching_pairs(a, at, b);
      touching.saw(truth == 0);
      for (const Scaled& s : by_two) {  // rounds nothing: the same to the last bit
        const Pose pose{at.rotation, s.scale * at.translation};
        ASSERT_EQ(distance(s.a, pose, s.b).distance, s.scale * truth) << s.scale;
        ASSERT_EQ(numbers(collisions(s.a, pose, s.b)), met) << s.scale;
        ASSERT_EQ(span(s.a, pose, s.b).distance, s.scale * farthest) << s.scale;
      }
      for (const Scaled& s : by_ten) {
        const Pose pose{at.rotation, s.scale * at.translation};
        ASSERT_NEAR(distance(s.a, pose, s.b).distance / s.scale, truth, 1e-14) << s.scale;  // of models of size 1
        ASSERT_EQ(collide(s.a, pose, s.b).colliding, truth == 0) << s.scale;
        if (truth == 0) continue;
        ASSERT_TRUE(within(s.a, pose, s.b, s.scale * truth * 1.0000001));
        ASSERT_FALSE(within(s.a, pose, s.b, s.scale * truth * 0.9999999));
      }
    }
  }
}

// Moved along their nearest points to just `gap` from each other: nothing is nearer, since no point moved farther.
Pose moved_to(double gap, const Pose& at, const Distance& d) {
  return {at.rotation, at.translation + (1 - gap / d.distance) * (d.on_a - d.on_b)};
}

void expect_none_collides(const Model& a, const Model& b, int poses, u64 seed) {
  Random random(seed);
  const double size = a.tree().frame.radius + b.tree().frame.radius, gap = 1e-6 * size;
  int asked = 0;
  while (asked < poses) {
    const Mat3d turn = random.rotation();
    const Pose far{turn, a.tree().frame.centre + 1.05 * size * random.direction() - turn * b.tree().frame.centre};
    const Distance d = distance(a, far, b);
    ASSERT_GT(d.distance, gap);
    const Pose at = moved_to(gap, far, d);
    ++asked;
    ASSERT_FALSE(collide(a, at, b)) << asked;
    ASSERT_NEAR(distance(a, at, b, {.max = 2 * gap}).distance, gap, 1e-8 * gap + 1e-14 * size) << asked;
    ASSERT_FALSE(within(a, at, b, 0.999 * gap)) << asked;
  }
}

// Of 2,000 such poses one library called 1,593 collisions, others 2 to 33.
TEST(Nasty, BumpySurfacesAMillionthOfTheirSizeApart) {
  expect_none_collides(model(generate::height_field({2, 2, 0.4}, 24, 24, 1)),
                       model(generate::height_field({2, 2, 0.3}, 20, 20, 2)), 2000, 42);
}

TEST(Nasty, ScannedSurfacesAMillionthOfTheirSizeApart) {
  APART_NEEDS_MODELS();
  const Model bunny = load(testing::models() / "bunny.tris").value();
  expect_none_collides(bunny, bunny, testing::cases(100, 2000), 43);
}

// Near everywhere, not in one place: a surface and a copy lifted by a millionth, turned about.
TEST(Nasty, ASurfaceAMillionthAboveItself) {
  Random random(44);
  const double lift = 1e-6;
  const Mesh below = generate::height_field({1, 1, 0.2}, 10, 10);
  const Mesh above = placed(below, Pose::shift({0, 0, lift}));
  const Model a = model(below);
  for (int k = 0; k < testing::cases(30, 2000); ++k) {
    const Pose at = random.pose(1);
    const Model b = model(placed(above, inverse(at)));
    ASSERT_FALSE(collide(a, at, b));
    const double d = distance(a, at, b).distance;
    ASSERT_GT(d, 0.1 * lift);  // less than the lift by the slope
    ASSERT_LT(d, lift * (1 + 1e-8));
    ASSERT_TRUE(collide(a, at, model(placed(below, inverse(at) * Pose::shift({1e-3, 0, 0})))));
  }
}

// One library aborts, another loses 845 of 13,360 pairs.
TEST(Nasty, ACoincidentCopyTouchesInEveryPairOnce) {
  Random random(43);
  for (const Mesh& mesh : {generate::box({1, 2, 3}), generate::sphere(1, 200), generate::torus(1, 0.3, 14, 8),
                           generate::height_field({2, 2, 0.5}, 8, 8), generate::gear({.teeth = 6, .bore = 4}),
                           generate::soup(random, 200)}) {
    const Model a = model(mesh), copy = model(placed(mesh, {}));
    const Pairs truth = testing::touching_pairs(mesh, {}, mesh);
    ASSERT_GE(truth.size(), mesh.size());  // each its own copy at least
    expect_pairs(a, {}, copy, truth);
    expect_pairs(a, {}, a, truth);
    // Moved to where nothing is rounded, both coincide still.
    const Pose there = Pose::shift({0.5, -0.25, 4});
    EXPECT_EQ(collisions(a, relative(there, there), copy).pairs.size(), truth.size());
    EXPECT_EQ(distance(a, Pose{}, copy).distance, 0);
    // Turned within the other's frame and back by the pose: what touches is what touches as placed.
    const Pose turn{random.rotation(), random.in_box(1)};
    const Model turned = model(placed(mesh, inverse(turn)));
    expect_pairs(a, turn, turned, testing::touching_pairs(mesh, turn, turned.mesh()));
  }
}

// An old library loses 127 of 13,105 pairs.
TEST(Nasty, TrianglesWithoutAreaAmongGoodOnes) {
  Random random(44);
  const Mesh good = generate::torus(1, 0.3, 16, 8), other = generate::sphere(0.8, 200);
  testing::Outcomes flat("poses where some without area touch", 0.1);
  for (int k = 0; k < testing::cases(12, 300); ++k) {
    const Pose at{random.rotation(), random.uniform(0.4, 1.4) * random.direction()};
    // Points and segments strewn in: some in space, some exactly on the other's vertices and edges as they are placed,
    // some along edges of their own mesh.
    std::vector<Vec3d> vertices(good.vertices().begin(), good.vertices().end());
    std::vector<Face> faces(good.faces().begin(), good.faces().end());
    const u32 before = good.size();
    for (u32 n = 0; n < 60; ++n) {
      const Face own = good.faces()[random.below(before)];
      const Triangle there = at * other.triangle(random.below(other.size()));
      const u32 next = static_cast<u32>(vertices.size());
      switch (n % 5) {
        case 0:
          faces.push_back({own[0], own[1], own[0]});
          continue;
        case 1:
          faces.push_back({own[2], own[2], own[2]});
          continue;
        case 2:
          vertices.push_back(there.a);
          faces.push_back({next, next, next});
          continue;
        case 3:
          vertices.insert(vertices.end(), {there.a, there.b});
          faces.push_back({next, next + 1, next + 1});
          continue;
        default:
          vertices.insert(vertices.end(), {1.4 * random.in_ball(), 1.4 * random.in_ball()});
          faces.push_back({next, next + 1, next});
      }
    }
    const Mesh mixed = Mesh::make(vertices, faces).value();
    const Model a = model(mixed), b = model(other);
    const Pairs all = testing::touching_pairs(mixed, at, other), of_good = testing::touching_pairs(good, at, other);
    expect_pairs(a, at, b, all);
    // Those of the good triangles are there as if they were alone, and every one that was laid on the other is found.
    Pairs kept;
    std::vector<bool> found(mixed.size(), false);
    for (const auto& [i, j] : all) {
      found[i] = true;
      if (i < before) kept.emplace_back(i, j);
    }
    EXPECT_EQ(kept, of_good);
    for (u32 n = 0; n < 60; ++n) {
      if (n % 5 == 2 || n % 5 == 3) {
        EXPECT_TRUE(found[before + n]) << n;
      } else {
        flat.saw(found[before + n]);
      }
    }
    const Pose back = inverse(at);
    EXPECT_EQ(collide(b, back, a).colliding, !testing::touching_pairs(other, back, mixed).empty());
  }
}

// Some libraries answer "0 pairs", with no error.
TEST(Nasty, AVertexThatIsNoNumberIsRefused) {
  const Mesh box = generate::box({1, 1, 1});
  const std::vector<Face> faces(box.faces().begin(), box.faces().end());
  for (double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL})
    for (std::size_t v = 0; v < box.vertices().size(); ++v)
      for (int axis = 0; axis < 3; ++axis) {
        std::vector<Vec3d> vertices(box.vertices().begin(), box.vertices().end());
        vertices[v][axis] = bad;
        const Result<Mesh> borrowed = Mesh::borrow(vertices, faces);
        ASSERT_FALSE(borrowed);
        ASSERT_NE(borrowed.error().find("not finite"), std::string::npos) << borrowed.error();
        ASSERT_FALSE(Mesh::make(vertices, faces));
      }
}

// One closed mesh in another, and the same pair repeated or exchanged: solids_test.cpp has the plain queries.
TEST(Nasty, EveryFormGivesOneAnswer) {
  Random random(35);
  const Model outer = model(generate::sphere(2, 400)), inner = model(generate::box({1, 1, 1}));
  Tracker tracker(outer, inner), exchanged(inner, outer);
  std::vector<Pose> poses;
  for (int k = 0; k < 100; ++k) poses.push_back({random.rotation(), random.uniform(0, 4) * random.direction()});
  const auto solids = collide(outer, poses, inner, {.solid = true});
  const auto surfaces = distance(outer, poses, inner), as_solids = distance(outer, poses, inner, {.solid = true});
  testing::Outcomes inside("poses with one inside the other"), touching("poses where surfaces touch", 0.1);
  for (std::size_t k = 0; k < poses.size(); ++k) {
    const bool contained = solids.answers[k].contained;
    const Distance& truth = surfaces.answers[k];
    inside.saw(contained);
    touching.saw(truth.distance == 0);
    ASSERT_EQ(contained, truth.distance > 0 && length(poses[k].translation) < 2);
    ASSERT_EQ(solids.answers[k].colliding, contained || truth.distance == 0);
    ASSERT_EQ(as_solids.answers[k].distance, solids.answers[k].colliding ? 0 : truth.distance);
    for (int twice = 0; twice < 2; ++twice) {
      const Pose back = inverse(poses[k]);
      ASSERT_EQ(tracker.collide(poses[k], {.solid = true}).contained, contained);
      ASSERT_EQ(tracker.distance(poses[k]).distance, truth.distance);
      ASSERT_EQ(tracker.within(poses[k], truth.distance, {.solid = true}).contained, false);
      ASSERT_EQ(exchanged.collide(back, {.solid = true}).contained, contained);
      ASSERT_NEAR(exchanged.distance(back).distance, truth.distance, 1e-14);
      ASSERT_EQ(distance(outer, poses[k], inner).on_b, truth.on_b);
    }
  }
}

}  // namespace nasty_test
}  // namespace apart
