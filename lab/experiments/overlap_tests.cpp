// The cost of one overlap test. (Gottschalk 2000, section 5.2, tables 5.1 and 5.2.) Pairs from real traversals of
// spheres, disjoint and overlapping ones separately, and of the former those that are nearly touching: their gap is
// below a twentieth of the smaller one's diameter. Placing one volume relative to the other is included.
#include <algorithm>
#include <apart/base/quaternion.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/shapes/box_polytope.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/watch/record.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <apart/volumes/obb_overlap_published.hpp>
#include <cmath>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

struct Scene {
  Mesh a, b;
  Pose at;
  Topology of_a = build(a, TopDown<CovarianceMean>{}), of_b = build(b, TopDown<CovarianceMean>{});
};

// Traverses to the leaves; what happens there does not matter here.
struct VolumesOnly {
  using Measure = Touching;
  static double reach() { return 0; }
  static Found primitives(u32, u32) { return Found::nothing; }
};

template <class V>
struct Pair {
  V a, b;
};
template <class V, class At = PlacementFor<V>>
struct Harvest {
  At at{};
  std::vector<Pair<V>> disjoint{}, near{}, meeting{};
};

template <class T>
std::vector<T> thinned(const std::vector<T>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<T> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

template <class V>
Harvest<V> harvest(const Scene& scene) {
  const Tree<V> a = fit_tree<V>(scene.of_a, scene.a), b = fit_tree<V>(scene.of_b, scene.b);
  VolumesOnly query;
  Record record;
  walk(a, scene.at, b, query, record);
  Harvest<V> out{placement_for<V>(a.frame, scene.at, b.frame)};
  for (const Record::Test& test : record.tests) {
    const V &of_a = a.volumes[test.a], &of_b = b.volumes[test.b];
    (test.kept ? out.meeting : out.disjoint).push_back({of_a, of_b});
    if (!test.kept && gap(of_a, out.at, of_b) < 0.05f * std::min(diameter(of_a), diameter(of_b)))
      out.near.push_back({of_a, of_b});
  }
  constexpr std::size_t most = 2048;  // little enough to stay in the cache: the test is timed, not the memory
  return {out.at, thinned(out.disjoint, most), thinned(out.near, most), thinned(out.meeting, most)};
}

struct Row {
  std::string name;
  double disjoint = 0, near = 0, meeting = 0;  // ns a pair
};

// Do the twelve half-spaces of two boxes have a common point? As published; overlap_by_linear_program searches for a
// separating plane of the corners, which has 64 constraints.
bool meet_by_half_spaces(const Obb<float>& a, const Placement<float>& at, const Obb<float>& b) {
  HalfSpace all[12];
  int count = 0;
  const auto add = [&](Vec3d normal, double along, double half) {
    all[count++] = {normal, along + half};
    all[count++] = {-normal, half - along};
  };
  const Mat3d turn = cast<double>(at.rotation);
  const Vec3d centre_a = cast<double>(a.centre),
              centre_b = turn * cast<double>(b.centre) + cast<double>(at.translation);
  for (int i = 0; i < 3; ++i) {
    const Vec3d of_a = cast<double>(a.axes.rows[i]), of_b = turn * cast<double>(b.axes.rows[i]);
    add(of_a, dot(of_a, centre_a), double(a.half[i]));
    add(of_b, dot(of_b, centre_b), double(b.half[i]));
  }
  return maximise({}, all).outcome != LinearOutcome::infeasible;
}

// Oriented boxes in fewer numbers: two axes, of which the third is the product; or a quaternion. What is left out is
// computed for every test.
struct TwoAxes {
  Vec3f x, y, centre, half;

  explicit TwoAxes(const Obb<float>& v) : x(v.axes.rows[0]), y(v.axes.rows[1]), centre(v.centre), half(v.half) {}
  Obb<float> box() const { return {{{x, y, cross(x, y)}}, centre, half}; }
};
struct ByQuaternion {
  float w, x, y, z;
  Vec3f centre, half;

  explicit ByQuaternion(const Obb<float>& v) : centre(v.centre), half(v.half) {
    const Quaternion q = quaternion_of(cast<double>(v.axes));
    w = float(q.w), x = float(q.x), y = float(q.y), z = float(q.z);
  }
  Obb<float> box() const { return {rotation_of(w, x, y, z), centre, half}; }
};

struct ByAngles {  // Euler's: about z, x, z
  float first, second, third;
  Vec3f centre, half;

  explicit ByAngles(const Obb<float>& v) : centre(v.centre), half(v.half) {
    const Mat3f& m = v.axes;
    second = std::acos(std::clamp(m(2, 2), -1.0f, 1.0f));
    first = std::atan2(m(2, 0), -m(2, 1));
    third = std::atan2(m(0, 2), m(1, 2));
  }
  Obb<float> box() const {
    const float a = std::cos(first), b = std::sin(first), c = std::cos(second), d = std::sin(second),
                e = std::cos(third), f = std::sin(third);
    return {{{{a * e - b * c * f, b * e + a * c * f, d * f},
              {-a * f - b * c * e, a * c * e - b * f, d * e},
              {b * d, -a * d, c}}},
            centre,
            half};
  }
};

// The fifteen axes so that each separates most of what those before it leave.
struct AxisOrder {
  int order[15];

  explicit AxisOrder(const Harvest<Obb<float>>& pairs) {
    std::vector<u32> separating;  // a bit for each axis, of each disjoint pair
    for (const auto& p : pairs.disjoint) {
      u32 bits = 0;
      for (int axis = 0; axis < 15; ++axis) {
        int only[15];
        std::fill(only, only + 15, axis);
        if (first_separating_axis(p.a, pairs.at, p.b, only) == 0) bits |= 1u << axis;
      }
      separating.push_back(bits);
    }
    u32 used = 0;
    for (int& next : order) {
      long best = -1;
      for (int axis = 0; axis < 15; ++axis) {
        if (used >> axis & 1) continue;
        const long left = std::count_if(separating.begin(), separating.end(),
                                        [&](u32 bits) { return !(bits & used) && (bits >> axis & 1); });
        if (left > best) best = left, next = axis;
      }
      used |= 1u << next;
    }
  }
};
constexpr int kUsualOrder[15] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

double axes_tested(const Harvest<Obb<float>>& pairs, const int (&order)[15]) {
  double sum = 0;
  for (const auto& p : pairs.disjoint) sum += 1 + first_separating_axis(p.a, pairs.at, p.b, order);
  return sum / double(std::max<std::size_t>(pairs.disjoint.size(), 1));
}

// Aligned boxes of one frame in the three representations of the literature, and in integers, where one unsigned
// comparison does for two (Ericson 2005, section 4.2).
struct CentreHalf {
  Vec3f centre, half;
  bool meets(const CentreHalf& b) const {
    const Vec3f d = abs(centre - b.centre), r = half + b.half;
    return d.x <= r.x && d.y <= r.y && d.z <= r.z;
  }
};
struct LowHigh {
  Vec3f low, high;
  explicit LowHigh(const CentreHalf& v) : low(v.centre - v.half), high(v.centre + v.half) {}
  bool meets(const LowHigh& b) const {
    return low.x <= b.high.x && b.low.x <= high.x && low.y <= b.high.y && b.low.y <= high.y && low.z <= b.high.z &&
           b.low.z <= high.z;
  }
};
struct LowWidth {
  Vec3f low, width;
  explicit LowWidth(const CentreHalf& v) : low(v.centre - v.half), width(v.half + v.half) {}
  bool meets(const LowWidth& b) const {
    for (int k = 0; k < 3; ++k) {
      const float t = low[k] - b.low[k];
      if (t > b.width[k] || -t > width[k]) return false;
    }
    return true;
  }
};
struct InIntegers {
  int centre[3], half[3];
  explicit InIntegers(const CentreHalf& v) {
    for (int k = 0; k < 3; ++k) centre[k] = int(v.centre[k] * 1e6f), half[k] = int(v.half[k] * 1e6f) + 1;
  }
  bool meets(const InIntegers& b) const {
    for (int k = 0; k < 3; ++k) {
      const int r = half[k] + b.half[k];
      if (unsigned(centre[k] - b.centre[k] + r) > unsigned(r + r)) return false;
    }
    return true;
  }
};

volatile u32 sink;  // prevents the computation from being optimized away

template <class V, class Meet>
Row time(Run& run, std::string name, const Harvest<V>& pairs, Meet meet) {
  const auto each = [&](const std::vector<Pair<V>>& some) {
    if (some.empty() || !run.go_on(0, 1)) return 0.0;
    const double best = best_seconds(
        [&] {
          u32 hits = 0;
          for (const Pair<V>& p : some) hits += meet(p.a, pairs.at, p.b);
          sink = hits;
        },
        run.pick(3, 15), run.pick(0.002, 0.02));
    return 1e9 * best / double(some.size());
  };
  return {std::move(name), each(pairs.disjoint), each(pairs.near), each(pairs.meeting)};
}

template <class V>
Row time(Run& run, std::string name, const Scene& scene) {
  return time(run, std::move(name), harvest<V>(scene),
              [](const V& a, const PlacementFor<V>& at, const V& b) { return overlap(a, at, b); });
}

// Pairs in another form than that of the tree.
template <class As, class V, class At, class Meet>
Row time_as(Run& run, std::string name, const Harvest<V, At>& pairs, Meet meet, std::size_t most = 2048) {
  struct Both {
    As a, b;
  };
  const auto each = [&](const std::vector<Pair<V>>& some) {
    std::vector<Both> as;
    for (const Pair<V>& p : thinned(some, most)) as.push_back({As(p.a), As(p.b)});
    if (as.empty() || !run.go_on(0, 1)) return 0.0;
    const double best = best_seconds(
        [&] {
          u32 hits = 0;
          for (const Both& p : as) hits += meet(p.a, p.b);
          sink = hits;
        },
        run.pick(3, 15), run.pick(0.002, 0.02));
    return 1e9 * best / double(as.size());
  };
  return {std::move(name), each(pairs.disjoint), each(pairs.near), each(pairs.meeting)};
}

// A box as a polytope, where it lies.
struct AsPolytope {
  Polytope polytope;
  Pose at;

  explicit AsPolytope(const Obb<float>& v)
      : polytope(box_polytope({2.0 * larger(cast<double>(v.half), Vec3d{1e-4, 1e-4, 1e-4})})),
        at{transposed(cast<double>(v.axes)), cast<double>(v.centre)} {}
};

// Aligned boxes of one frame: those of the second tree wrapped beforehand.
Harvest<CentreHalf, int> aligned(const Harvest<Aabb<float>>& pairs) {
  Harvest<CentreHalf, int> out;
  const auto wrapped = [&](const std::vector<Pair<Aabb<float>>>& from, std::vector<Pair<CentreHalf>>& to) {
    for (const auto& p : from) {
      const Vec3f centre = pairs.at.rotation * p.b.centre + pairs.at.translation;
      to.push_back({{p.a.centre, p.a.half}, {centre, pairs.at.size_rotation * p.b.half}});
    }
  };
  wrapped(pairs.disjoint, out.disjoint), wrapped(pairs.near, out.near), wrapped(pairs.meeting, out.meeting);
  return out;
}

}  // namespace

namespace apart::lab {

void overlap_tests(Run& run) {
  const u32 triangles = run.pick(2000u, 20000u);
  const Scene scene{
      generate::sphere(1, triangles), generate::sphere(0.8, triangles), {Random(1).rotation(), {1.3, 0.2, 0.1}}};
  using Box = Obb<float>;
  const Harvest<Box> boxes = harvest<Box>(scene);
  using At = PlacementFor<Box>;
  std::vector<Row> rows;
  rows.push_back(time(run, "Obb, fifteen axes", boxes,
                      [](const Box& a, const At& at, const Box& b) { return overlap(a, at, b); }));
  rows.push_back(time(run, "Obb, six axes of faces", boxes,
                      [](const Box& a, const At& at, const Box& b) { return overlap_by_faces(a, at, b); }));
  rows.push_back(time(run, "Obb by GJK", boxes,
                      [](const Box& a, const At& at, const Box& b) { return overlap_by_gjk(a, at, b); }));
  rows.push_back(time(run, "Obb, a plane between corners", boxes,
                      [](const Box& a, const At& at, const Box& b) { return overlap_by_linear_program(a, at, b); }));
  rows.push_back(time(run, "Obb by linear programming", boxes, meet_by_half_spaces));
  rows.push_back(time<Sphere<float>>(run, "Sphere", scene));
  rows.push_back(time<Aabb<float>>(run, "Aabb", scene));
  rows.push_back(time<Dual<float>>(run, "Dual", scene));
  rows.push_back(time<Kdop<float, 18>>(run, "18-dop", scene));
  rows.push_back(time<CapsuleVolume<float>>(run, "Capsule", scene));
  rows.push_back(time<Lozenge<float>>(run, "Lozenge", scene));
  rows.push_back(time<HullVolume<float>>(run, "Hull", scene));
  rows.push_back(time(run, "Obb, three views (Greene)", boxes,
                      [](const Box& a, const At& at, const Box& b) { return overlap_by_views(a, at, b); }));
  rows.push_back(time(run, "Obb, edges and faces", boxes,
                      [](const Box& a, const At& at, const Box& b) { return overlap_by_edges_and_faces(a, at, b); }));
  const Pose between{cast<double>(boxes.at.rotation), cast<double>(boxes.at.translation)};
  rows.push_back(time_as<AsPolytope>(
      run, "Obb by Lin and Canny", boxes,
      [&](const AsPolytope& a, const AsPolytope& b) {
        return voronoi_marching(a.polytope, inverse(a.at) * (between * b.at), b.polytope).distance <= 0;
      },
      256));
  rows.push_back(time(run, "Obb, row by row of the rotation", boxes,
                      [](const Box& a, const At& at, const Box& b) { return overlap_row_by_row(a, at, b); }));
  rows.push_back(time(run, "Obb, five axes of upright boxes", boxes,
                      [](const Box& a, const At& at, const Box& b) { return overlap_of_upright(a, at, b); }));
  const AxisOrder likely(boxes);
  rows.push_back(time(run, "Obb, fifteen axes from a list", boxes, [](const Box& a, const At& at, const Box& b) {
    return first_separating_axis(a, at, b, kUsualOrder) == 15;
  }));
  rows.push_back(time(run, "… the likeliest first", boxes, [&](const Box& a, const At& at, const Box& b) {
    return first_separating_axis(a, at, b, likely.order) == 15;
  }));
  rows.push_back(time_as<TwoAxes>(run, "Obb, two axes stored", boxes, [&](const TwoAxes& a, const TwoAxes& b) {
    return overlap(a.box(), boxes.at, b.box());
  }));
  rows.push_back(time_as<ByQuaternion>(
      run, "Obb, a quaternion stored", boxes,
      [&](const ByQuaternion& a, const ByQuaternion& b) { return overlap(a.box(), boxes.at, b.box()); }));
  rows.push_back(time_as<ByAngles>(run, "Obb, Euler's angles stored", boxes, [&](const ByAngles& a, const ByAngles& b) {
    return overlap(a.box(), boxes.at, b.box());
  }));
  const Harvest<CentreHalf, int> in_one = aligned(harvest<Aabb<float>>(scene));
  const auto meet = [](const auto& a, const auto& b) { return a.meets(b); };
  rows.push_back(time_as<CentreHalf>(run, "Aabb in one frame, centre and half sizes", in_one, meet));
  rows.push_back(time_as<LowHigh>(run, "… minimum and maximum", in_one, meet));
  rows.push_back(time_as<LowWidth>(run, "… minimum and width", in_one, meet));
  rows.push_back(time_as<InIntegers>(run, "… in integers", in_one, meet));
  if (run.stopped()) return;

  Table& table = run.table("tests", "Nanoseconds a pair, and over fifteen axes",
                           {"test", "disjoint", "near", "overlapping", "ratio, disjoint", "ratio, overlapping"});
  const Row& axes = rows[0];
  for (const Row& row : rows)
    table.add({row.name,
               {row.disjoint, 4},
               {row.near, 4},
               {row.meeting, 4},
               {row.disjoint / axes.disjoint, 3},
               {row.meeting / axes.meeting, 3}});

  Table& order =
      run.table("order", "Axes tested until one separates a disjoint pair of oriented boxes, mean", {"order", "axes"});
  order.add({"faces, then products", {axes_tested(boxes, kUsualOrder), 4}});
  order.add({"the likeliest first", {axes_tested(boxes, likely.order), 4}});

  Plot plot("What one test costs", {"ns a disjoint pair", true}, {"ns an overlapping pair", true});
  for (const Row& row : rows) plot.mark(row.name, row.disjoint, row.meeting);
  run.plot("tests", plot);

  // Microseconds on a MIPS R4400 at 250 MHz.
  struct Published {
    std::size_t row;
    double disjoint, overlapping;
  };
  for (const Published& p : {Published{2, 70, 62.5}, {4, 202, 232}, {5, 0.97, 0.92}, {6, 1.36, 1.38}}) {
    run.compare(rows[p.row].name + " over fifteen axes, disjoint", rows[p.row].disjoint / axes.disjoint,
                p.disjoint / 5.09);
    run.compare(rows[p.row].name + " over fifteen axes, overlapping", rows[p.row].meeting / axes.meeting,
                p.overlapping / 7.44);
  }
  run.note(
      "Linear programming searches for a common point of twelve half-spaces, as published. Aabbs are tested along both "
      "models' axes, where the "
      "published ones were along one model's. Eight pairs at a time, and FCL's test in the same run: "
      "lab/bench/overlap_bench.cpp.");
}

}  // namespace apart::lab
