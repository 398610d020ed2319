// A world against all pairs, one by one, over snapshots that move, add and remove.
#include <apart/world/world.hpp>
#include <map>
#include <samples/generate.hpp>
#include <set>
#include <thread>

#include "tests/support.hpp"

namespace apart {
namespace world_test {

using Pair = std::pair<BodyId, BodyId>;

Geometry random_geometry(Random& random, std::span<const Model> models) {
  switch (random.below(5)) {
    case 0:
      return Shape(Ball{random.uniform(0.2, 0.6)});
    case 1:
      return Shape(Box{{0.3, 0.4, 0.5}});
    case 2:
      return Shape(Capsule{.radius = 0.2, .length = 0.8});
    default:
      return models[random.below(u32(models.size()))];
  }
}

const std::vector<Model>& some_models() {
  static const std::vector<Model> models{Model::make(generate::torus(0.5, 0.2, 12, 8)).value(),
                                         Model::make(generate::box({0.6, 0.4, 0.8})).value(),
                                         Model::make(generate::sphere(0.4, 60)).value()};
  return models;
}

WorldBody random_body(Random& random, double size) {
  WorldBody body{random_geometry(random, some_models()), random.pose(size)};
  body.groups = 1u << random.below(3);
  body.mask = random.chance(0.2) ? 3u : ~0u;
  body.fixed = random.chance(0.2);
  return body;
}

// A mirror of the world, without any structure.
struct Mirror {
  std::map<BodyId, WorldBody> bodies;

  bool is_pair(BodyId a, BodyId b) const {
    const WorldBody &x = bodies.at(a), &y = bodies.at(b);
    return (x.groups & y.mask) && (y.groups & x.mask) && !(x.fixed && y.fixed);
  }
  template <class F>
  std::set<Pair> pairs(F f) const {
    std::set<Pair> out;
    for (const auto& [a, x] : bodies)
      for (const auto& [b, y] : bodies)
        if (a < b && is_pair(a, b) && f(x, y)) out.insert({a, b});
    return out;
  }
};

template <class Answers>
std::set<Pair> ids_of(const Answers& answers) {
  std::set<Pair> out;
  for (const auto& x : answers) out.insert({x.a, x.b});
  return out;
}

void expect_same(const World& world, const Mirror& mirror, Random& random, testing::Outcomes& hits) {
  ASSERT_EQ(world.size(), mirror.bodies.size());
  const auto colliding = world.collisions();
  EXPECT_EQ(ids_of(colliding), mirror.pairs([](const WorldBody& x, const WorldBody& y) {
    return collide(x.geometry, x.pose, y.geometry, y.pose).colliding;
  }));
  EXPECT_TRUE(std::is_sorted(colliding.begin(), colliding.end(),
                             [](const auto& x, const auto& y) { return Pair(x.a, x.b) < Pair(y.a, y.b); }));
  EXPECT_EQ(ids_of(world.within(0.3)), mirror.pairs([](const WorldBody& x, const WorldBody& y) {
    return within(x.geometry, x.pose, y.geometry, y.pose, 0.3).within;
  }));
  double nearest = std::numeric_limits<double>::infinity();
  mirror.pairs([&](const WorldBody& x, const WorldBody& y) {
    nearest = std::min(nearest, distance(x.geometry, x.pose, y.geometry, y.pose).distance);
    return false;
  });
  EXPECT_EQ(world.closest_pair().distance.distance, nearest);
  // One thing with all.
  const Ray ray{random.in_box(3), random.direction()};
  double first = kRayInfinity;
  const Vec3d point = random.in_box(3);
  double closest_one = std::numeric_limits<double>::infinity();
  const Shape probe = Box{{0.5, 0.5, 0.5}};
  const Pose at = random.pose(2);
  std::vector<BodyId> overlapped;
  for (const auto& [id, body] : mirror.bodies) {
    const Ray own{inverse(body.pose) * ray.origin, transposed_times(body.pose.rotation, ray.direction)};
    const RayHit hit = cast(body.geometry, own);
    if (hit.hit) first = std::min(first, hit.t);
    closest_one = std::min(closest_one, closest(body.geometry, inverse(body.pose) * point).distance);
    if (collide(body.geometry, body.pose, Geometry(probe), at)) overlapped.push_back(id);
  }
  const WorldRayHit hit = world.cast(ray);
  hits.saw(hit.hit.hit);
  EXPECT_EQ(hit.hit.hit, first < kRayInfinity);
  if (hit) {
    EXPECT_EQ(hit.hit.t, first);
    EXPECT_LT(length(ray.origin + hit.hit.t * ray.direction - hit.hit.point), 1e-12);
  }
  EXPECT_EQ(world.closest(point).closest.distance, closest_one);
  EXPECT_EQ(world.overlapping(Geometry(probe), at), overlapped);
}

TEST(World, SnapshotsAreTheirBodies) {
  Random random(1);
  testing::Outcomes hits("rays that hit a body", 0.1);
  for (u32 threads : {1u, 3u}) {
    Mirror mirror;
    std::vector<WorldBody> bodies;
    for (BodyId id = 0; id < 40; ++id)
      bodies.push_back(random_body(random, 2)), mirror.bodies.insert_or_assign(id, bodies.back());
    World world(bodies, {.threads = threads});
    expect_same(world, mirror, random, hits);
    for (int frame = 0; frame < testing::cases(60, 400); ++frame) {
      const World before = world;
      const auto then = ids_of(before.collisions());
      std::vector<BodyId> ids, gone, come;
      std::vector<Pose> poses;
      for (auto& [id, body] : mirror.bodies)
        if (random.chance(frame % 7 == 0 ? 0.5 : 0.05)) {
          body.pose = random.pose(2);
          ids.push_back(id), poses.push_back(body.pose);
        }
      world = world.moved(ids, poses);
      for (const auto& [id, body] : mirror.bodies)
        if (random.chance(0.03)) gone.push_back(id);
      world = world.removed(gone);
      for (BodyId id : gone) mirror.bodies.erase(id);
      bodies.clear();
      for (u32 k = random.below(4); k > 0; --k) bodies.push_back(random_body(random, 2));
      world = world.added(bodies, &come);
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        EXPECT_FALSE(mirror.bodies.contains(come[i]));
        mirror.bodies.insert_or_assign(come[i], bodies[i]);
      }
      expect_same(world, mirror, random, hits);
      if (::testing::Test::HasFailure()) FAIL() << "in frame " << frame;
      EXPECT_EQ(ids_of(before.collisions()), then);  // it stayed as it was
    }
  }
}

// Large enough that the index is made anew now and then, and that most frames are changes to an old one.
TEST(World, IsAsIfMadeAnew) {
  Random random(5);
  std::vector<WorldBody> bodies;
  for (int i = 0; i < 700; ++i)
    bodies.push_back({Shape(Ball{random.uniform(0.05, 0.4)}), Pose::shift(random.in_box(3))});
  World world(bodies);
  for (int frame = 0; frame < testing::cases(40, 200); ++frame) {
    std::vector<BodyId> ids;
    std::vector<Pose> poses;
    for (BodyId id = 0; id < bodies.size(); ++id)
      if (random.chance(frame % 10 == 9 ? 0.4 : 0.02)) {
        bodies[id].pose = Pose::shift(random.in_box(3));
        ids.push_back(id), poses.push_back(bodies[id].pose);
      }
    world = world.moved(ids, poses);
    const World fresh(bodies);
    ASSERT_EQ(world.candidates(), fresh.candidates()) << frame;
    ASSERT_EQ(world.candidates(0.05), fresh.candidates(0.05)) << frame;
    ASSERT_GT(world.candidates().size(), 100u);
    const Ray ray{random.in_box(4), random.direction()};
    ASSERT_EQ(world.cast(ray).hit.t, fresh.cast(ray).hit.t);
    const Vec3d point = random.in_box(4);
    ASSERT_EQ(world.closest(point).body, fresh.closest(point).body);
    ASSERT_EQ(world.closest(point).closest.distance, fresh.closest(point).closest.distance);
  }
}

TEST(World, ManyThreadsQueryOneSnapshot) {
  Random random(2);
  std::vector<WorldBody> bodies;
  for (int i = 0; i < 200; ++i) bodies.push_back(random_body(random, 4));
  const auto truth = ids_of(World(bodies).collisions());
  ASSERT_FALSE(truth.empty());
  const World world(bodies);
  std::vector<std::set<Pair>> found(4);
  std::vector<std::thread> threads;
  for (auto& mine : found)
    threads.emplace_back([&] {
      mine = ids_of(world.collisions());
      world.cast({{0, 0, -9}, {0, 0, 1}});
      const BodyId ids[] = {3};
      const Pose poses[] = {Pose{}};
      world.moved(ids, poses).collisions();
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : found) EXPECT_EQ(mine, truth);
}

TEST(World, PosturesTouchNothing) {
  Random random(3);
  std::vector<WorldBody> bodies;
  for (int i = 0; i < 60; ++i) bodies.push_back(random_body(random, 3));
  const World world(bodies, {.threads = 2});
  std::vector<Posture> postures;
  for (int i = 0; i < 60; ++i) {
    Posture posture;
    for (BodyId id = random.below(5); id < 60; id += 7 + random.below(40))
      posture.bodies.push_back(id), posture.poses.push_back(random.pose(3));
    postures.push_back(posture);
  }
  postures.push_back({{0}, {}});
  postures.push_back({{77}, {Pose{}}});
  postures.push_back({{1, 1}, {Pose{}, Pose{}}});
  const std::vector<PostureCollision> found = world.collide_each(postures);
  testing::Outcomes colliding("postures that collide");
  for (std::size_t i = 0; i < 60; ++i) {
    const std::set<BodyId> own(postures[i].bodies.begin(), postures[i].bodies.end());
    const World next = world.moved(postures[i].bodies, postures[i].poses);
    bool truth = false;
    Pair first;
    for (const PairCollision& p : next.collisions())
      if (!truth && (own.contains(p.a) || own.contains(p.b))) truth = true, first = {p.a, p.b};
    EXPECT_EQ(found[i].colliding, truth);
    if (truth) {
      EXPECT_EQ(Pair(found[i].a, found[i].b), first);
    }
    colliding.saw(truth);
  }
  for (std::size_t i = 60; i < postures.size(); ++i) EXPECT_EQ(found[i].status, Status::invalid);
}

TEST(World, FirstImpactIsTheEarliestOfAllPairs) {
  Random random(4);
  testing::Outcomes hits("motions that end in contact");
  for (int round = 0; round < testing::cases(60, 600); ++round) {
    std::vector<WorldBody> bodies;
    for (int i = 0; i < 12; ++i) {
      bodies.push_back({Shape(Ball{0.3}), Pose::shift(random.in_box(3))});
      if (i % 3 == 0) bodies.back().geometry = some_models()[1];
    }
    const World world(bodies, {.threads = 2});
    std::vector<BodyMotion> motions;
    for (BodyId id : {0u, 5u}) motions.push_back({id, RigidMotion::line(bodies[id].pose, random.in_box(3))});
    const ImpactOptions how{.clearance = false};
    double earliest = 2;
    for (BodyId a = 0; a < 12; ++a)
      for (BodyId b = a + 1; b < 12; ++b) {
        const auto motion = [&](BodyId id) {
          return id == 0 ? motions[0].motion : id == 5 ? motions[1].motion : RigidMotion::still(bodies[id].pose);
        };
        if (a != 0 && a != 5 && b != 5) continue;
        const Impact one = impact(bodies[a].geometry, motion(a), bodies[b].geometry, motion(b), how);
        if (one.hit) earliest = std::min(earliest, one.contact_by);
      }
    const WorldImpact found = world.first_impact(motions, how);
    hits.saw(found.impact.hit);
    EXPECT_EQ(found.impact.hit, earliest < 2);
    if (found.impact.hit) {
      EXPECT_EQ(found.impact.contact_by, earliest);
      EXPECT_LE(found.impact.free_until, earliest);
    }
    const RigidMotion way = RigidMotion::line(Pose::shift(random.in_box(3)), random.in_box(4));
    double first = 2;
    for (const WorldBody& body : bodies) {
      const Impact one = impact(body.geometry, RigidMotion::still(body.pose), Shape(Ball{0.1}), way, how);
      if (one.hit) first = std::min(first, one.contact_by);
    }
    const WorldImpact single = world.first_impact(Shape(Ball{0.1}), way, how);
    EXPECT_EQ(single.impact.hit, first < 2);
    if (single.impact.hit) {
      EXPECT_EQ(single.impact.contact_by, first);
    }
  }
}

TEST(World, ContactsWithWarmStarts) {
  const Model cube = Model::make(generate::box({1, 1, 1})).value();
  std::vector<WorldBody> bodies{{Shape(Box{{10, 10, 1}}), Pose::shift({0, 0, -0.5})},
                                {Shape(Box{{1, 1, 1}}), Pose::shift({0, 0, 0.5 - 1e-3})},
                                {Shape(Ball{0.5}), Pose::shift({2, 0, 0.505})},
                                {cube, Pose::shift({-2, 0, 0.502})},
                                {cube, Pose::shift({-2, 0, 1.506})},
                                {Shape(Ball{0.5}), Pose::shift({3, 3, 2})}};
  World world(bodies);
  WorldMemory memory;
  for (int frame = 0; frame < 3; ++frame) {
    const std::vector<PairContacts> found = world.contacts(0.01, memory);
    ASSERT_EQ(ids_of(found), (std::set<Pair>{{0, 1}, {0, 2}, {0, 3}, {3, 4}})) << frame;
    for (const PairContacts& pair : found) {
      ASSERT_FALSE(pair.contacts.empty());
      for (const BodyContact& c : pair.contacts) {
        EXPECT_NEAR(c.normal.z, 1, 1e-9);
        EXPECT_LT(length(c.on_b - c.on_a - c.distance * c.normal), 1e-9);
        EXPECT_NEAR(c.distance, pair.b == 1 ? -1e-3 : pair.b == 2 ? 0.005 : pair.b == 3 ? 0.002 : 0.004, 1e-9);
      }
    }
    EXPECT_EQ(found[0].contacts.size(), 4u);  // a face on a face
    EXPECT_EQ(found[3].contacts.size(), 4u);
    EXPECT_GE(memory.pairs(), 4u);
    const BodyId id[] = {5};
    const Pose pose[] = {Pose::shift({3, 3, 2.0 + frame})};
    world = world.moved(id, pose);
  }
  // Another body under the same id starts anew.
  const BodyId id[] = {2};
  world = world.removed(id);
  const WorldBody other[] = {{Shape(Box{{1, 1, 1}}), Pose::shift({2, 0, 0.505})}};
  world = world.added(other);
  EXPECT_EQ(world.contacts(0.01, memory)[1].contacts.size(), 4u);
}

// The same contacts wherever the two are, and whichever is first.
TEST(World, ContactsTurnWithTheBodies) {
  Random random(9);
  const Geometry box = Shape(Box{{1, 1, 1}}), ball = Shape(Ball{0.5}), below = Shape(HalfSpace{{0, 0, 1}, 0.5});
  const Geometry cube = Model::make(generate::box({1, 1, 1})).value();
  for (int round = 0; round < 30; ++round) {
    const Pose frame = random.pose(3);
    const Vec3d up = frame.rotate({0, 0, 1});
    for (const Geometry& upper : {box, ball, cube})
      for (const Geometry& lower : {box, below, cube})
        for (bool first : {true, false}) {
          const WorldBody low{lower, frame}, high{upper, frame * Pose::shift({0.1, 0.05, 1.002})};
          WorldMemory memory;
          const WorldBody both[] = {first ? low : high, first ? high : low};
          const std::vector<PairContacts> found = World(both).contacts(0.01, memory);
          ASSERT_EQ(found.size(), 1u);
          ASSERT_EQ(found[0].contacts.size(),
                    std::holds_alternative<Shape>(upper) && std::get<Shape>(upper).kind() == CoreKind::point ? 1u : 4u);
          for (const BodyContact& c : found[0].contacts) {
            EXPECT_LT(length(c.normal - (first ? up : -up)), 1e-6);
            EXPECT_NEAR(c.distance, 0.002, 1e-9);
            EXPECT_LT(length(c.on_b - c.on_a - c.distance * c.normal), 1e-9);
            EXPECT_NEAR((inverse(frame) * c.on_a).z, first ? 0.5 : 0.502, 1e-9);
          }
        }
  }
}

TEST(World, FiltersAndBadInput) {
  const Shape ball = Ball{1};
  const WorldBody three[] = {{ball}, {ball}, {ball}};
  EXPECT_EQ(World(three).collisions().size(), 3u);
  const World filtered(three, {.filter = [](BodyId a, BodyId b) { return a + b != 2; }});
  EXPECT_EQ(ids_of(filtered.collisions()), (std::set<Pair>{{0, 1}, {1, 2}}));
  EXPECT_FALSE(filtered.is_pair(2, 0));
  const World empty;
  EXPECT_EQ(empty.size(), 0u);
  EXPECT_TRUE(empty.collisions().empty());
  EXPECT_EQ(empty.closest_pair().distance.status, Status::nothing);
  EXPECT_EQ(empty.cast({{}, {1, 0, 0}}).hit.status, Status::nothing);
  EXPECT_EQ(empty.closest({}).closest.status, Status::nothing);
  const World world(three);
  const BodyId one[] = {1}, gone[] = {7};
  const Pose pose[] = {Pose{}};
  const Pose bad[] = {Pose::shift({std::nan(""), 0, 0})};
  EXPECT_THROW(world.moved(gone, pose), UsageError);
  EXPECT_THROW(world.moved(one, bad), UsageError);
  EXPECT_THROW(world.moved(one, {}), UsageError);
  EXPECT_THROW(world.removed(gone), UsageError);
  EXPECT_THROW(world.pose(7), UsageError);
  EXPECT_EQ(world.cast({{}, {}}).hit.status, Status::invalid);
  EXPECT_EQ(world.closest({std::nan(""), 0, 0}).closest.status, Status::invalid);
  const BodyMotion invalid[] = {{0, RigidMotion::still(bad[0])}};
  EXPECT_EQ(world.first_impact(invalid).impact.status, Status::invalid);
  // Bodies without bounds, and without triangles.
  const WorldBody odd[] = {
      {Shape(HalfSpace{{0, 0, 1}, 0})}, {Model::make(Mesh{}).value()}, {ball, Pose::shift({0, 0, 1})}};
  const World with_plane(odd);
  EXPECT_EQ(ids_of(with_plane.collisions()), (std::set<Pair>{{0, 2}}));
  EXPECT_EQ(with_plane.cast({{5, 5, 5}, {0, 0, -1}}).body, 0u);
}

}  // namespace world_test
}  // namespace apart
