// Trees of hulls against trees of triangles: every query, with every combination of accelerations.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/base/random.hpp>
#include <apart/convex/features/hull_marching.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/decompose/hull_arrays.hpp>
#include <apart/io/read.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <apart/queries/hulls/hull_walk.hpp>
#include <apart/queries/tracker.hpp>
#include <fstream>
#include <samples/generate.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace hull_tracker_test {

using testing::Outcomes;

HullTree tree_of(const Mesh& mesh) { return HullTree::make(Model::make(mesh).value()).value(); }

std::vector<HullTrackerOptions> all_options() {
  std::vector<HullTrackerOptions> out;
  for (int bits = 0; bits < 16; ++bits)
    if (!(bits & 8) || (bits & 4))
      out.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, bits == 3 ? 4u : 256u});
  return out;
}

struct Scene {
  const char* name;
  HullTree a, b;
  double apart;  // how far the centres are, at most; 0: the size of A
};

std::vector<Scene> scenes() {
  return {{"tori", tree_of(generate::bent_torus(400)), tree_of(generate::wrinkled_torus(400)), 1.6},
          {"peg and torus", tree_of(generate::spiral_peg(400)), tree_of(generate::bent_torus(300)), 1.5},
          {"cup and spoon", tree_of(generate::cup(500)), tree_of(generate::spoon()), 1.5},
          {"teeth", tree_of(generate::teeth(generate::Jaw::upper, 600)),
           tree_of(generate::teeth(generate::Jaw::lower, 600)), 0.6},
          {"gears", tree_of(generate::gear({})), tree_of(generate::gear({})), 0}};
}

double reach_of(const Scene& scene) {
  if (scene.apart > 0) return scene.apart;
  Bounds box;
  for (const Vec3d& v : scene.a.model().mesh().vertices()) box.add(v);
  return largest(box.size());
}

TEST(HullTracker, AgreesWithTriangles) {
  Outcomes touching("distances of 0", 0.1);
  Random random(19);
  for (const Scene& scene : scenes()) {
    std::vector<HullTracker> trackers;
    for (const HullTrackerOptions& options : all_options()) trackers.emplace_back(scene.a, scene.b, options);
    Pose pose;
    for (int k = 0; k < 60; ++k) {
      // Some steps are small, some are anywhere.
      if (k % 6 == 0)
        pose = Pose::from_quaternion(
                   random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                   reach_of(scene) * Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)})
                   .value();
      else
        pose = pose *
               Pose::from_axis_angle(
                   {random.uniform(-1, 1), random.uniform(-1, 1), 1}, random.uniform(-0.02, 0.02),
                   0.01 * reach_of(scene) * Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)})
                   .value();
      const Distance truth = distance(scene.a.model(), pose, scene.b.model(), {.solid = true});
      const double tolerance = random.uniform(0, 0.1 * reach_of(scene));
      for (std::size_t way = 0; way < trackers.size(); ++way) {
        HullTracker& tracker = trackers[way];
        const Distance found = tracker.distance(pose);
        ASSERT_NEAR(found.distance, truth.distance, 1e-9 * truth.distance)
            << scene.name << ", pose " << k << ", way " << way;
        ASSERT_EQ(found.contained, truth.contained);
        ASSERT_EQ(tracker.collide(pose).colliding, truth.distance == 0) << scene.name << ", pose " << k;
        ASSERT_EQ(tracker.within(pose, tolerance).within, truth.distance <= tolerance) << scene.name << ", pose " << k;
        const Distance rough = tracker.distance(pose, {.rel_error = 0.1});
        ASSERT_LE(rough.distance, 1.1 * truth.distance * (1 + 1e-9));
        ASSERT_GE(rough.distance, truth.distance * (1 - 1e-9));
      }
      touching.saw(truth.distance == 0);
    }
  }
}

// Surfaces without an inside, or with it outside: only their triangles count.
TEST(HullTracker, SurfacesAgreeToo) {
  const Mesh torus = generate::bent_torus(400);
  const std::vector<Vec3d> at(torus.vertices().begin(), torus.vertices().end());
  std::vector<Face> half(torus.faces().begin(), torus.faces().begin() + 190), turned;
  for (const Face& f : torus.faces()) turned.push_back({f[0], f[2], f[1]});
  const HullTree open = tree_of(Mesh::make(at, half).value()), inside_out = tree_of(Mesh::make(at, turned).value());
  const HullTree other = tree_of(generate::wrinkled_torus(300));
  Outcomes touching("surfaces that touch", 0.1);
  Random random(5);
  for (const HullTree* a : {&open, &inside_out})
    for (const HullTree* b : {&other, &open})
      for (int k = 0; k < 60; ++k) {
        const Pose pose = Pose::from_quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                                                random.uniform(-1, 1), 1.6 * random.in_box(1))
                              .value();
        const Distance truth = distance(a->model(), pose, b->model(), {.solid = true}), found = distance(*a, pose, *b);
        ASSERT_NEAR(found.distance, truth.distance, 1e-9 * truth.distance) << k;
        ASSERT_EQ(collide(*a, pose, *b).colliding, truth.distance == 0);
        touching.saw(truth.distance == 0);
      }
}

// One inside the other, deep inside of a piece or in a hollow between pieces.
TEST(HullTracker, ContainmentIsACollision) {
  const HullTree torus = tree_of(generate::bent_torus(2000)), box = tree_of(generate::box({20, 20, 20}));
  const HullTree small = tree_of(scaled(generate::wrinkled_torus(200), 0.02));
  Outcomes inside("inside of the torus", 0.02);
  HullTracker tracker(torus, small);
  Random random(11);
  for (int k = 0; k < 400; ++k) {
    const Pose pose = Pose::shift({random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-0.5, 0.5)});
    const Collision truth = collide(torus.model(), pose, small.model(), {.solid = true}), found = tracker.collide(pose);
    ASSERT_EQ(found.colliding, truth.colliding);
    ASSERT_EQ(found.contained, truth.contained);
    ASSERT_EQ(tracker.distance(pose).distance == 0, truth.colliding);
    inside.saw(truth.contained);
  }
  EXPECT_TRUE(collide(box, {}, torus).contained);
  EXPECT_TRUE(collide(torus, {}, box).contained);
  EXPECT_EQ(distance(box, {}, torus).distance, 0);
}

// The pair test by itself, of random nodes, from any features: compared with a walk without a reach, and GJK.
TEST(HullTracker, MarchingFromAnywhere) {
  using convex::FeatureKind;
  using Verdict = convex::MarchResult::Verdict;
  const HullTree a = tree_of(generate::bent_torus(600)), b = tree_of(generate::wrinkled_torus(600));
  Random random(37);
  Outcomes meeting("hulls that meet", 0.1), beyond("beyond the reach", 0.1);
  const auto any_feature = [&](const FlatHull& h) -> convex::Feature {
    const u32 kind = random.below(3);
    if (kind == 0) return {FeatureKind::vertex, random.below(h.size())};
    if (kind == 2) return {FeatureKind::face, random.below(h.faces())};
    const u32 half = random.below(3 * h.faces());
    return {FeatureKind::edge, lesser(half, h.twin(half))};
  };
  int unsure = 0;
  for (int k = 0; k < 3000; ++k) {
    // Every other time of the upper levels, whose hulls are large.
    const u32 first = k % 2 ? 12 : a.size(), second = k % 2 ? 12 : b.size();
    const FlatHull p = a.arrays().hull(random.below(first)), q = b.arrays().hull(random.below(second));
    const Pose pose = Pose::from_quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 1,
                                            1.2 * random.in_box(1))
                          .value();
    const double noise = 1e-14;
    const auto of_p = [&](Vec3d d) { return p.points[p.farthest(d)]; };
    const auto of_q = [&](Vec3d d) { return pose * q.points[q.farthest(transposed_times(pose.rotation, d))]; };
    const convex::GjkResult truth = convex::gjk(of_p, of_q);
    const convex::MarchResult exact = march(p, pose, q, {any_feature(p), any_feature(q)}, {.noise = noise});
    meeting.saw(exact.verdict == Verdict::meet);
    ASSERT_EQ(exact.verdict == Verdict::meet, truth.meet()) << k;
    if (exact.verdict == Verdict::meet) continue;
    unsure += exact.verdict == Verdict::unsure;  // rounding: points and bounds are known, features are not
    ASSERT_NEAR(exact.distance, truth.distance, 1e-12);
    const double reach = exact.distance * random.uniform(0, 2);
    const convex::MarchResult early =
        march(p, pose, q, {any_feature(p), any_feature(q)}, {.reach = reach, .noise = noise});
    ASSERT_EQ(early.verdict == Verdict::beyond, reach < exact.distance) << k;
    ASSERT_LE(early.at_least, exact.distance + 1e-12);
    ASSERT_NEAR(length(early.on_b - early.on_a), early.distance, 1e-12) << k;
    beyond.saw(early.verdict == Verdict::beyond);
  }
  EXPECT_LE(unsure, 30);
}

// From level to level: what a child has of a feature, compared with all features of the child.
TEST(HullTracker, FeaturesBelow) {
  using convex::Feature;
  using convex::FeatureKind;
  const HullTree tree = tree_of(generate::bent_torus(600));
  const decomposition::HullArrays& hulls = tree.arrays();
  int wholes = 0, parts = 0;
  const auto vertices_of = [&](u32 node, Feature f) {  // of the mesh
    const FlatHull h = hulls.hull(node);
    std::vector<u32> own{f.index};
    if (f.kind == FeatureKind::edge) own = {h.start(f.index), h.end(f.index)};
    if (f.kind == FeatureKind::face) own.assign({h.face(f.index)[0], h.face(f.index)[1], h.face(f.index)[2]});
    for (u32& v : own) v = h.corners.vertex(v);
    std::sort(own.begin(), own.end());
    return own;
  };
  const auto features_of = [&](u32 node) {
    const FlatHull h = hulls.hull(node);
    std::vector<Feature> out;
    for (u32 v = 0; v < h.size(); ++v) out.push_back({FeatureKind::vertex, v});
    for (u32 half = 0; half < 3 * h.faces(); ++half)
      if (half < h.twin(half)) out.push_back({FeatureKind::edge, half});
    for (u32 f = 0; f < h.faces(); ++f) out.push_back({FeatureKind::face, f});
    return out;
  };
  for (u32 node = 0; node < hulls.size(); ++node) {
    if (hulls.nodes[node].is_leaf()) continue;
    std::vector<Feature> of_child[2] = {features_of(hulls.nodes[node].below), features_of(hulls.nodes[node].below + 1)};
    for (const Feature f : features_of(node)) {
      const std::vector<u32> whole = vertices_of(node, f);
      const auto found = queries::features_below(hulls, node, f);
      ASSERT_TRUE(found[0] || found[1]);
      for (const u32 k : {0u, 1u}) {
        if (!found[k]) continue;
        const std::vector<u32> own = vertices_of(hulls.nodes[node].below + k, *found[k]);
        ASSERT_TRUE(std::includes(whole.begin(), whole.end(), own.begin(), own.end()));
        // Where all vertices lead to this child, it is the whole if the child has that.
        if (found[1 - k]) continue;
        const bool has = std::any_of(of_child[k].begin(), of_child[k].end(), [&](Feature g) {
          return g.kind == f.kind && vertices_of(hulls.nodes[node].below + k, g) == whole;
        });
        ASSERT_EQ(has, own == whole);
        (has ? wholes : parts) += f.kind != FeatureKind::vertex;
      }
    }
  }
  EXPECT_GT(wholes, 100);
  EXPECT_GT(parts, 10);
}

// Small steps, for long: pairs of the front are bounded again and again along their last directions.
TEST(HullTracker, AgreesInALongMotion) {
  const HullTree peg = tree_of(generate::spiral_peg(1500)), bead = tree_of(scaled(generate::bent_torus(400), 0.25));
  std::vector<HullTracker> trackers;
  for (const HullTrackerOptions& options : all_options()) trackers.emplace_back(peg, bead, options);
  int apart = 0;
  Pose pose = Pose::shift({1.15, 0, 0.1});
  Random random(31);
  for (int k = 0; k < 250; ++k) {
    pose = pose * Pose::from_axis_angle(random.in_box(1) + Vec3d{0.1, 0.1, 1}, random.uniform(0, 0.03),
                                        0.01 * random.in_box(1))
                      .value();
    const double truth = distance(peg.model(), pose, bead.model(), {.solid = true}).distance;
    for (std::size_t way = 0; way < trackers.size(); ++way)
      ASSERT_NEAR(trackers[way].distance(pose).distance, truth, 1e-9 * truth) << "pose " << k << ", way " << way;
    apart += truth > 0;
  }
  EXPECT_GT(apart, 150);
}

std::set<std::string> names_of(const Contacts& contacts) {
  std::set<std::string> out;
  for (const Contact& c : contacts.contacts) out.insert(name(c.feature_a) + ", " + name(c.feature_b));
  return out;
}

// The same contacts as by the trees of triangles, whatever is remembered; these are compared with brute force.
TEST(HullTracker, ContactsAgreeWithTriangles) {
  Outcomes several("poses with several contacts", 0.1);
  Random random(29);
  for (const Scene& scene : scenes()) {
    std::vector<HullTracker> trackers;
    for (const HullTrackerOptions& options : all_options()) trackers.emplace_back(scene.a, scene.b, options);
    Pose pose = Pose::shift(reach_of(scene) * Vec3d{0.7, 0.2, 0.9});
    for (int k = 0; k < 8; ++k) {
      pose = pose * Pose::from_axis_angle({1, 2, 3}, 0.05, 0.02 * reach_of(scene) * random.in_box(1)).value();
      const double least = distance(scene.a.model(), pose, scene.b.model()).distance;
      const double tolerance = least + random.uniform(0, 0.04) * reach_of(scene);
      if (least == 0) continue;  // regions are computed by the triangles alone
      const Contacts truth = contacts(scene.a.model(), pose, scene.b.model(), tolerance);
      for (HullTracker& tracker : trackers) {
        const Contacts found = tracker.contacts(pose, tolerance);
        ASSERT_EQ(found.contacts.size(), truth.contacts.size()) << scene.name << ", pose " << k;
        // To rounding: triangles that share a feature are visited in another order.
        for (std::size_t c = 0; c < found.contacts.size(); ++c)
          ASSERT_NEAR(found.contacts[c].distance, truth.contacts[c].distance, 1e-12 * reach_of(scene));
        ASSERT_EQ(names_of(found), names_of(truth)) << scene.name << ", pose " << k;
        ASSERT_EQ(found.touching, truth.touching);
        // The front serves other queries too.
        ASSERT_NEAR(tracker.distance(pose).distance, least, 1e-9 * least);
      }
      several.saw(truth.contacts.size() > 1);
    }
  }
}

// A budget ends a query with a status, and bounds that hold.
TEST(HullTracker, Budgets) {
  const HullTree a = tree_of(generate::bent_torus(400)), b = tree_of(generate::wrinkled_torus(400));
  const Pose pose = Pose::shift({0.4, 0.1, 1.2});
  const Distance truth = distance(a.model(), pose, b.model());
  ASSERT_GT(truth.distance, 0);
  bool unfinished = false;
  for (u64 tests = 1; tests < 200; tests += 7) {
    const Distance found = distance(a, pose, b, {.budget = Budget::of_tests(tests)});
    unfinished |= found.status == Status::unfinished;
    ASSERT_LE(found.at_least, truth.distance * (1 + 1e-12));
    ASSERT_GE(found.at_most, truth.distance * (1 - 1e-12));
  }
  EXPECT_TRUE(unfinished);
}

TEST(HullTracker, FarAwayAndTiny) {
  for (const double size : {1e-9, 1.0, 1e9})
    for (const double far : {0.0, 1e5}) {
      const HullTree a = tree_of(scaled(generate::bent_torus(200), size)), b = tree_of(scaled(generate::spoon(), size));
      HullTracker tracker(a, b);
      Random random(2);
      for (int k = 0; k < 30; ++k) {
        Pose pose =
            Pose::from_axis_angle({1, 2, 3}, 0.1 * k, size * (Vec3d{0, 0, 1.5 + far} + 0.1 * random.in_box(1))).value();
        const Distance truth = distance(a.model(), pose, b.model(), {.solid = true}), found = tracker.distance(pose);
        ASSERT_NEAR(found.distance, truth.distance, 1e-9 * truth.distance) << size << ", " << far;
      }
    }
}

std::vector<Pose> path_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<Pose> out;
  std::size_t frames = 0;
  in >> frames;
  for (double n[12];;) {
    for (double& x : n)
      if (!(in >> x)) return out;
    out.push_back(
        Pose::from_matrix(Mat3d{{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}}}, {n[9], n[10], n[11]})
            .value());
  }
}

Model read_model(const char* name) {
  return Model::make(read_mesh((testing::models() / name).string()).value()).value();
}

TEST(HullTracker, RealModels) {
  APART_NEEDS_MODELS();
  Random random(23);
  std::vector<const char*> names{"rocker-arm.obj", "torus.tris"};
  if (testing::nightly()) names.insert(names.end(), {"fandisk.obj", "bunny.obj"});
  for (const char* name : names) {
    const Model model = read_model(name);
    const HullTree tree = HullTree::make(model).value();
    Bounds box;
    for (const Vec3d& v : model.mesh().vertices()) box.add(v);
    const double size = largest(box.size());
    HullTracker tracker(tree, tree);
    for (int k = 0; k < 20; ++k) {
      const Pose pose = Pose::from_axis_angle({1, random.uniform(-1, 1), 2}, 0.3 * k,
                                              size * (random.in_box(0.3) + Vec3d{k % 2 ? 1.2 : 0.4, 0, 0}))
                            .value();
      const Distance truth = distance(model, pose, model, {.solid = true}), found = tracker.distance(pose);
      ASSERT_NEAR(found.distance, truth.distance, 1e-9 * truth.distance) << name << ", pose " << k;
    }
  }
}

// The tori of the UNC demonstration with their recorded motion.
TEST(HullTracker, RecordedPath) {
  APART_NEEDS_MODELS();
  const HullTree a = HullTree::make(read_model("torus1.tris")).value();
  const HullTree b = HullTree::make(read_model("torus2.tris")).value();
  const std::vector<Pose> of_a = path_of(testing::models() / "torus1.path"),
                          of_b = path_of(testing::models() / "torus2.path");
  ASSERT_EQ(of_a.size(), 2398u);
  ASSERT_EQ(of_b.size(), of_a.size());
  HullTracker tracker(a, b);
  Tracker triangles(a.model(), b.model());
  int apart = 0;
  for (std::size_t k = 0; k < of_a.size(); k += 3) {
    const Pose pose = inverse(of_a[k]) * of_b[k];
    const Distance truth = triangles.distance(pose, {.solid = true}), found = tracker.distance(pose);
    ASSERT_NEAR(found.distance, truth.distance, 1e-9 * truth.distance) << "frame " << k;
    ASSERT_EQ(tracker.collide(pose).colliding, truth.distance == 0) << "frame " << k;
    apart += truth.distance > 0;
  }
  EXPECT_GT(apart, 100);
}

}  // namespace hull_tracker_test
}  // namespace apart
