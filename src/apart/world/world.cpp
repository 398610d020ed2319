#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/scene/assembly.hpp>
#include <apart/world/world_state.hpp>

namespace apart {

using namespace world;

namespace world {

Bounds grown(const Bounds& box, double by) {
  if (is_empty(box)) return box;
  const Vec3d room{by, by, by};
  return {box.low - room, box.high + room};
}

Bounds body_box(const Geometry& geometry, const Pose& pose) {
  const Bounds box = reach_box(geometry, pose);
  return grown(box, is_empty(box) ? 0 : 2e-13 * largest(larger(abs(box.low), abs(box.high))));
}

void WorldState::finish() {
  const bool much = changed.size() > 64 && changed.size() > count / 8;
  if (!index || much) {
    std::vector<Bounds> boxes(bodies.end());
    for (BodyId id = 0; id < bodies.end(); ++id) {
      if (!bodies[id].body) continue;
      boxes[id] = bodies[id].box;
      if (!bodies[id].indexed) bodies.change(id).indexed = true;
    }
    index = std::make_shared<WorldIndex>(std::move(boxes));
    changed.clear();
  }
  changed_boxes.clear();
  for (BodyId id : changed) changed_boxes.push_back(bodies[id].box);
  std::vector<u32> places;
  for (u32 i = 0; i < changed.size(); ++i)
    if (!is_empty(changed_boxes[i])) places.push_back(i);
  changed_tree = std::make_unique<PackedTree>(changed_boxes, std::move(places), Workers::alone());
}

}  // namespace world

namespace {

// Everything but what finish() makes.
std::shared_ptr<WorldState> next_of(const WorldState& from) {
  auto out = std::make_shared<WorldState>();
  out->options = from.options;
  out->bodies = from.bodies;
  out->free = from.free;
  out->count = from.count;
  out->index = from.index;
  out->changed = from.changed;
  return out;
}

}  // namespace

World::World() : World(std::span<const WorldBody>()) {}

World::World(std::span<const WorldBody> bodies, const WorldOptions& options) {
  auto state = std::make_shared<State>();
  state->options = options;
  for (const WorldBody& body : bodies) {
    const BodyId id = state->bodies.end();
    PlacedBody& to = state->bodies.change(id);
    to.pose = require_usable(body.pose);
    to.box = body_box(body.geometry, to.pose);
    to.body = std::make_shared<const WorldBody>(body);
  }
  state->count = state->bodies.end();
  state->finish();
  state_ = std::move(state);
}

World World::moved(std::span<const BodyId> ids, std::span<const Pose> poses) const {
  APART_ASSERT(ids.size() == poses.size(), "one pose per body");
  auto next = next_of(*state_);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const PlacedBody& from = state_->body(ids[i]);
    const Pose pose = require_usable(poses[i]);
    PlacedBody& to = next->bodies.change(ids[i]);
    if (to.indexed) next->changed.push_back(ids[i]);
    to.pose = pose;
    to.box = body_box(from.body->geometry, pose);
    to.indexed = false;
  }
  next->finish();
  return World(std::move(next));
}

World World::added(std::span<const WorldBody> bodies, std::vector<BodyId>* ids) const {
  auto next = next_of(*state_);
  if (ids) ids->clear();
  for (const WorldBody& body : bodies) {
    const Pose pose = require_usable(body.pose);
    BodyId id = next->bodies.end();
    if (!next->free.empty()) {
      id = next->free.back();
      next->free.pop_back();
    }
    PlacedBody& to = next->bodies.change(id);
    to = {std::make_shared<const WorldBody>(body), pose, body_box(body.geometry, pose), false};
    next->changed.push_back(id);
    ++next->count;
    if (ids) ids->push_back(id);
  }
  next->finish();
  return World(std::move(next));
}

World World::removed(std::span<const BodyId> ids) const {
  auto next = next_of(*state_);
  for (BodyId id : ids) {
    if (!next->body(id).indexed) std::erase(next->changed, id);
    next->bodies.change(id) = {};
    next->free.push_back(id);
    --next->count;
  }
  std::sort(next->free.begin(), next->free.end(), std::greater<>());
  next->finish();
  return World(std::move(next));
}

u32 World::size() const { return state_->count; }
u32 World::end() const { return state_->bodies.end(); }
bool World::holds(BodyId id) const { return id < state_->bodies.end() && state_->bodies[id].body; }
WorldBody World::body(BodyId id) const {
  const PlacedBody& at = state_->body(id);
  WorldBody out = *at.body;
  out.pose = at.pose;
  return out;
}
const Pose& World::pose(BodyId id) const { return state_->body(id).pose; }
const Bounds& World::box(BodyId id) const { return state_->body(id).box; }
bool World::is_pair(BodyId a, BodyId b) const {
  state_->body(a), state_->body(b);
  return a != b && state_->is_pair(a, b);
}

}  // namespace apart
