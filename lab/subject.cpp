// Trees of every kind of volume behind one interface, with counted queries.
#include "lab/subject.hpp"
#include <apart/hierarchy/fit/fit_tree.hpp>

#include <apart/hierarchy/builders/build.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>

#include "lab/clock.hpp"

namespace apart::lab {
namespace {

constexpr double kApart = std::numeric_limits<double>::infinity();

// Oriented boxes one pair at a time, so that their times are comparable with others: a custom measure is not tested in
// lanes.
struct TouchingBoxes : Touching {};

// Oriented boxes by their face normals only.
struct TouchingFaces : Touching {
  using Touching::bound;
  static double bound(const Obb<float>& a, const Placement<float>& at, const Obb<float>& b) {
    return overlap_by_faces(a, at, b) ? 0.0 : kApart;
  }
};

// The dual volume as its own overlap() tests it, counting how often the boxes are tested.
struct TouchingDuals : Touching {
  using Touching::bound;
  static inline u64 boxes = 0;
  static double bound(const Dual<float>& a, const Placement<float>& at, const Dual<float>& b) {
    if (!overlap(a.ball, at, b.ball)) return kApart;
    ++boxes;
    return apart_by_five(ObbPair<float>(a.box, at, b.box)) ? kApart : 0.0;
  }
};

template <class M>
struct ContactsQuery {
  using Measure = M;
  PlacedPair pair;
  Found when_touching;

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32, const Triangle& s, u32, const Triangle& t) {
    return overlap(s, t) ? when_touching : Found::nothing;
  }
};

// B's volumes in A's model space, each placed once a query.
template <class V>
struct Tumbled : InModelSpace<V> {
  Tumbled(const Frame& a, const Pose& b_in_a, const Frame& b, PlacedVolumes<V>& cache)
      : InModelSpace<V>(a, b_in_a, b, &cache) {}
};

template <class V, class Measure = Touching, class Space = InOwnSpace<V>>
class TreeSubject final : public Subject {
 public:
  TreeSubject(const Mesh& mesh, const Topology& topology) : mesh_(mesh), tree_(fit_tree<V>(topology, mesh)) {}

  TreeFacts facts() const override { return apart::facts(tree_); }

  Walked contacts(const Pose& b_in_a, const Subject& other, Until until) const override {
    const auto& b = dynamic_cast<const TreeSubject&>(other);
    Walked out;
    ContactsQuery<Measure> query{{mesh_, b_in_a, b.mesh_}, until == Until::all ? Found::contact : Found::enough};
    const u64 boxes_before = TouchingDuals::boxes;
    out.seconds = seconds_of([&] {
      if constexpr (std::is_same_v<Space, Tumbled<V>>) {
        b.placed_.begin(b.tree_.nodes.size());
        walk_in(Space(tree_.frame, b_in_a, b.tree_.frame, b.placed_), tree_, b.tree_, query, out.count);
      } else {
        walk_in(Space(tree_.frame, b_in_a, b.tree_.frame), tree_, b.tree_, query, out.count);
      }
    });
    out.box_tests = TouchingDuals::boxes - boxes_before;
    return out;
  }

 private:
  const Mesh& mesh_;
  Tree<V> tree_;
  mutable PlacedVolumes<V> placed_;  // memory that is used again
};

}  // namespace

Walked& Walked::operator+=(const Walked& more) {
  count.disjoint += more.count.disjoint, count.meeting += more.count.meeting;
  count.separated += more.count.separated, count.contacts += more.count.contacts;
  count.updates += more.count.updates, count.boxes += more.count.boxes;
  box_tests += more.box_tests, seconds += more.seconds;
  return *this;
}

const char* name_of(Kind kind) {
  constexpr const char* names[] = {"Sphere", "Aabb",    "Aabb, placed", "18-dop", "18-dop, tumbled",
                                   "26-dop", "Capsule", "Lozenge",      "Obb",    "Obb, faces",
                                   "Dual",   "Hull"};
  return names[static_cast<int>(kind)];
}

std::unique_ptr<Subject> subject(Kind kind, const Mesh& mesh, const Topology& topology) {
  switch (kind) {
    case Kind::sphere:
      return std::make_unique<TreeSubject<Sphere<float>>>(mesh, topology);
    case Kind::aabb:
      return std::make_unique<TreeSubject<Aabb<float>>>(mesh, topology);
    case Kind::aabb_placed:
      return std::make_unique<TreeSubject<Aabb<float>, Touching, InModelSpace<Aabb<float>>>>(mesh, topology);
    case Kind::kdop18:
      return std::make_unique<TreeSubject<Kdop<float, 18>>>(mesh, topology);
    case Kind::kdop18_tumbled:
      return std::make_unique<TreeSubject<Kdop<float, 18>, Touching, Tumbled<Kdop<float, 18>>>>(mesh, topology);
    case Kind::kdop26:
      return std::make_unique<TreeSubject<Kdop<float, 26>>>(mesh, topology);
    case Kind::capsule:
      return std::make_unique<TreeSubject<CapsuleVolume<float>>>(mesh, topology);
    case Kind::lozenge:
      return std::make_unique<TreeSubject<Lozenge<float>>>(mesh, topology);
    case Kind::obb:
      return std::make_unique<TreeSubject<Obb<float>, TouchingBoxes>>(mesh, topology);
    case Kind::obb_faces:
      return std::make_unique<TreeSubject<Obb<float>, TouchingFaces>>(mesh, topology);
    case Kind::dual:
      return std::make_unique<TreeSubject<Dual<float>, TouchingDuals>>(mesh, topology);
    case Kind::hull:
      return std::make_unique<TreeSubject<HullVolume<float>>>(mesh, topology);
  }
  return nullptr;
}

Topology published_topology(const Mesh& mesh) { return build(mesh, TopDown<CovarianceMean>{}); }

}  // namespace apart::lab
