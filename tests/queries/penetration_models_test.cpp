// The penetration depth of closed meshes: between its bounds lies the truth, and the translation separates.
#include <apart/base/relative.hpp>
#include <apart/queries/batch.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/penetration/plain_surface.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <apart/queries/tracker.hpp>
#include <chrono>
#include <numbers>
#include <samples/generate.hpp>
#include <thread>

#include "tests/support.hpp"

namespace apart {
namespace penetration_models_test {

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }
Mesh tessellated_box(Vec3d size, u32 n) { return generate::rounded_box(size, 0, n); }
Mesh at(const Mesh& mesh, Vec3d by) { return placed(mesh, Pose::shift(by)); }
Mesh both(const Mesh& x, const Mesh& y) {
  const Mesh all[] = {x, y};
  return joined(all);
}

Pose moved(Pose pose, Vec3d by) {
  pose.translation += by;
  return pose;
}
bool meet(const Model& a, const Pose& pose, const Model& b) { return collide(a, pose, b, {.solid = true}).colliding; }

// What every answer promises. Directions in which a shorter translation must not separate are sampled.
void expect_sound(const Penetration& p, const Model& a, const Pose& pose, const Model& b, int directions = 40) {
  ASSERT_TRUE(p.status == Status::exact || p.status == Status::within_error || p.status == Status::unfinished);
  ASSERT_LE(p.at_least, p.depth);
  if (p.depth == 0) return;
  ASSERT_NEAR(length(p.normal), 1, 1e-12);
  ASSERT_FALSE(meet(a, moved(pose, p.translation()), b));
  ASSERT_LT(length(p.on_b + p.translation() - p.on_a), 0.02 * p.depth + 1e-9 * length(p.on_a));
  Random random(5);
  for (int k = 0; k < directions; ++k)
    ASSERT_TRUE(meet(a, moved(pose, 0.99 * p.at_least * random.direction()), b)) << p.at_least;
  ASSERT_TRUE(meet(a, moved(pose, 0.99 * p.at_least * p.normal), b));
}

// A known answer, within the error that was permitted.
void expect_depth(double truth, const Model& a, const Pose& pose, const Model& b,
                  const PenetrationOptions& options = {}) {
  const Penetration p = penetration(a, pose, b, options);
  EXPECT_LE(p.at_least, truth * (1 + 1e-9));
  EXPECT_GE(p.depth, truth * (1 - 1e-9));
  EXPECT_GE(p.at_least, (1 - options.rel_error) * p.depth - 1e-12 * truth) << to_string(p.status);
  expect_sound(p, a, pose, b);
}

TEST(PenetrationOfModels, APostInASlabAtAnyTessellation) {
  for (const auto& [of_slab, of_post] : {std::pair(1u, 1u), std::pair(3u, 1u), std::pair(1u, 4u), std::pair(8u, 5u)}) {
    const Model slab = model(tessellated_box({500, 500, 100}, of_slab)),
                post = model(tessellated_box({10, 10, 100}, of_post));
    expect_depth(30, slab, Pose::shift({3, -4, 70}), post);
    const Penetration p = penetration(slab, Pose::shift({3, -4, 70}), post);
    EXPECT_LT(length(p.translation() - Vec3d{0, 0, 30}), 1e-6);
    // The other way about, it is the slab that goes down.
    const Penetration q = penetration(post, Pose::shift({-3, 4, -70}), slab);
    EXPECT_LT(length(q.translation() + p.translation()), 1e-6);
  }
}

TEST(PenetrationOfModels, AgreesWithThatOfBoxes) {
  Random random(7);
  testing::Outcomes by_faces("depths along a face normal", 0.1);
  for (u32 round = 0; round < static_cast<u32>(testing::cases(60, 2000)); ++round) {
    const Vec3d size_a{1 + random.uniform(), 1, 2}, size_b{1, 0.4 + random.uniform(), 1};
    const Pose pose{random.rotation(), random.in_box(0.8)};
    const Penetration truth = penetration(Box{size_a}, pose, Box{size_b});
    if (!(truth.depth > 1e-6)) continue;
    const Model a = model(tessellated_box(size_a, 1 + round % 3)), b = model(tessellated_box(size_b, 1 + round % 2));
    expect_depth(truth.depth, a, pose, b);
    by_faces.saw(largest(abs(truth.normal)) > 1 - 1e-9 ||
                 largest(abs(transposed_times(pose.rotation, truth.normal))) > 1 - 1e-9);
  }
}

// No direction is a guess of the search: 0.1 % takes contacts of edges too.
TEST(PenetrationOfModels, RefinesToASmallerError) {
  Random random(8);
  for (int round = 0; round < 10; ++round) {
    const Pose pose{random.rotation(), random.in_box(0.6)};
    const Penetration truth = penetration(Box{{1, 1, 1}}, pose, Box{{1, 2, 1}});
    if (!(truth.depth > 1e-6)) continue;
    expect_depth(truth.depth, model(generate::box({1, 1, 1})), pose, model(generate::box({1, 2, 1})),
                 {.rel_error = 0.001});
  }
}

TEST(PenetrationOfModels, ThinPlatesThatCross) {
  const Model lying = model(tessellated_box({100, 100, 1}, 6)), standing = model(tessellated_box({1, 80, 100}, 5));
  expect_depth(30.5, lying, Pose::shift({3, 5, 20}), standing);
}

TEST(PenetrationOfModels, NestedSolids) {
  const Model outer = model(tessellated_box({10, 10, 10}, 4)), inner = model(tessellated_box({2, 2, 2}, 3));
  expect_depth(5, outer, Pose::shift({1, 0, 0}), inner);
  expect_depth(5, inner, Pose::shift({-1, 0, 0}), outer);
  expect_depth(10, outer, {}, outer);  // the same place
  // In the cavity of a shell nothing is shared; in its wall it is.
  const Mesh cavity = tessellated_box({6, 6, 6}, 2);
  std::vector<Face> turned(cavity.faces().begin(), cavity.faces().end());
  for (Face& f : turned) std::swap(f[1], f[2]);
  const Mesh wall = Mesh::make({cavity.vertices().begin(), cavity.vertices().end()}, turned).value();
  const Model shell = model(both(tessellated_box({10, 10, 10}, 2), wall));
  ASSERT_TRUE(shell.closed());
  EXPECT_EQ(penetration(shell, {}, inner).depth, 0);
  expect_depth(0.5, shell, Pose::shift({2.5, 0, 0}), inner);    // back into the cavity
  expect_depth(1.25, shell, Pose::shift({4.75, 0, 0}), inner);  // out
}

// An L: the way out is through its opening, not over its hull.
TEST(PenetrationOfModels, OutThroughAnOpening) {
  const Mesh foot = at(tessellated_box({10, 4, 1}, 3), {5, 0, 0.5}),
             leg = at(tessellated_box({1, 4, 10}, 2), {0.5, 0, 5});
  const Model l = model(both(foot, leg)), block = model(tessellated_box({2, 2, 2}, 2));
  // Sunk into the foot by 0.25 and into the leg by 0.5.
  expect_depth(std::hypot(0.25, 0.5), l, Pose::shift({1.5, 0, 1.75}), block);
  expect_depth(0.5, l, Pose::shift({4, 0, 1.5}), block);
}

TEST(PenetrationOfModels, ABoltInAHole) {
  const Model plate = model(generate::ring(5, 20, 10, 16));
  // Pressed in: it can only be pulled out.
  expect_depth(12, plate, Pose::shift({0, 0, -2}), model(generate::cylinder(5.2, 30, 16)));
  // Off the axis of a hole that is wide enough, by one flat of the prism.
  const double flat = std::cos(std::numbers::pi / 16);
  const Vec3d way{std::cos(std::numbers::pi / 16), std::sin(std::numbers::pi / 16), 0};
  expect_depth(0.3 - 0.2 * flat, plate, Pose::shift(Vec3d{0, 0, -5} + 0.3 * way),
               model(generate::cylinder(4.8, 30, 16)));
}

TEST(PenetrationOfModels, GearsThatAreTooClose) {
  const Model gear = model(generate::gear({.teeth = 12}));
  Random random(2);
  for (const double apart : {68.0, 70.0, 71.0})
    for (const double turn : {0.0, 0.1, 0.25}) {
      const Pose pose = Pose::from_axis_angle({0, 0, 1}, turn, {apart, 0, 0.5}).value();
      if (clash(gear, pose, gear, {.solid = true}).state != Clash::State::clash) continue;
      const Penetration p = penetration(gear, pose, gear);
      EXPECT_GE(p.at_least, 0.99 * p.depth);
      expect_sound(p, gear, pose, gear);
    }
}

// Known by construction: along the axis, where their faces overlap by little; and a gear whose tooth runs into a wall.
TEST(PenetrationOfModels, GearsWithKnownDepths) {
  const Mesh mesh = generate::gear({.teeth = 12, .width = 16});
  const Model gear = model(mesh);
  for (const double turn : {0.0, 0.1, 0.25})
    expect_depth(0.5, gear, Pose::from_axis_angle({0, 0, 1}, turn, {66, 1, 15.5}).value(), gear);
  double reach = 0;
  for (Vec3d v : mesh.vertices()) reach = larger(reach, v.x);
  const Model wall = model(tessellated_box({100, 400, 400}, 4));
  for (const double depth : {0.01, 1.5}) expect_depth(depth, gear, Pose::shift({reach + 50 - depth, 3, 1}), wall);
}

std::vector<Model> solids() {
  std::vector<Model> out;
  for (const Mesh& mesh :
       {generate::sphere(1, 200), generate::torus(1, 0.3, 16, 8), generate::box({1, 2, 0.5}),
        generate::box({0.2, 0.2, 3}), generate::cylinder(0.3, 2.5, 12), generate::ring(0.5, 1, 0.4, 12),
        generate::wrinkled_torus(300), scaled(generate::gear({.teeth = 8}), 0.04),
        both(generate::box({2, 0.5, 0.5}), generate::box({0.5, 0.5, 2}))})
    out.push_back(model(mesh));
  return out;
}

TEST(PenetrationOfModels, RandomPairs) {
  const std::vector<Model> all = solids();
  Random random(11);
  ASSERT_EQ(all.size(), 9u);
  int found = 0, within = 0;
  const int wanted = testing::cases(testing::unless_sanitized(25, 4), 1000);
  for (int round = 0; found < wanted; ++round) {
    ASSERT_LT(round, 20 * wanted);
    const Model &a = all[random.below(9)], &b = all[random.below(9)];
    const double far = round % 4 == 3 ? 1e6 : 0;
    const Pose at_a{random.rotation(), far * random.in_box(1)};
    const Pose at_b{random.rotation(), at_a.translation + random.in_box(1)};
    const Pose pose = relative(at_a, at_b);
    const Penetration p = penetration(a, pose, b, {.budget = Budget::of_tests(200'000)});
    ASSERT_EQ(p.depth > 0, clash(a, pose, b, {.solid = true}).state == Clash::State::clash);
    if (p.depth == 0) continue;
    ++found;
    expect_sound(p, a, pose, b, 20);
    within += p.at_least >= 0.99 * p.depth;
    // Exchanged, it lies between the same bounds.
    const Penetration q = penetration(b, inverse(pose), a, {.budget = Budget::of_tests(200'000)});
    ASSERT_LE(q.at_least, p.depth * (1 + 1e-9));
    ASSERT_LE(p.at_least, q.depth * (1 + 1e-9));
    // In the world.
    const Penetration w = penetration(a, at_a, b, at_b, {.budget = Budget::of_tests(200'000)});
    ASSERT_FALSE(collide(a, at_a, b, moved(at_b, w.translation()), {.solid = true}).colliding);
  }
  EXPECT_GT(within, 9 * found / 10) << "bounds within 1 % are the rule";
  std::printf("[ saw      ] %d overlapping pairs, %d within 1 %%\n", found, within);
}

// The slow twin: the ball of all shorter translations, sampled densely; solids that are not convex may leave gaps in
// it.
TEST(PenetrationOfModels, NothingShorterSeparates) {
  const std::vector<Model> all = solids();
  Random random(21);
  const int wanted = testing::cases(testing::unless_sanitized(6, 1), 60);
  for (int found = 0, round = 0; found < wanted; ++round) {
    ASSERT_LT(round, 50 * wanted);
    const Model &a = all[random.below(9)], &b = all[random.below(9)];
    const Pose pose{random.rotation(), random.in_box(0.8)};
    const Penetration p = penetration(a, pose, b, {.budget = Budget::of_tests(200'000)});
    if (p.depth == 0) continue;
    ++found;
    for (int k = 0; k < 3000; ++k)
      ASSERT_TRUE(meet(a, moved(pose, 0.999 * std::cbrt(random.uniform()) * p.at_least * random.direction()), b));
  }
}

// Where the inverse of the pose is exact, to the last bit.
TEST(PenetrationOfModels, ExchangedItIsTheOpposite) {
  const std::vector<Model> all = solids();
  Random random(4);
  int found = 0;
  for (int round = 0; round < 60 && found < 8; ++round) {
    const Model &a = all[random.below(9)], &b = all[random.below(9)];
    const Vec3d shift = random.in_box(0.7);
    const Penetration p = penetration(a, Pose::shift(shift), b), q = penetration(b, Pose::shift(-shift), a);
    if (p.depth == 0 || a.mesh().size() == b.mesh().size()) continue;
    ++found;
    EXPECT_EQ(q.translation(), -p.translation());
    EXPECT_EQ(q.at_least, p.at_least);
  }
  EXPECT_EQ(found, 8);
}

TEST(PenetrationOfModels, AtAllScalesAndFarAway) {
  const Mesh gear = scaled(generate::gear({.teeth = 8}), 0.04), ring = generate::ring(0.5, 1, 0.4, 12);
  const Pose pose{Random(3).rotation(), {0.8, 0.1, 0.2}};
  const Penetration one = penetration(model(gear), pose, model(ring));
  ASSERT_GT(one.depth, 0.01);
  for (const double scale : {1e-6, 1e-3, 1e3, 1e6}) {
    const Model a = model(scaled(gear, scale)), b = model(scaled(ring, scale));
    const Pose there{pose.rotation, scale * pose.translation};
    const Penetration p = penetration(a, there, b);
    EXPECT_NEAR(p.depth / scale, one.depth, 0.02 * one.depth);
    expect_sound(p, a, there, b);
  }
  const Vec3d far{1e6, -2e6, 5e5};
  const Model a = model(at(gear, far)), b = model(at(placed(ring, pose), far));
  const Penetration p = penetration(a, {}, b);
  EXPECT_NEAR(p.depth, one.depth, 0.02 * one.depth);
  EXPECT_GE(p.at_least, 0.99 * p.depth);
  EXPECT_FALSE(meet(a, Pose::shift(p.translation()), b));
}

TEST(PenetrationOfModels, InsideOutSolidsAreTheSame) {
  const Mesh box = generate::box({1, 1, 1});
  std::vector<Face> turned(box.faces().begin(), box.faces().end());
  for (Face& f : turned) std::swap(f[1], f[2]);
  const Model reversed = model(Mesh::make({box.vertices().begin(), box.vertices().end()}, turned).value());
  ASSERT_TRUE(reversed.inside_out());
  expect_depth(0.25, reversed, Pose::shift({0.75, 0.1, 0.2}), model(box));
}

TEST(PenetrationOfModels, NothingToSeparate) {
  const Model box = model(generate::box({1, 1, 1}));
  EXPECT_EQ(penetration(box, Pose::shift({3, 0, 0}), box).depth, 0);
  const Penetration flush = penetration(box, Pose::shift({1, 0.25, 0}), box);
  EXPECT_EQ(flush.depth, 0);
  EXPECT_EQ(flush.status, Status::exact);
  EXPECT_EQ(penetration(box, {}, model(Mesh{})).status, Status::nothing);
}

TEST(PenetrationOfModels, RefusesWhatHasNoInside) {
  const Model box = model(generate::box({1, 1, 1})), open = model(generate::height_field({1, 1, 1}, 4, 4));
  for (const Penetration& p : {penetration(box, {}, open), penetration(open, {}, box)}) {
    EXPECT_EQ(p.status, Status::invalid);
    EXPECT_EQ(p.depth, std::numeric_limits<double>::infinity());
  }
  EXPECT_THROW(penetration(box, {}, box, {.rel_error = -1}), UsageError);
  EXPECT_EQ(penetration(box, Pose::shift({std::nan(""), 0, 0}), box).status, Status::invalid);
}

// Whichever query comes first, in whichever thread.
TEST(PenetrationOfModels, SharedFactsInManyThreads) {
  const Mesh gear = generate::gear({.teeth = 8}), two = both(gear, at(gear, {20, 0, 3}));
  const Pose pose = Pose::shift({40, 1, 2});
  const Penetration one = penetration(model(two), pose, model(gear));
  const double volume = solid_intersection(model(two), pose, model(gear)).volume;
  const Model a = model(two), b = model(gear);
  std::vector<Penetration> depths(4);
  std::vector<double> volumes(4);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      if (k % 2) volumes[k] = solid_intersection(a, pose, b).volume;
      depths[k] = penetration(a, pose, b);
      if (k % 2 == 0) volumes[k] = solid_intersection(a, pose, b).volume;
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(depths[k].depth, one.depth);
    EXPECT_EQ(depths[k].at_least, one.at_least);
    EXPECT_EQ(volumes[k], volume);
  }
}

TEST(PenetrationOfModels, KeepsToItsBudget) {
  const Model plate = model(generate::ring(5, 20, 10, 16)), bolt = model(generate::cylinder(5.02, 30, 16));
  const Pose pose = Pose::shift({0, 0, -2});
  const Penetration little = penetration(plate, pose, bolt, {.budget = Budget::of_tests(500)});
  EXPECT_EQ(little.status, Status::unfinished);
  expect_sound(little, plate, pose, bolt);
  const auto start = std::chrono::steady_clock::now();
  penetration(plate, pose, bolt, {.rel_error = 0, .budget = Budget::of_time(std::chrono::milliseconds(50))});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(testing::kSanitized ? 5000 : 1000));
}

// Triangles that add nothing to the surface.
Mesh with_faces(const Mesh& mesh, std::vector<Vec3d> added, const std::vector<Face>& faces) {
  std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  vertices.insert(vertices.end(), added.begin(), added.end());
  return Mesh::make(vertices, faces).value();
}
// An edge gets vertices on one side alone, and fillers without area close the gap, in a fan from one end.
Mesh with_fillers(const Mesh& mesh, u32 face, u32 count) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  const Face f = faces[face];
  const u32 first = static_cast<u32>(mesh.vertices().size());
  const Triangle t = mesh.triangle(face);
  std::vector<Vec3d> added;
  std::vector<u32> chain{f[0]};
  for (u32 k = 1; k <= count; ++k) {
    added.push_back(t.a + (k / 8.0) * (t.b - t.a));  // exact, of the sizes below
    chain.push_back(first + k - 1);
  }
  chain.push_back(f[1]);
  // The face in a fan over the vertices; the fillers from their ends to the whole edge.
  faces[face] = {chain[0], chain[1], f[2]};
  for (std::size_t k = 1; k + 1 < chain.size(); ++k) {
    faces.push_back({chain[k], chain[k + 1], f[2]});
    faces.push_back({chain[0], chain[k + 1], chain[k]});
  }
  return with_faces(mesh, added, faces);
}
std::vector<Face> faces_of(const Mesh& mesh) { return {mesh.faces().begin(), mesh.faces().end()}; }
Face turned(Face f) { return {f[0], f[2], f[1]}; }

TEST(PenetrationOfModels, FillersWithoutAreaAndDuplicatesAddNothing) {
  const Mesh box = generate::box({2, 4, 8});
  const Model other = model(generate::box({1, 1, 1}));
  const Pose pose = Pose::shift({1.25, 0.5, 1});
  Mesh every_edge = box;
  for (u32 i = 0; i < box.size(); ++i) every_edge = with_fillers(every_edge, i, 1 + i % 3);
  std::vector<Face> twice = faces_of(box), one_wall = twice, inside_out = twice;
  twice.insert(twice.end(), box.faces().begin(), box.faces().end());
  one_wall.push_back(one_wall[3]), one_wall.push_back(turned(one_wall[3]));
  for (Face& f : inside_out) f = turned(f);
  inside_out.push_back(inside_out[0]), inside_out.push_back(turned(inside_out[0]));
  std::vector<Face> point_like = faces_of(box);
  point_like.push_back({0, 0, 1}), point_like.push_back({2, 2, 2});
  const Mesh meshes[] = {with_fillers(box, 0, 1),
                         with_fillers(box, 5, 3),
                         every_edge,
                         with_faces(box, {}, twice),
                         with_faces(box, {}, one_wall),
                         with_faces(box, {}, inside_out),
                         with_faces(box, {}, point_like),
                         with_fillers(with_faces(box, {}, one_wall), 1, 2)};
  for (const Mesh& mesh : meshes) {
    const Model solid = model(mesh);
    ASSERT_TRUE(solid.closed());
    const Model& plain = queries::plain_surface(solid);
    for (int k = 0; k < 200; ++k) {  // the same solid
      Random random(static_cast<u64>(k));
      const Vec3d p = 3 * random.in_ball();
      ASSERT_EQ(locate(plain, p), locate(solid, p));
    }
    expect_depth(0.25, solid, pose, other);
    expect_depth(0.25, other, inverse(pose), solid);
  }
}

// What would change the solid if it were left out stays: the lower bound is 0, and true.
TEST(PenetrationOfModels, AFinIsNoDuplicate) {
  const Mesh box = generate::box({2, 4, 8});
  std::vector<Face> faces = faces_of(box);
  const u32 tip = static_cast<u32>(box.vertices().size());
  const Face f = faces[0];
  faces.push_back({f[0], f[1], tip}), faces.push_back({f[1], f[0], tip});
  const Model fin = model(with_faces(box, {Vec3d{5, 5, 5}}, faces));
  ASSERT_TRUE(fin.closed());
  EXPECT_EQ(&queries::plain_surface(fin), &fin);
  const Model other = model(generate::box({1, 1, 1}));
  const Penetration p = penetration(fin, Pose::shift({1.25, 0.5, 1}), other);
  EXPECT_GE(p.depth, 0.25);
  EXPECT_EQ(p.at_least, 0);
  EXPECT_EQ(p.status, Status::unfinished);
  EXPECT_FALSE(meet(fin, moved(Pose::shift({1.25, 0.5, 1}), p.translation()), other));
}

// Many poses: the answers of single calls, for any number of threads; models and shapes in either order.
TEST(PenetrationOfModels, AtManyPoses) {
  const Model gear = model(scaled(generate::gear({.teeth = 8}), 0.04)), ball = model(generate::sphere(0.5, 200));
  std::vector<Pose> poses;
  Random random(9);
  for (int k = 0; k < 8; ++k) poses.push_back({random.rotation(), 1.5 * random.in_ball()});
  poses.push_back(Pose::shift({std::nan(""), 0, 0}));
  const PenetrationOptions options{.rel_error = 0.05};
  const auto check = [&](const Geometry& a, const Geometry& b) {
    const Batch<Penetration> one = penetration(a, poses, b, options, {.threads = 1}),
                             many = penetration(a, poses, b, options, {.threads = 4});
    EXPECT_EQ(many.status, Status::exact);
    bool deep = false;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const Penetration p = penetration(a, poses[i], b, options);
      for (const Penetration& x : {one.answers[i], many.answers[i]}) {
        EXPECT_EQ(x.depth, p.depth);
        EXPECT_EQ(x.at_least, p.at_least);
        EXPECT_EQ(x.status, p.status);
      }
      EXPECT_EQ(p.status == Status::invalid, i + 1 == poses.size());
      deep = deep || p.depth > 0;
    }
    EXPECT_TRUE(deep);
  };
  check(gear, ball);
  check(ball, Shape(Ball{0.5}));
  check(Shape(Box{{1, 1, 1}}), ball);
}

// A pair that moves: bounds as good as without a memory, and as true.
TEST(PenetrationOfModels, Tracked) {
  const Model gear = model(scaled(generate::gear({.teeth = 8}), 0.04)),
              torus = model(generate::torus(0.6, 0.2, 24, 12));
  Tracker tracker(gear, torus);
  for (int k = 0; k < testing::cases(12, 100); ++k) {
    const Pose pose = Pose::from_axis_angle({1, 2, 3}, 0.02 * k, {1.2 - 0.02 * k, 0.1, 0.01 * k}).value();
    if (k == 6) tracker.forget();
    const Penetration p = tracker.penetration(pose), plain = penetration(gear, pose, torus);
    ASSERT_EQ(p.depth > 0, plain.depth > 0);
    ASSERT_LE(p.at_least, plain.depth);
    ASSERT_LE(plain.at_least, p.depth);
    if (plain.status != Status::unfinished) {
      ASSERT_NE(p.status, Status::unfinished);
      ASSERT_GE(p.at_least, 0.99 * p.depth);
    }
    expect_sound(p, gear, pose, torus, 10);
  }
  const Pose bad = Pose::shift({std::nan(""), 0, 0});
  EXPECT_EQ(tracker.penetration(bad).status, Status::invalid);
  EXPECT_EQ(Tracker(gear, Shape(Ball{1})).penetration({}).status, penetration(gear, Shape(Ball{1})).status);
}

// A surface that crosses itself bounds no solid whose edges are those of the mesh: bounds are wide, and true.
TEST(PenetrationOfModels, SurfacesThatCrossThemselves) {
  const Mesh box = generate::box({1, 1, 1});
  std::vector<Vec3d> corners(box.vertices().begin(), box.vertices().end());
  for (Vec3d& v : corners)
    if (v.x > 0 && v.y > 0) v.y = -1.5;  // an edge pushed through the opposite face
  const Model crossing = model(Mesh::make(corners, {box.faces().begin(), box.faces().end()}).value());
  ASSERT_TRUE(crossing.closed());
  const Model other = model(generate::box({1, 1, 1}));
  const Pose pose = Pose::shift({0.1, 0.2, 0.3});
  if (clash(crossing, pose, other, {.solid = true}).state == Clash::State::clash)
    expect_sound(penetration(crossing, pose, other), crossing, pose, other);
}

}  // namespace penetration_models_test
}  // namespace apart
