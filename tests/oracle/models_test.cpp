// Whole models along paths, in every form of a query: plain, by a Tracker, and in batches. FCL provides collisions and
// distances; CGAL, exactly, which triangles touch.
#include <CGAL/box_intersection_d.h>
#include <apart/apart.hpp>
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <samples/generate.hpp>

#include "tests/oracle/cgal.hpp"
#include "tests/oracle/fcl.hpp"
#include "tests/oracle/recorded_path.hpp"
#include "tests/support.hpp"

namespace apart {
namespace models_test {

using Pairs = std::vector<std::pair<u32, u32>>;

// Candidates by CGAL's boxes, decided by its exact predicates.
Pairs cgal_pairs(const Mesh& a, const Pose& at, const Mesh& b) {
  using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, u32>;
  const auto boxes = [](const Mesh& mesh, auto&& place, const Bounds& near) {
    std::vector<Box> out;
    for (u32 i = 0; i < mesh.size(); ++i) {
      Bounds box;
      const Triangle t = place(mesh.triangle(i));
      for (int k = 0; k < 3; ++k) box.add(t[k]);
      bool apart = false;
      for (int k = 0; k < 3; ++k) apart |= box.low[k] > near.high[k] || box.high[k] < near.low[k];
      if (apart) continue;
      out.emplace_back(CGAL::Bbox_3(box.low.x, box.low.y, box.low.z, box.high.x, box.high.y, box.high.z), i);
    }
    return out;
  };
  Bounds around_a, around_b;
  for (const Vec3d& v : a.vertices()) around_a.add(v);
  for (const Vec3d& v : b.vertices()) around_b.add(at * v);
  const auto of_a = [](const Triangle& t) { return t; };
  const auto of_b = [&](const Triangle& t) { return at * t; };
  std::vector<Box> in_a = boxes(a, of_a, around_b), in_b = boxes(b, of_b, around_a);
  Pairs out;
  CGAL::box_intersection_d(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(), [&](const Box& x, const Box& y) {
    if (oracle::cgal_overlap(a.triangle(x.info()), at * b.triangle(y.info()))) out.emplace_back(x.info(), y.info());
  });
  std::sort(out.begin(), out.end());
  return out;
}

Pairs numbers(const Collisions& found) {
  Pairs out;
  for (const TouchingPair& p : found.pairs) out.emplace_back(p.triangle_a, p.triangle_b);
  return out;
}

struct Scene {
  Model a, b;
  std::vector<Pose> path;
  // At which poses the others are run: every so many.
  std::size_t fcl = 1, cgal = 1;
};

// FCL's triangles have an absolute 1e-15 within, so that models should be about 1 large.
Model of_size_one(const Mesh& mesh) {
  const Model model = Model::make(mesh).value();
  const Frame frame = model.tree().frame;
  return Model::make(scaled(placed(mesh, Pose::shift(-frame.centre)), 1 / frame.radius)).value();
}

void compare(const Scene& s, testing::Outcomes& outcomes) {
  const auto fa = oracle::fcl_model(s.a.mesh()), fb = oracle::fcl_model(s.b.mesh());
  const Batch<Distance> distances = distance(s.a, s.path, s.b);
  const Batch<Collision> hits = collide(s.a, s.path, s.b);
  const Batch<Within> nears = within(s.a, s.path, s.b, 0.1);
  Tracker tracker(s.a, s.b);
  for (std::size_t k = 0; k < s.path.size(); ++k) {
    SCOPED_TRACE("pose " + std::to_string(k));
    const Pose& at = s.path[k];
    const Distance ours = distance(s.a, at, s.b), batched = distances.answers[k], tracked = tracker.distance(at);
    const bool touching = ours.distance == 0;
    outcomes.saw(touching);
    ASSERT_EQ(ours.status, Status::exact);
    ASSERT_EQ(batched.distance, ours.distance);
    ASSERT_EQ(batched.on_a, ours.on_a);
    ASSERT_EQ(batched.b.triangle, ours.b.triangle);
    ASSERT_EQ(tracked.distance, ours.distance);
    if (!touching) {
      ASSERT_EQ(tracked.on_a, ours.on_a);
      ASSERT_EQ(tracked.on_b, ours.on_b);
    }
    ASSERT_EQ(collide(s.a, at, s.b).colliding, touching);
    ASSERT_EQ(hits.answers[k].colliding, touching);
    ASSERT_EQ(tracker.collide(at).colliding, touching);
    ASSERT_EQ(nears.answers[k].within, ours.distance <= 0.1);
    ASSERT_EQ(tracker.within(at, 0.1).within, ours.distance <= 0.1);
    if (k % s.fcl == 0) {
      const double theirs = oracle::fcl_distance(*fa, at, *fb);
      ASSERT_NEAR(ours.distance, theirs, 1e-9 * theirs + 1e-14);
      ASSERT_EQ(oracle::fcl_collide(*fa, at, *fb), touching);
    }
    if (k % s.cgal == 0) {
      const Pairs theirs = cgal_pairs(s.a.mesh(), at, s.b.mesh());
      ASSERT_EQ(numbers(collisions(s.a, at, s.b)), theirs);
      ASSERT_EQ(numbers(tracker.collisions(at)), theirs);
      ASSERT_EQ(touching, !theirs.empty());
    }
  }
}

// In and out of contact, turning all the while, along a few strands.
std::vector<Pose> path(const Model& a, const Model& b, int length, u64 seed) {
  Random random(seed);
  const Frame &fa = a.tree().frame, &fb = b.tree().frame;
  std::vector<Pose> out;
  const int strands = 4;
  for (int strand = 0; strand < strands; ++strand) {
    const Mat3d turn = random.rotation();
    const Vec3d axis = random.direction(), way = random.direction();
    const double far = random.uniform(0.9, 1.1) * (fa.radius + fb.radius);
    for (int k = 0; k < length / strands; ++k) {
      const double t = double(k) / double(length / strands), half = 0.4 * t;
      const Vec3d imaginary = std::sin(half) * axis;
      Pose at = Pose::from_quaternion(std::cos(half), imaginary.x, imaginary.y, imaginary.z, {}).value();
      at.rotation = at.rotation * turn;
      at.translation = fa.centre + (1 - 0.8 * t) * far * way - at.rotation * fb.centre;
      out.push_back(at);
    }
  }
  return out;
}

Scene scene(const Mesh& ma, const Mesh& mb, int length, u64 seed) {
  const Model a = of_size_one(ma), b = of_size_one(mb);
  return {a, b, path(a, b, length, seed)};
}

TEST(Models, GeneratedTwins) {
  testing::Outcomes outcomes("poses that touch");
  const int length = testing::cases(60, 1000);
  compare(scene(generate::wrinkled_torus(), generate::bent_torus(), length, 1), outcomes);
  compare(scene(generate::gear({}), generate::gear({.teeth = 17}), length, 2), outcomes);
  compare(scene(generate::teeth(generate::Jaw::lower, 3000), generate::spiral_peg(3000), length, 3), outcomes);
  compare(scene(generate::cup(2000), generate::hand_part(), length, 4), outcomes);
}

// Faces flush, edges on edges, corners in corners: only exact predicates know.
TEST(Models, FlushAndCoincident) {
  const Model box = Model::make(generate::rounded_box({2, 1, 1}, 0.25, 4)).value();
  const Model gear = Model::make(generate::gear({.teeth = 8})).value();
  std::size_t pairs = 0;
  for (const Model& m : {box, gear})
    for (const Vec3d by : {Vec3d{}, {0, 0, 1}, {2, 0, 0}, {0, 0, 16}, {0, 0, -16}, {0.5, 0, 0}, {0, 0, 4}}) {
      const Pairs theirs = cgal_pairs(m.mesh(), Pose::shift(by), m.mesh());
      ASSERT_EQ(numbers(collisions(m, Pose::shift(by), m)), theirs);
      ASSERT_EQ(collide(m, Pose::shift(by), m).colliding, !theirs.empty());
      pairs += theirs.size();
    }
  EXPECT_GT(pairs, 10000u);
}

TEST(Models, FallingToriOnTheirRecordedPath) {
  APART_NEEDS_MODELS();
  const auto file = [](const char* name) { return testing::models() / name; };
  const auto pa = oracle::read_path(file("torus1.path")), pb = oracle::read_path(file("torus2.path"));
  ASSERT_EQ(pa.size(), pb.size());
  Scene s{load(file("torus1.tris")).value(), load(file("torus2.tris")).value(), {}};
  for (std::size_t k = 0; k < pa.size(); ++k) s.path.push_back(inverse(pa[k]) * pb[k]);
  s.fcl = s.cgal = std::size_t(testing::cases(12, 1));
  testing::Outcomes recorded("recorded frames that touch", 0);  // they fall, bounce and roll
  compare(s, recorded);
  // Pushed into each other a little, they touch in about half of the frames.
  for (Pose& at : s.path) at.translation = 0.93 * at.translation;
  if (!testing::nightly()) s.path.resize(600);
  testing::Outcomes pushed("frames that touch when pushed together");
  compare(s, pushed);
}

TEST(Models, BunnyAndRockerArm) {
  APART_NEEDS_MODELS();
  testing::Outcomes outcomes("poses that touch");
  Scene s = scene(read_mesh(testing::models() / "bunny.obj").value(),
                  read_mesh(testing::models() / "rocker-arm.obj").value(), testing::cases(60, 1000), 5);
  s.fcl = s.cgal = std::size_t(testing::cases(4, 1));
  compare(s, outcomes);
}

TEST(Models, Fandisk) {
  APART_NEEDS_MODELS();
  testing::Outcomes outcomes("poses that touch");
  const Mesh fandisk = read_mesh(testing::models() / "fandisk.obj").value();
  Scene s = scene(fandisk, fandisk, testing::cases(60, 1000), 6);
  s.fcl = s.cgal = std::size_t(testing::cases(3, 1));
  compare(s, outcomes);
  if (!testing::nightly()) return;
  EXPECT_EQ(numbers(collisions(s.a, {}, s.b)), cgal_pairs(s.a.mesh(), {}, s.b.mesh()));  // coincident
}

}  // namespace models_test
}  // namespace apart
