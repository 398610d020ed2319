// The cost of one overlap test: each volume and each test of oriented boxes, one at a time and eight in lanes, on pairs
// from real traversals: disjoint ones, of them the nearly touching ones (their gap is below a twentieth of the smaller
// one's diameter), and overlapping ones. FCL's box test in the same run.
//
//   overlap_bench              built for every machine
//   overlap_bench_avx2         the same source, built for AVX2
#include <fcl/math/bv/OBB-inl.h>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <apart/volumes/obb_overlap.hpp>
#include <chrono>
#include <cstdio>
#include <samples/generate.hpp>

#include "tests/volumes/fitted.hpp"

namespace {

using namespace apart;
using P = Pack<float, 8>;

// Every pair of volumes that a traversal tests, and the result.
template <class V>
struct Harvest : NoProbe {
  struct Pair {
    V a, b;
  };
  const Tree<V>& a;
  const Tree<V>& b;
  std::vector<Pair> disjoint{}, meeting{};
  Harvest(const Tree<V>& of_a, const Tree<V>& of_b) : a(of_a), b(of_b) {}
  void volumes(u32 i, u32 j, bool kept, double) { (kept ? meeting : disjoint).push_back({a.volumes[i], b.volumes[j]}); }
};

// Two spheres.
struct Scene {
  const char* name;
  Mesh a, b;
  Pose at;
};

double best_ns(std::size_t tests, auto&& run) {
  double best = 1e300;
  for (int round = 0; round < 25; ++round) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count() / double(tests));
  }
  return best;
}

volatile u32 sink;

constexpr std::size_t kPairs = 2048;  // little enough to stay in the cache: the test is timed, not the memory

// Eight pairs in lanes.
template <class V>
struct WidePair {
  InLanes<V, 8> a, b;
};

template <class V, class Pairs>
std::vector<WidePair<V>> in_lanes_of(const Pairs& pairs) {
  std::vector<WidePair<V>> wide(pairs.size() / 8);
  for (std::size_t i = 0; i < wide.size() * 8; ++i) {
    set_lane(wide[i / 8].a, int(i % 8), pairs[i].a);
    set_lane(wide[i / 8].b, int(i % 8), pairs[i].b);
  }
  return wide;
}

template <class T>
std::vector<T> thinned(const std::vector<T>& all) {
  std::vector<T> some;
  for (std::size_t i = 0; i < kPairs && !all.empty(); ++i) some.push_back(all[i * all.size() / kPairs]);
  return some;
}

// The pairs of one traversal, by relative position.
template <class Pair>
struct Sorted {
  std::vector<Pair> disjoint, near, meeting;

  template <class F>
  auto map(F f) const {
    return Sorted<decltype(f(disjoint[0]))>{mapped(disjoint, f), mapped(near, f), mapped(meeting, f)};
  }

 private:
  template <class F>
  static auto mapped(const std::vector<Pair>& from, F f) {
    std::vector<decltype(f(from[0]))> to;
    for (const Pair& p : from) to.push_back(f(p));
    return to;
  }
};

template <class V>
Sorted<typename Harvest<V>::Pair> harvested(const Tree<V>& a, const Scene& scene, const Tree<V>& b) {
  auto all = [](const TouchingPair&) { return true; };
  CollisionsQuery<decltype(all)> query{{scene.a, scene.at, scene.b}, all};
  Harvest<V> harvest(a, b);
  walk(a, scene.at, b, query, harvest);
  const auto at = placement_for<V>(a.frame, scene.at, b.frame);
  std::vector<typename Harvest<V>::Pair> near;
  for (const auto& p : harvest.disjoint)
    if (gap(p.a, at, p.b) < 0.05f * std::min(diameter(p.a), diameter(p.b))) near.push_back(p);
  return {thinned(harvest.disjoint), thinned(near), thinned(harvest.meeting)};
}

struct Row {
  const char* name;
  double disjoint, near, meeting;

  template <class Pair, class F>
  Row(const char* n, const Sorted<Pair>& pairs, F time)
      : name(n), disjoint(time(pairs.disjoint)), near(time(pairs.near)), meeting(time(pairs.meeting)) {}
};

void print_head() { std::printf("%-28s %9s %9s %9s\n", "ns per pair", "disjoint", "near", "overlap"); }

void print(const Row& row, const Row* fcl) {
  std::printf("%-28s %9.1f %9.1f %9.1f", row.name, row.disjoint, row.near, row.meeting);
  if (fcl)
    std::printf("   FCL's time over ours %5.1f %5.1f %5.1f", fcl->disjoint / row.disjoint, fcl->near / row.near,
                fcl->meeting / row.meeting);
  std::printf("\n");
}

template <class V>
void time_volume(const char* name, const char* wide_name, const Scene& scene) {
  const Tree<V> a = fit_tree<V>(build(scene.a), scene.a), b = fit_tree<V>(build(scene.b), scene.b);
  const auto pairs = harvested(a, scene, b);
  const auto at = placement_for<V>(a.frame, scene.at, b.frame);
  const auto wide_at = in_lanes<P>(at);
  const auto one = [&](const auto& some) {
    return best_ns(some.size(), [&] {
      u32 hits = 0;
      for (const auto& p : some) hits += overlap(p.a, at, p.b);
      sink = hits;
    });
  };
  const auto eight = [&](const auto& some) {
    const auto wide = in_lanes_of<V>(some);
    return best_ns(8 * wide.size(), [&] {
      u32 hits = 0;
      for (const auto& p : wide) hits += bits(overlap(p.a, wide_at, p.b));
      sink = hits;
    });
  };
  print({name, pairs, one}, nullptr);
  print({wide_name, pairs, eight}, nullptr);
}

// Oriented boxes by general methods, from their own frames and the pose.
template <class Overlap>
void time_way(const char* name, const Scene& scene, Overlap meet) {
  const Tree<Obb<float>> a = fit_tree<Obb<float>>(build(scene.a), scene.a),
                         b = fit_tree<Obb<float>>(build(scene.b), scene.b);
  const auto at = placement<float>(a.frame, scene.at, b.frame);
  print({name, harvested(a, scene, b),
         [&](const auto& some) {
           return best_ns(some.size(), [&] {
             u32 hits = 0;
             for (const auto& p : some) hits += meet(p.a, at, p.b);
             sink = hits;
           });
         }},
        nullptr);
}

// Oriented boxes, the relative pose given: the test alone.
void time_boxes(const Scene& scene) {
  using V = Obb<float>;
  const Tree<V> a = fit_tree<V>(build(scene.a), scene.a), b = fit_tree<V>(build(scene.b), scene.b);
  const auto at = placement<float>(a.frame, scene.at, b.frame);

  struct Given {
    using Scalar [[maybe_unused]] = float;
    Vec3f half_a, half_b, shift;
    Mat3f turn;
    float slack;
  };
  struct WideGiven {
    Vec3<P> half_a, half_b, shift;
    Mat3<P> turn;
    P slack;
  };
  struct FclGiven {
    Eigen::Matrix3d turn;
    Eigen::Vector3d shift, half_a, half_b;
  };
  const Sorted<Given> pairs = harvested(a, scene, b).map([&](const auto& p) {
    const ObbPair<float> pair(p.a, at, p.b);
    return Given{pair.half_a, pair.half_b, pair.shift, pair.rotation, at.slack};
  });
  const auto widened = [](const std::vector<Given>& one) {
    std::vector<WideGiven> wide(one.size() / 8);
    for (std::size_t i = 0; i < wide.size() * 8; ++i) set_lane(wide[i / 8], int(i % 8), one[i]);
    return wide;
  };
  const auto for_fcl = [](const std::vector<Given>& one) {
    std::vector<FclGiven> out;
    for (const Given& g : one) {
      FclGiven f;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) f.turn(i, j) = g.turn(i, j);
        f.shift[i] = g.shift[i], f.half_a[i] = g.half_a[i], f.half_b[i] = g.half_b[i];
      }
      out.push_back(f);
    }
    return out;
  };
  const auto fcl_time = [&](const std::vector<Given>& some) {
    const auto theirs = for_fcl(some);
    return best_ns(theirs.size(), [&] {
      u32 hits = 0;
      for (const FclGiven& f : theirs) hits += !fcl::obbDisjoint(f.turn, f.shift, f.half_a, f.half_b);
      sink = hits;
    });
  };
  const auto time = [](auto apart) {
    return [apart](const std::vector<Given>& some) {
      return best_ns(some.size(), [&] {
        u32 hits = 0;
        for (const Given& g : some) hits += !apart(ObbPair<float>(g.half_a, g.shift, g.turn, g.half_b, g.slack));
        sink = hits;
      });
    };
  };
  const auto wide_time = [&](auto apart) {
    return [apart, widened](const std::vector<Given>& some) {
      const auto wide = widened(some);
      return best_ns(8 * wide.size(), [&] {
        u32 hits = 0;
        for (const WideGiven& g : wide) hits += bits(apart(ObbPair<P>(g.half_a, g.shift, g.turn, g.half_b, g.slack)));
        sink = hits;
      });
    };
  };
  // Results first: nothing that FCL finds overlapping may be disjoint for us.
  u32 wrong = 0, closer = 0;
  for (const auto* some : {&pairs.disjoint, &pairs.near, &pairs.meeting}) {
    const auto theirs = for_fcl(*some);
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      const Given& g = (*some)[i];
      const bool ours = !apart_by_axes(ObbPair<float>(g.half_a, g.shift, g.turn, g.half_b, g.slack));
      const FclGiven& f = theirs[i];
      const bool fcls = !fcl::obbDisjoint(f.turn, f.shift, f.half_a, f.half_b);
      wrong += fcls && !ours;
      closer += ours && !fcls;
    }
  }
  std::printf(
      "\nOriented boxes, relative pose given. Of %zu pairs FCL reports %u as overlapping that Apart does not,\n",
      3 * kPairs, wrong);
  std::printf("and %u not that Apart does (float boxes include their rounding).\n", closer);
  // Inlined, as in overlap().
  const auto axes = [](const auto& p) __attribute__((always_inline)) { return apart_by_axes(p); };
  const auto faces = [](const auto& p) __attribute__((always_inline)) { return apart_by_faces(p); };
  const auto five = [](const auto& p) __attribute__((always_inline)) { return apart_by_five(p); };
  const Row fcl("FCL obbDisjoint (double)", pairs, fcl_time);
  print_head();
  print(fcl, nullptr);
  print({"15 axes", pairs, time(axes)}, &fcl);
  print({"15 axes, 8 lanes", pairs, wide_time(axes)}, &fcl);
  print({"6 faces", pairs, time(faces)}, &fcl);
  print({"6 faces, 8 lanes", pairs, wide_time(faces)}, &fcl);
  print({"5 of the dual", pairs, time(five)}, &fcl);
  print({"5 of the dual, 8 lanes", pairs, wide_time(five)}, &fcl);
}

}  // namespace

int main() {
  Random random(1);
  const Mat3d turn = random.rotation();
  const Mesh large = generate::sphere(1, 20000);
  const Scene scenes[] = {{"spheres that cross", large, generate::sphere(0.8, 20000), {turn, {1.3, 0.2, 0.1}}},
                          {"a sphere in a sphere, near all over", large, generate::sphere(0.99, 20000), {turn, {}}}};
  for (const Scene& scene : scenes) {
    std::printf("\n%s\n\nVolumes placed by the pose.\n", scene.name);
    print_head();
    time_volume<Sphere<float>>("Sphere", "Sphere, 8 lanes", scene);
    time_volume<Aabb<float>>("Aabb", "Aabb, 8 lanes", scene);
    time_volume<Kdop<float, 18>>("18-dop", "18-dop, 8 lanes", scene);
    time_volume<CapsuleVolume<float>>("Capsule", "Capsule, 8 lanes", scene);
    time_volume<Lozenge<float>>("Lozenge", "Lozenge, 8 lanes", scene);
    time_volume<Obb<float>>("Obb", "Obb, 8 lanes", scene);
    time_volume<Dual<float>>("Dual", "Dual, 8 lanes", scene);
    time_way("Obb by GJK", scene, [](auto&&... x) { return overlap_by_gjk(x...); });
    time_way("Obb by linear programming", scene, [](auto&&... x) { return overlap_by_linear_program(x...); });
    time_boxes(scene);
  }
}
