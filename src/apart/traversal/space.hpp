// The space in which the volumes of two trees are tested: that of one volume of the pair, with nothing transformed
// beforehand; A's model space, into which B's volumes are transformed; or the world's axes, into which all are.
// Transformed volumes may be cached for the rest of the query.
#pragma once
#include <apart/base/relative.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/traversal/query.hpp>
#include <apart/volumes/volume.hpp>
#include <functional>
#include <optional>
#include <vector>

namespace apart::traversal {

// Volumes of one tree, transformed for one query. The caller may keep it between queries, so that its memory is used
// again; a number marks the entries of the current query.
template <Volume V>
class PlacedVolumes {
 public:
  void begin(std::size_t nodes) {
    nodes_ = nodes;
    fresh_ = true;
    if (numbers_.size() < nodes) numbers_.resize(nodes, 0), volumes_.resize(nodes, V::nothing());
    if (++query_ == 0) {  // after 2³² queries
      std::fill(numbers_.begin(), numbers_.end(), 0);
      query_ = 1;
    }
  }
  // Called by the space that is to use them: volumes of an earlier query would be wrong in it.
  void use() {
    APART_ASSERT(fresh_, "placed volumes of an earlier query: call begin() for each");
    fresh_ = false;
  }
  template <class Place>
  const V& get(u32 node, Place place) {
    APART_ASSERT(node < nodes_, "placed volumes of another, smaller tree");
    if (numbers_[node] != query_) volumes_[node] = place(), numbers_[node] = query_;
    return volumes_[node];
  }
  bool has(u32 node) const { return numbers_[node] == query_; }

 private:
  u32 query_ = 0;
  std::size_t nodes_ = 0;
  bool fresh_ = false;
  std::vector<u32> numbers_;
  std::vector<V> volumes_;
};

// Volumes in one frame, with a bound of their relative rounding error.
template <Volume V>
auto together(double slack) {
  using T = typename V::Scalar;
  if constexpr (AlignedVolume<V>)
    return OneFrame<T>{round_above<T>(slack)};
  else
    return PlacementFor<V>(Placement<T>{.slack = round_above<T>(slack)});
}
template <Volume V>
using TogetherFor = decltype(together<V>(0.0));

template <Volume V>
class InOwnSpace {
 public:
  InOwnSpace(const Frame& a, const Pose& b_in_a, const Frame& b) : at_(placement_for<V>(a, b_in_a, b)) {}

  template <class Measure, class Probe>
  double bound(u32, const V& a, u32, const V& b, Probe&) const {
    return Measure::bound(a, at_, b);
  }
  const PlacementFor<V>& placement() const { return at_; }

  // The parts of a test, each by itself: what is done with a volume of A and of B before, and the test.
  const V& placed_a(const V& a) const { return a; }
  const V& placed_b(const V& b) const { return b; }
  template <class Measure>
  double tested(const V& a, const V& b) const {
    return Measure::bound(a, at_, b);
  }

 private:
  PlacementFor<V> at_;
};

// How volumes that cannot rotate are placed: wrapped; or, where two have not been placed yet and only whether they meet
// is asked, after a test of spheres around them (Ericson 2005, section 4.6.4).
enum class Tumbling { wrap, after_balls };

template <Volume V>
class InModelSpace {
 public:
  // Another way to place a volume of B, by its index.
  using Place = std::function<V(u32 node)>;

  InModelSpace(const Frame& a, const Pose& b_in_a, const Frame& b, PlacedVolumes<V>* cache = nullptr,
               Tumbling tumbling = Tumbling::wrap, Place place = {})
      : b_here_{b_in_a.rotation, b_in_a * b.centre - a.centre},
        placer_{b_here_},
        at_(together<V>(double(placement<typename V::Scalar>(a, b_in_a, b).slack))),
        cache_(cache),
        place_(std::move(place)) {
    if (cache) cache->use();
    if constexpr (AlignedVolume<V>)
      if (tumbling == Tumbling::after_balls) balls_ = placement<typename V::Scalar>(a, b_in_a, b);
  }

  template <class Measure, class Probe>
  double bound(u32, const V& a, u32 b_node, const V& b, Probe& probe) const {
    if constexpr (AlignedVolume<V> && std::derived_from<Measure, Touching>)
      if (balls_ && !(cache_ && cache_->has(b_node)) && !overlap(ball_around(a), *balls_, ball_around(b)))
        return std::numeric_limits<double>::infinity();
    const auto place = [&] {
      probe.update();
      return place_ ? place_(b_node) : placed_b(b);
    };
    return cache_ ? tested<Measure>(a, cache_->get(b_node, place)) : tested<Measure>(a, place());
  }

  const V& placed_a(const V& a) const { return a; }
  V placed_b(const V& b) const { return placer_(b); }
  template <class Measure>
  double tested(const V& a, const V& b) const {
    return Measure::bound(a, at_, b);
  }

 private:
  Pose b_here_;
  Placer<V> placer_;
  TogetherFor<V> at_;
  PlacedVolumes<V>* cache_;
  Place place_;
  std::optional<Placement<typename V::Scalar>> balls_;  // for their test
};

// In the world's axes, relative to A's centre, so that no digits are lost far from the world's origin.
template <Volume V>
class InWorldSpace {
 public:
  struct Cache {
    PlacedVolumes<V> a, b;

    void begin(std::size_t nodes_a, std::size_t nodes_b) { a.begin(nodes_a), b.begin(nodes_b); }
  };

  InWorldSpace(const Frame& a, const Pose& a_in_world, const Frame& b, const Pose& b_in_world, Cache* cache = nullptr)
      : a_here_{a_in_world.rotation, {}},
        b_here_{b_in_world.rotation, b_in_world * b.centre - a_in_world * a.centre},
        placer_a_{a_here_},
        placer_b_{b_here_},
        at_(together<V>(slack(a, a_in_world, b, b_in_world))),
        cache_(cache) {
    if (cache) cache->a.use(), cache->b.use();
  }

  template <class Measure, class Probe>
  double bound(u32 a_node, const V& a, u32 b_node, const V& b, Probe& probe) const {
    const auto place_a = [&] {
      probe.update();
      return placed_a(a);
    };
    const auto place_b = [&] {
      probe.update();
      return placed_b(b);
    };
    if (cache_) return tested<Measure>(cache_->a.get(a_node, place_a), cache_->b.get(b_node, place_b));
    return tested<Measure>(place_a(), place_b());
  }

  V placed_a(const V& a) const { return placer_a_(a); }
  V placed_b(const V& b) const { return placer_b_(b); }
  template <class Measure>
  double tested(const V& a, const V& b) const {
    return Measure::bound(a, at_, b);
  }

 private:
  // Triangles are tested with the pose of B in A; the rounding of the two poses and of their quotient is added.
  static double slack(const Frame& a, const Pose& a_in_world, const Frame& b, const Pose& b_in_world) {
    const Pose b_in_a = relative(a_in_world, b_in_world);
    const double far = length(a_in_world.translation) + length(b_in_world.translation) + length(a.centre) +
                       length(b.centre) + a.radius + b.radius;
    return double(placement<typename V::Scalar>(a, b_in_a, b).slack) + 64 * kUnit<double> * far +
           4 * rigidity_error(a_in_world.rotation) * (a.radius + b.radius + length(b_in_a.translation));
  }
  Pose a_here_, b_here_;
  Placer<V> placer_a_, placer_b_;
  TogetherFor<V> at_;
  Cache* cache_;
};

}  // namespace apart::traversal
