// What a snapshot holds: its bodies, an index of the boxes as they were at an earlier one, and a tree of those that
// have changed since.
#pragma once
#include <apart/world/body_chunks.hpp>
#include <apart/world/world_index.hpp>

namespace apart::world {

struct WorldState {
  WorldOptions options;
  BodyChunks bodies;
  std::vector<BodyId> free;  // sorted, the lowest last
  u32 count = 0;
  std::shared_ptr<const WorldIndex> index;
  std::vector<BodyId> changed;                     // since the index: those that are there
  std::vector<Bounds> changed_boxes;               // of each
  std::unique_ptr<const PackedTree> changed_tree;  // its indices are places in `changed`

  const PlacedBody& body(BodyId id) const {
    APART_ASSERT(id < bodies.end() && bodies[id].body, "no body has this id");
    return bodies[id];
  }
  bool is_pair(BodyId a, BodyId b) const {
    const WorldBody &x = *bodies[a].body, &y = *bodies[b].body;
    return (x.groups & y.mask) && (y.groups & x.mask) && !(x.fixed && y.fixed) &&
           (!options.filter || options.filter(lesser(a, b), larger(a, b)));
  }
  // f(id) for each body whose box overlaps this one.
  template <class F>
  void each_overlapping(const Bounds& box, F f) const {
    index->boxes().each_overlapping(box, [&](u32 id) {
      if (bodies[id].indexed) f(id);
    });
    changed_tree->each_overlapping(box, [&](u32 place) { f(changed[place]); });
  }
  // Bodies in the order of a bound, as PackedTree::by_bound: first those of one tree, then those of the other.
  template <class Bound, class Visit>
  void by_bound(double limit, Bound bound, Visit visit) const {
    index->tree().by_bound(limit, bound, [&](u32 id) { return bodies[id].indexed ? limit = visit(id) : limit; });
    changed_tree->by_bound(limit, bound, [&](u32 place) { return visit(changed[place]); });
  }
  // The state after changes to `bodies`: notes what the index does not know, or makes a new one.
  void finish();
};

// The box of a body, with room for the rounding of all that is computed in its frame.
Bounds body_box(const Geometry& geometry, const Pose& pose);
Bounds grown(const Bounds& box, double by);

}  // namespace apart::world
