// A program of somebody else: both doors, a query of each kind for each kind of
// pair, and input that must be refused.
#include <apart/apart.hpp>
#include <apart/engine.hpp>
#include <apart/version.hpp>
#include <cstdio>

namespace {

int failures = 0;
void expect(bool holds, const char* what) {
  if (!holds) std::printf("does not hold: %s\n", what), ++failures;
}
#define EXPECT(what) expect(what, #what)

// A query of one's own, for the traversal: how many pairs of triangles touch.
struct Touches {
  using Measure = apart::traversal::Touching;
  const apart::Mesh& a;
  apart::Pose b_in_a;
  const apart::Mesh& b;
  int count = 0;

  static double reach() { return 0; }
  apart::traversal::Found primitives(apart::u32 i, apart::u32 j) {
    if (!apart::triangles::overlap(a.triangle(i), b_in_a * b.triangle(j))) return apart::traversal::Found::nothing;
    ++count;
    return apart::traversal::Found::contact;
  }
};

}  // namespace

int main() {
  const std::vector<apart::Vec3d> corners{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
  const std::vector<apart::Face> faces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const apart::Mesh mesh = apart::Mesh::make(corners, faces).value();
  const apart::Model corner = apart::Model::make(mesh).value();
  const apart::Shape ball = apart::Ball{1}, box = apart::Box{{2, 2, 2}};
  const auto aside = apart::Pose::shift({5, 0, 0}), through = apart::Pose::shift({0.25, 0.25, 0.25});
  const std::vector<apart::Pose> both{through, aside};

  // Model and model, model and shape either way, shape and shape.
  const auto pair = [&](const auto& a, const auto& b, double gap) {
    EXPECT(apart::collide(a, through, b) && !apart::collide(a, aside, b));
    EXPECT(apart::distance(a, aside, b).distance == gap);
    EXPECT(apart::distance(a, aside, b, aside).distance == 0);
    EXPECT(apart::within(a, aside, b, gap) && !apart::within(a, aside, b, gap * 0.9));
    EXPECT(apart::span(a, aside, b).distance > gap);
    EXPECT(apart::distance(a, both, b).answers[1].distance == gap);
    apart::Tracker tracker(a, b);
    EXPECT(tracker.distance(aside).distance == gap);
  };
  pair(corner, corner, 3);
  pair(corner, ball, 2);
  pair(ball, corner, 4);
  pair(box, ball, 3);
  const apart::Geometry either = ball;
  EXPECT(apart::distance(corner, aside, either).distance == 2);

  // Of models.
  EXPECT(apart::clash(corner, through, corner).state == apart::Clash::State::clash);
  EXPECT(!apart::collisions(corner, through, corner).pairs.empty());
  EXPECT(!apart::intersection(corner, through, corner).curves.empty());
  EXPECT(apart::self_collisions(corner).empty());
  EXPECT(apart::inside(corner, {0.25, 0.25, 0.25}) && !apart::inside(corner, {2, 2, 2}));
  EXPECT(!apart::contained(corner, aside, corner));
  // Of shapes.
  EXPECT(apart::signed_distance(box, through, box).distance < 0);
  EXPECT(apart::penetration(box, through, box).depth > 0);
  EXPECT(apart::cast(box, aside, ball, {-5, 0, 0}).hit);
  EXPECT(apart::closest(ball, {3, 0, 0}).distance == 2);
  EXPECT(apart::inside(ball, {0.5, 0, 0}));
  EXPECT(apart::manifold(box, apart::Pose::shift({0, 0, 2}), box).count == 4);
  // Of many.
  const std::vector<apart::AssemblyPart> parts{{.name = "a", .group = "", .model = corner},
                                               {.name = "b", .group = "", .model = corner, .pose = through}};
  EXPECT(apart::check(parts).how_many(apart::PairState::clash) == 1);
  EXPECT(apart::near_pairs(apart::world_boxes(parts)).size() == 1);

  EXPECT(!apart::Mesh::make({{0, 0, 0}}, {{0, 1, 2}}));
  EXPECT(!apart::load("is-not-there.stl"));
  EXPECT(apart::parse_shape("box:1,2,3+0.5").value().radius() == 0.5);
#ifdef PACKAGE_VERSION
  char version[40];
  std::snprintf(version, sizeof version, "%d.%d.%d", apart::kVersion.major, apart::kVersion.minor,
                apart::kVersion.patch);
  EXPECT(std::string(version) == PACKAGE_VERSION);
#endif

  // The engine: a topology, a volume for every node, a traversal with a probe.
  const auto tree = apart::hierarchy::fit_tree<apart::volumes::Aabb<float>>(apart::hierarchy::build(mesh), mesh);
  Touches query{.a = mesh, .b_in_a = through, .b = mesh};
  apart::traversal::Count probe;
  apart::traversal::walk(tree, through, tree, query, probe);
  EXPECT(query.count == static_cast<int>(apart::collisions(corner, through, corner).pairs.size()));
  EXPECT(probe.contacts == static_cast<apart::u64>(query.count) && probe.volume_tests() > 0);
  return failures;
}
