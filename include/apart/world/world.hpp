// Many bodies as a value: an immutable snapshot that any thread may query, from which the next one is made at the cost
// of what moved.
#pragma once
#include <apart/broad/broad_phase.hpp>
#include <apart/motion/impact.hpp>
#include <apart/queries/closest.hpp>
#include <apart/queries/ray.hpp>
#include <apart/scene/many.hpp>

namespace apart {

namespace world {
struct WorldState;
}

using BodyId = u32;

struct WorldBody {
  Geometry geometry;  // bodies may share a Model: it is not copied
  Pose pose{};        // in the world
  // Two bodies are a pair if each is in a group that the other's mask names, and not both are fixed.
  u32 groups = 1, mask = ~u32(0);
  bool fixed = false;
};

struct WorldOptions {
  u32 threads = 1;  // of queries over all pairs, 0: all; answers do not depend on it
  // Pairs that it returns false for are left out. Called with a < b, from several threads.
  std::function<bool(BodyId a, BodyId b)> filter{};
};

struct PairCollision {
  BodyId a = 0, b = 0;  // a < b
  Collision collision{};
};

struct WorldRayHit {
  BodyId body = 0;
  RayHit hit{};  // in the world
  explicit operator bool() const { return hit.hit; }
};
struct WorldClosest {
  BodyId body = 0;
  ClosestPoint closest{};  // in the world; Status::nothing if there is no body
};
struct WorldImpact {
  BodyId a = 0, b = 0;  // a < b; without meaning unless hit
  Impact impact{};      // in A's frame, as of impact(): free_until holds for all pairs
};
struct BodyMotion {
  BodyId body = 0;
  RigidMotion motion{};  // in the world
};

// Other poses of some bodies, looked at without making a world of them.
struct Posture {
  std::vector<BodyId> bodies;
  std::vector<Pose> poses;
};
struct PostureCollision {
  bool colliding = false;  // does a body of the posture collide with any other?
  BodyId a = 0, b = 0;     // a < b: the first such pair, if colliding
  Status status = Status::exact;
  explicit operator bool() const { return colliding; }
};

// What a caller keeps of all pairs from one snapshot to the next: warm starts of contacts. Not thread-safe.
class WorldMemory {
 public:
  WorldMemory();
  ~WorldMemory();
  WorldMemory(WorldMemory&&) noexcept;
  WorldMemory& operator=(WorldMemory&&) noexcept;
  std::size_t pairs() const;

 private:
  friend class World;
  struct State;
  std::unique_ptr<State> state_;
};

struct BodyContact {
  Vec3d on_a{}, on_b{};  // in the world: on_b − on_a = distance · normal, to rounding
  Vec3d normal{};        // of length 1, from A to B
  double distance = 0;   // negative: a depth
};
struct PairContacts {
  BodyId a = 0, b = 0;
  std::vector<BodyContact> contacts;
  // unfinished: they touch or overlap, and there are no contacts that say how (open surfaces that cross, one solid
  // inside the other, regions that closed models share).
  Status status = Status::exact;
};

// Cheap to copy: copies share everything. Ids are those of add, the lowest free ones.
class World {
 public:
  World();
  explicit World(std::span<const WorldBody> bodies, const WorldOptions& options = {});

  // The next snapshot; this one stays as it is. Throws UsageError for an id that is not there, a pose that is not
  // usable, or lists of different lengths.
  World moved(std::span<const BodyId> ids, std::span<const Pose> poses) const;
  World added(std::span<const WorldBody> bodies, std::vector<BodyId>* ids = nullptr) const;
  World removed(std::span<const BodyId> ids) const;

  u32 size() const;  // bodies that are there
  u32 end() const;   // more than any id
  bool holds(BodyId id) const;
  WorldBody body(BodyId id) const;
  const Pose& pose(BodyId id) const;
  const Bounds& box(BodyId id) const;      // holds the body, with room for rounding
  bool is_pair(BodyId a, BodyId b) const;  // by groups, masks and the filter

  // Of all pairs, sorted by a and b.
  std::vector<BoxPair> candidates(double clearance = 0) const;  // whose boxes are within the clearance of each other
  std::vector<PairCollision> collisions(
      const CollideOptions& options = {}) const;  // those that collide or are unfinished
  std::vector<PairWithin> within(double clearance, const CollideOptions& options = {}) const;
  PairDistance closest_pair(const DistanceOptions& options = {}) const;  // as closest_pair() of many.hpp
  // Of all pairs no farther apart than the margin, with what is remembered of them.
  std::vector<PairContacts> contacts(double margin, WorldMemory& memory) const;

  // Of one thing with all bodies; of equally good ones the body with the lowest id.
  WorldRayHit cast(const Ray& ray) const;
  WorldClosest closest(Vec3d point, const ClosestOptions& options = {}) const;
  std::vector<BodyId> overlapping(const Geometry& geometry, const Pose& pose, const CollideOptions& options = {}) const;
  // The body that a geometry first touches on its way, and when.
  WorldImpact first_impact(const Geometry& geometry, const RigidMotion& motion,
                           const ImpactOptions& options = {}) const;
  // The first contact of any pair while some bodies move; the others rest.
  WorldImpact first_impact(std::span<const BodyMotion> motions, const ImpactOptions& options = {}) const;

  // For each posture, whether its bodies collide with each other or with those that it does not name. In parallel; a
  // posture that is not usable is Status::invalid, and colliding.
  std::vector<PostureCollision> collide_each(std::span<const Posture> postures,
                                             const CollideOptions& options = {}) const;

 private:
  using State = world::WorldState;
  explicit World(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

}  // namespace apart
