// Two convex bodies, compared with Bullet (in doubles), libccd and FCL in one run: hulls of 8 to 1000 vertices, boxes
// and
// capsules; far, near, touching to 1e-9, overlapping slightly and deeply; each pose independent (cold) or near the
// previous one (coherent). Results are compared first. Beside them published timings of others for the same kind of
// row.
//   convex_bench [FILTER [ROUNDS]]     only rows whose name contains FILTER
#include <apart/base/random.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/shapes/hull.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "lab/bench/convex/rival.hpp"
#include "lab/clock.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

enum Lie { far_off, near_by, slightly, deeply, touching };  // touching: but for 1e-9
constexpr const char* kLies[] = {"far", "near", "shallow", "deep", "touching"};
constexpr const char* kQuestions[] = {"boolean", "distance", "depth"};

// In nanoseconds, from other machines or in floats: for orientation only.
struct Published {
  const char* row;
  const char* who;
  double ns[4];  // far, near, slightly, deeply; 0: unknown
};
constexpr Published kPublished[] = {
    {"hulls of 32 distance cold", "openGJK", {491, 1021, 686, 445}},
    {"hulls of 32 distance cold", "Box3D, float", {565, 1289, 835, 505}},
    {"hulls of 32 distance cold", "Bullet", {957, 2845, 1888, 1080}},
    {"hulls of 32 distance cold", "Coal", {1430, 2390, 1582, 1070}},
    {"hulls of 32 distance coherent", "Box3D, float", {263, 0, 0, 0}},
    {"hulls of 32 boolean cold", "libccd", {89, 0, 0, 0}},
    {"hulls of 32 boolean coherent", "Jolt, float", {210, 0, 0, 0}},
    {"hulls of 32 depth cold", "Jolt, float", {0, 0, 3090, 4233}},
    {"hulls of 32 depth cold", "Coal", {0, 0, 3656, 5318}},
    {"hulls of 1000 distance cold", "Coal", {4690, 7808, 5510, 4722}},
    {"boxes boolean cold", "Bullet", {26, 40, 215, 252}},
    {"boxes depth cold", "Bullet", {0, 0, 215, 252}},
};

// Bodies about one unit large.
ConvexBody hull(Random& random, int count) {
  ConvexBody out{.kind = ConvexKind::hull, .points = {}};
  const Vec3d radii{1, random.uniform(0.6, 1), random.uniform(0.5, 1)};
  for (int i = 0; i < count; ++i) {
    const Vec3d d = random.direction();
    out.points.push_back({radii.x * d.x, radii.y * d.y, radii.z * d.z});
  }
  const Hull h = convex_hull(out.points);
  out.points = h.vertices;
  out.faces = h.faces;
  return out;
}

ConvexBody box(Random& random) {
  ConvexBody out{.kind = ConvexKind::box, .points = {}};
  out.size = {random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)};
  for (u32 i = 0; i < 8; ++i)
    out.points.push_back({i & 1 ? out.size.x / 2 : -out.size.x / 2, i & 2 ? out.size.y / 2 : -out.size.y / 2,
                          i & 4 ? out.size.z / 2 : -out.size.z / 2});
  return out;
}

ConvexBody capsule(Random& random) {
  ConvexBody out{.kind = ConvexKind::capsule, .points = {}};
  out.radius = random.uniform(0.2, 0.5), out.length = random.uniform(0.5, 1.5);
  out.points = {{0, 0, -out.length / 2}, {0, 0, out.length / 2}};
  return out;
}

// Their separation along a direction; negative: their overlap.
double room_along(const ConvexBody& a, const Pose& at, const ConvexBody& b, Vec3d direction) {
  const double l = length(direction);
  if (!(l > 0)) return -1e300;
  const Vec3d n = direction / l, n_b = transposed_times(at.rotation, n);
  double most = -1e300, least = 1e300;
  for (const Vec3d& p : a.points) most = larger(most, dot(n, p));
  for (const Vec3d& p : b.points) least = lesser(least, dot(n_b, p));
  return least + dot(n, at.translation) - most - a.radius - b.radius;
}

GjkResult cores(const ConvexBody& a, const Pose& at, const ConvexBody& b) {
  return gjk(PointsSupport{a.points}, PlacedSupport{at, PointsSupport{b.points}});
}

// Rotated, then moved along a direction to the row's configuration.
Pose placed(const ConvexBody& a, const ConvexBody& b, const Mat3d& turn, Vec3d along, Lie lie, double by) {
  if (lie == deeply) return {turn, 0.3 * by * along};
  Pose at{turn, 6 * along};
  GjkResult r = cores(a, at, b);
  for (int i = 0; i < 60; ++i) {
    const double room = r.distance - a.radius - b.radius, gap = lie == far_off    ? 1 + by
                                                                : lie == touching ? 1e-9
                                                                                  : 0.01 * by;
    if (room - gap < (lie == touching ? 1e-10 : 1e-6)) break;
    at.translation -= (room - gap) * r.normal;
    r = cores(a, at, b);
  }
  if (lie == slightly) at.translation -= (r.distance - a.radius - b.radius + 0.01 * by) * r.normal;
  return at;
}

struct Pair {
  ConvexBody a, b;
  std::vector<Pose> poses;
};

std::vector<Pose> poses(Random& random, const ConvexBody& a, const ConvexBody& b, Lie lie, bool coherent,
                        std::size_t count) {
  std::vector<Pose> out;
  Mat3d turn;
  Vec3d along, axis;
  double by = 0;
  for (int in_a_row = 0; out.size() < count;) {
    if (!coherent || in_a_row % 16 == 0) {  // of a coherent row, sixteen follow each other
      turn = random.rotation(), along = random.direction(), axis = random.direction(), by = random.uniform(0.1, 1);
    } else {
      const double half = 0.005, s = std::sin(half);  // half a degree
      const Mat3d small =
          Pose::from_quaternion(std::cos(half), s * axis.x, s * axis.y, s * axis.z, {}).value().rotation;
      turn = small * turn, along = small * along, by *= 0.99;
    }
    const Pose at = placed(a, b, turn, along, lie, by);
    const bool apart = cores(a, at, b).distance > a.radius + b.radius;
    if (apart != (lie == slightly || lie == deeply))
      out.push_back(at), ++in_a_row;
    else  // a hull need not contain the centre of its random points
      in_a_row = 0;
  }
  return out;
}

// How many results are wrong by more than 1e-6, and by more than 1e-3, of the reference.
struct Verdict {
  int cases = 0, off = 0, wrong = 0;
  bool right() const { return wrong * 100 <= cases; }
  const char* mark() const { return wrong > 0 ? "!" : off > 0 ? "~" : " "; }
};

struct Timed {
  std::string library, name;
  double ns = 0;
  Verdict verdict;
};

Shape shape(const ConvexBody& body) {
  if (body.kind == ConvexKind::box) return Box{body.size};
  if (body.kind == ConvexKind::capsule) return Capsule{body.radius, body.length};
  return Polytope::make(body.points).value();
}

std::vector<ConvexMethod> apart_methods(ConvexQuestion question, bool coherent) {
  struct Shapes {
    Shape a, b;
    PairCache cache{};
  };
  const auto query = [=](Shapes& p, const Pose& at) -> ConvexAnswer {
    PairCache* const cache = coherent ? &p.cache : nullptr;
    if (question == ConvexQuestion::boolean) return {collide(p.a, at, p.b, {.cache = cache}).colliding, 0, {}};
    if (question == ConvexQuestion::distance) {
      const Distance r = distance(p.a, at, p.b, {.cache = cache});
      return {!(r.distance > 0), r.distance, r.normal};
    }
    const Penetration r = penetration(p.a, at, p.b, {.cache = cache});
    return {r.depth > 0, r.depth, r.normal};
  };
  return {convex_method(
      "Apart", "",
      [](const ConvexBody& a, const ConvexBody& b) {
        return std::make_shared<Shapes>(Shapes{shape(a), shape(b)});
      },
      [](const Pose& pose) { return pose; }, query)};
}

// The result and the time of every method.
std::vector<Timed> measure(const std::vector<Pair>& pairs, ConvexKind kind, ConvexQuestion question, bool coherent,
                           bool meet, int rounds) {
  std::vector<ConvexMethod> methods = apart_methods(question, coherent);
  for (std::vector<ConvexMethod> of : {bullet_methods(kind, question, coherent), libccd_methods(kind, question),
                                       fcl_methods(kind, question, coherent)})
    for (ConvexMethod& m : of) methods.push_back(std::move(m));

  std::vector<Timed> out;
  std::vector<std::vector<std::vector<ConvexAnswer>>> answers(methods.size());  // by method, pair, pose
  std::vector<std::function<void()>> runs;                                      // all pairs and poses, by method
  std::size_t count = 0;
  for (const Pair& pair : pairs) count += pair.poses.size();
  for (std::size_t m = 0; m < methods.size(); ++m) {
    std::vector<std::function<void(ConvexAnswer*)>> of_pairs;
    for (const Pair& pair : pairs) {
      of_pairs.push_back(methods[m].prepare(pair.a, pair.b, pair.poses));
      answers[m].emplace_back(pair.poses.size());
    }
    runs.push_back([of_pairs, &to = answers[m]] {
      for (std::size_t i = 0; i < of_pairs.size(); ++i) of_pairs[i](to[i].data());
    });
    out.push_back({methods[m].library, methods[m].name, 1e300, {}});
  }
  // Interleaved, so that disturbances of the machine affect all of them.
  for (int round = 0; round < rounds; ++round)
    for (std::size_t m = 0; m < methods.size(); ++m)
      out[m].ns = std::min(out[m].ns, 1e9 * best_seconds(runs[m], 1, 2e-3) / double(count));

  // The reference: the largest separation, or the least overlap, over all directions that any method found.
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (std::size_t k = 0; k < pairs[i].poses.size(); ++k) {
      double room = -1e300;
      for (const auto& of_method : answers)
        room = larger(room, room_along(pairs[i].a, pairs[i].poses[k], pairs[i].b, of_method[i][k].normal));
      const double truth = question == ConvexQuestion::depth ? larger(-room, 0.0) : larger(room, 0.0);
      for (std::size_t m = 0; m < methods.size(); ++m) {
        const ConvexAnswer& answer = answers[m][i][k];
        double error = 0;
        if (question == ConvexQuestion::boolean)
          error = answer.meet == meet ? 0 : 1;
        else
          error = std::abs(answer.value - truth) - 1e-12;
        Verdict& v = out[m].verdict;
        ++v.cases;
        v.off += !(error <= 1e-6 * truth);
        v.wrong += !(error <= 1e-3 * truth);
      }
    }
  return out;
}

// The fastest of a library's methods that is correct; if none is, the fastest.
const Timed* best_of(const std::vector<Timed>& timed, const char* library) {
  const Timed* best = nullptr;
  for (const Timed& t : timed)
    if (t.library == library &&
        (!best || std::pair(!t.verdict.right(), t.ns) < std::pair(!best->verdict.right(), best->ns)))
      best = &t;
  return best;
}

std::string cell(const Timed* t) {
  if (!t) return "";
  char out[80];
  std::snprintf(out, sizeof out, "%.0f%s", t->ns, t->verdict.mark());
  if (t->verdict.wrong == 0) return out;
  return out + std::to_string((100 * t->verdict.wrong + t->verdict.cases - 1) / t->verdict.cases) + "%";
}

}  // namespace

int main(int argc, char** argv) {
  const char* const filter = argc > 1 ? argv[1] : "";
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  std::printf(
      "Nanoseconds per query, of each library by its fastest algorithm that is right, if there is one.\n"
      "~ some answers are off by more than 1e-6, ! by more than 1e-3 of the truth, in so many of a hundred poses.\n"
      "Ratio: of the fastest other that is right (within 1e-3 in 99 of 100 poses), over ours.\n"
      "Elsewhere: published or measured on other machines, some in floats.\n\n"
      "%-38s %9s %12s %12s %12s %8s   %s\n",
      "", "Apart", "Bullet", "libccd", "FCL", "ratio", "elsewhere");

  const auto row = [&](const std::string& name, ConvexKind kind, ConvexQuestion question, bool coherent, auto make) {
    const std::string whole = name + " " + kQuestions[static_cast<int>(question)] + (coherent ? " coherent" : " cold");
    for (Lie lie : {far_off, near_by, touching, slightly, deeply}) {
      const bool meet = lie == slightly || lie == deeply;
      if (question == ConvexQuestion::depth && !meet) continue;
      const std::string label = whole + " " + kLies[lie];
      if (label.find(filter) == std::string::npos) continue;
      Random random(7);
      std::vector<Pair> pairs;
      for (int i = 0; i < 4; ++i) {
        Pair& pair = pairs.emplace_back();
        pair.a = make(random), pair.b = make(random);
        pair.poses = poses(random, pair.a, pair.b, lie, coherent, 64);
      }
      const std::vector<Timed> timed = measure(pairs, kind, question, coherent, meet, rounds);
      const Timed* const mine = best_of(timed, "Apart");
      double best = 1e300;
      for (const char* library : {"Bullet", "libccd", "FCL"})
        if (const Timed* t = best_of(timed, library); t && t->verdict.right()) best = std::min(best, t->ns);
      std::printf("%-38s %9s %12s %12s %12s ", label.c_str(), cell(mine).c_str(),
                  cell(best_of(timed, "Bullet")).c_str(), cell(best_of(timed, "libccd")).c_str(),
                  cell(best_of(timed, "FCL")).c_str());
      mine&& best < 1e300 ? std::printf("%8.2f", best / mine->ns) : std::printf("%8s", "");
      for (const Published& p : kPublished)
        if (whole == p.row && lie != touching && p.ns[lie] > 0) std::printf("   %.0f %s", p.ns[lie], p.who);
      std::printf("\n");
      std::fflush(stdout);
    }
  };

  for (ConvexQuestion question : {ConvexQuestion::boolean, ConvexQuestion::distance, ConvexQuestion::depth})
    for (bool coherent : {false, true}) {
      for (int count : {8, 32, 128, 1000})
        row("hulls of " + std::to_string(count), ConvexKind::hull, question, coherent,
            [count](Random& random) { return hull(random, count); });
      row("boxes", ConvexKind::box, question, coherent, [](Random& random) { return box(random); });
      row("capsules", ConvexKind::capsule, question, coherent, [](Random& random) { return capsule(random); });
    }
}
