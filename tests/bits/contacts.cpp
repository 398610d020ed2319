// Rows of apart_bits for contacts, convex decompositions and the trees of hulls made of them.
#include <apart/decompose/hull_tree.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/hull_tracker.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {
namespace {

void add(Hash& hash, const SurfaceFeature& x) { hash.add(static_cast<int>(x.kind), x.first, x.second); }

bool add(Hash& hash, const Contacts& all) {
  hash.add(all.touching, all.contained, all.status);
  for (const Contact& x : all.contacts) {
    hash.add(x.distance, x.on_a, x.on_b, x.normal);
    add(hash, x.feature_a), add(hash, x.feature_b);
  }
  for (const ContactRegion& x : all.overlaps) {
    hash.add(x.depth, x.normal, x.area, x.low, x.high);
    for (const ContactPoint& point : x.points) hash.add(point.on_a, point.on_b, point.depth);
    add(hash, x.piece_a), add(hash, x.piece_b);
  }
  return !all.overlaps.empty();
}

void add(Hash& hash, const Decomposition& x) {
  hash.add(x.patch_of, x.first_face, x.faces, x.first_vertex, x.vertices, x.source);
  for (const Face& f : x.hull_faces) hash.add(f[0], f[1], f[2]);
}

void add(Hash& hash, const HullTree& tree) {
  for (u32 node = 0; node < tree.size(); ++node) {
    hash.add(tree.is_leaf(node), tree.parent(node));
    for (u32 k = 0; k < tree.face_count(node); ++k) {
      const HullTree::Facet f = tree.face(node, k);
      hash.add(f.vertices[0], f.vertices[1], f.vertices[2], static_cast<int>(f.kind), f.shared, f.source);
    }
    for (u32 k = 0; k < tree.vertex_count(node); ++k) hash.add(tree.vertex(node, k));
  }
}

void ask_decompositions(const Pieces& p) {
  const auto each_model = [&](const char* name, auto choices, auto ask) {
    const auto one = [&, k = std::size_t{0}](Random&, Hash& hash) mutable {
      const Model& model = p.models[k / std::size(choices)];
      return ask(model, choices[k++ % std::size(choices)], hash);
    };
    query(name, "models", one, static_cast<u32>(p.models.size() * std::size(choices)));
  };
  each_model("decompose", std::to_array(kDecompositionMethods),
             [](const Model& model, DecompositionMethod method, Hash& hash) {
               if (method == DecompositionMethod::global && model.mesh().size() > 200) return false;
               const Decomposition x = decompose(model, {.method = method}).value();
               add(hash, x);
               return x.size() > 1;
             });
  each_model("hull_tree", std::to_array(kHullSplits), [](const Model& model, HullSplit split, Hash& hash) {
    const HullTree tree = HullTree::make(model, {.split = split}).value();
    add(hash, tree);
    return tree.pieces() > 1;
  });
}

void ask_hull_trackers(const Pieces& p) {
  const HullTree a = HullTree::make(p.models[4]).value(), b = HullTree::make(p.models[7]).value();
  HullTracker tracker(a, b);
  Drift drift({1.5, 0, 0});
  query("hull_tracker", "models", [&](Random& random, Hash& hash) {
    const Pose at = drift.next(random);
    const Distance x = tracker.distance(at);
    hash.add(x.distance, x.on_a, x.on_b, x.at_least, x.a.triangle, x.b.triangle, x.status);
    hash.add(tracker.collide(at).colliding);  // one after the other: each remembers
    hash.add(tracker.within(at, 0.1).within);
    return x.distance > 0;
  });
  query(
      "hull_tracker_contacts", "models",
      [&](Random& random, Hash& hash) { return add(hash, tracker.contacts(drift.next(random), 0.05)); }, 300);
  query(
      "hull_tree_pairs", "models",
      [&](Random& random, Hash& hash) {
        const Pose at = meet(random, p.of_models[4], p.of_models[7]);
        const Distance x = distance(a, at, b);
        hash.add(x.distance, x.on_a, x.on_b, x.a.triangle, x.b.triangle, x.status);
        hash.add(collide(a, at, b).colliding, within(a, at, b, 0.1).within);
        return x.distance > 0;
      },
      500);
}

}  // namespace

void ask_contacts(const Pieces& p) {
  query(
      "contacts", "models",
      [&](Random& random, Hash& hash) {
        const Drawn a = draw(random, p), b = draw(random, p);
        const Pose at = meet(random, a.thing, b.thing);
        return add(hash, contacts(a.model, at, b.model, 0.1 * random.below(3)));
      },
      1000);
  query("contacts", "shapes", [&](Random& random, Hash& hash) {
    const Shape& a = one_of(p.shapes, random);
    const Shape& b = one_of(p.shapes, random);
    const Pose at = meet(random, kShapeThing, kShapeThing);
    return add(hash, contacts(a, at, b, 0.1 * random.below(3)));
  });
  query(
      "contacts", "model-shape",
      [&](Random& random, Hash& hash) {
        const Drawn a = draw(random, p);
        const Shape& b = one_of(p.shapes, random);
        const Pose at = meet(random, a.thing, kShapeThing);
        return add(hash, contacts(a.model, at, b, 0.1 * random.below(3)));
      },
      500);
  ask_decompositions(p);
  ask_hull_trackers(p);
}

}  // namespace apart::bits
