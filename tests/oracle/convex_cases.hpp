// Pairs of convex hulls with the exact answer: apart, near, touching, a little and deep inside one another, at all
// scales, with flat hulls, needles, segments and points among them; and what may be wrong with an answer.
#pragma once
#include <gtest/gtest-spi.h>
#include <apart/base/random.hpp>
#include <apart/base/status.hpp>
#include <array>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "tests/oracle/convex_exact.hpp"
#include "tests/support.hpp"

namespace apart::oracle {

using Points = std::vector<Vec3d>;

// How two hulls lie to each other.
enum Lie { separated, near_by, touching, slightly, deeply, kLies };
inline constexpr const char* kLieNames[] = {"separated", "near", "touching", "slightly overlapping",
                                            "deeply overlapping"};

struct Case {
  Points a, b;
  Lie lie{};
  double size = 0;         // of A − B
  double coordinates = 0;  // the largest
  ExactAnswer truth;

  // What rounding may do at most to a distance of points with such coordinates: a few units in their last place.
  double floor() const { return 16 * std::numeric_limits<double>::epsilon() * larger(size, coordinates); }
};

inline void place(Points& points, const Pose& pose) {
  for (Vec3d& p : points) p = pose * p;
}

// About one unit large; `whole` ones have multiples of 1/4 as coordinates.
inline Points any_points(Random& random, bool whole) {
  Points out;
  const u32 count = 4 + random.below(9), kind = random.below(16);
  const auto on_grid = [&] { return 0.25 * (static_cast<double>(random.below(9)) - 4); };
  const auto add = [&](u32 n, auto&& make) {
    for (u32 i = 0; i < n; ++i) out.push_back(make());
  };
  if (kind < 3) {  // a box
    const Vec3d half = whole ? Vec3d{0.25 + 0.25 * random.below(4), 0.25 + 0.25 * random.below(4), 0.5}
                             : Vec3d{random.uniform(0.05, 1), random.uniform(0.05, 1), 0.5};
    for (u32 i = 0; i < 8; ++i)
      out.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  } else if (kind == 3) {  // a prism, whose sides are not triangles
    const u32 n = 3 + random.below(4);
    Points base;
    for (u32 i = 0; i < n; ++i) base.push_back(whole ? Vec3d{on_grid(), on_grid(), 0} : random.in_box(1));
    const Vec3d up = whole ? Vec3d{on_grid(), on_grid(), 0.75} : random.direction();
    for (Vec3d p : base) out.push_back(p), out.push_back(p + up);
  } else if (kind == 4) {
    add(1 + random.below(3), [&] { return Vec3d{}; });  // one place
  } else if (kind == 5) {                               // in a line
    const Vec3d along = whole ? Vec3d{on_grid(), 0.25, on_grid()} : random.direction();
    add(2 + random.below(3), [&] { return on_grid() * along; });
  } else if (kind < 9) {  // flat
    const Vec3d u = whole ? Vec3d{1, 0.25, 0} : random.direction(), v = whole ? Vec3d{0, 0.5, 1} : random.direction();
    if (whole)
      add(3 + random.below(4), [&] { return on_grid() * u + on_grid() * v; });
    else
      add(count, [&] { return random.uniform(-1, 1) * u + random.uniform(-1, 1) * v; });
  } else if (kind < 11 && !whole) {  // a needle or a thin plate
    const double thin = std::pow(10, random.uniform(-8, -1)), thinner = random.chance(0.5) ? thin : 1;
    add(count, [&] {
      const Vec3d p = random.in_box(1);
      return Vec3d{p.x, thinner * p.y, thin * p.z};
    });
  } else if (kind < 13 && !whole) {
    add(count, [&] { return random.direction(); });
  } else if (whole) {
    add(count, [&] { return Vec3d{on_grid(), on_grid(), on_grid()}; });
  } else {
    add(count, [&] { return random.in_box(1); });
  }
  return out;
}

// Those that lie farthest along a direction, all of them.
inline Points farthest(const Points& points, Vec3d direction, double slack) {
  double most = -std::numeric_limits<double>::infinity();
  for (Vec3d p : points) most = larger(most, dot(direction, p));
  Points out;
  for (Vec3d p : points)
    if (dot(direction, p) >= most - slack) out.push_back(p);
  return out;
}

// Across a face of one of them, an edge of each, or any.
inline Vec3d any_direction(Random& random, const Points& a, const Points& b, bool whole) {
  const auto some = [&](const Points& p) { return p[random.below(static_cast<u32>(p.size()))]; };
  const auto across = [&] {
    const u32 kind = random.below(4);
    if (kind == 0) return cross(some(a) - some(a), some(a) - some(a));
    if (kind == 1) return cross(some(b) - some(b), some(b) - some(b));
    return cross(some(a) - some(a), some(b) - some(b));
  };
  for (int tries = 0; tries < 40; ++tries) {
    const Vec3d n = across();
    if (!(length(n) > 1e-12)) continue;
    // Worth taking if more than two corners lie in it.
    if (farthest(a, n, 1e-12).size() + farthest(b, -n, 1e-12).size() > 2) return n;
  }
  return whole ? Vec3d{1, 2, static_cast<double>(random.below(3))} : random.direction();
}

// Moves B to where it touches the plane across n on which A lies, from the other side.
inline void bring(Random& random, const Points& a, Points& b, Vec3d n, double gap, double slack) {
  const auto middle = [&](const Points& p) {  // of up to four: no rounding among whole numbers
    Vec3d sum{};
    for (int i = 0; i < 4; ++i) sum += 0.25 * p[random.below(static_cast<u32>(p.size()))];
    return sum;
  };
  const Vec3d shift = middle(farthest(a, n, slack)) - middle(farthest(b, -n, slack)) + gap / length(n) * n;
  for (Vec3d& p : b) p += shift;
}

inline Case any_case(Random& random, Lie lie) {
  Case c;
  c.lie = lie;
  const bool whole = lie == touching ? random.chance(0.8) : random.chance(0.15);
  c.a = any_points(random, whole), c.b = any_points(random, whole);
  if (!whole) place(c.a, {random.rotation(), {}}), place(c.b, {random.rotation(), {}});
  if (random.chance(0.2)) {  // one much smaller
    const double factor = whole ? 0.0625 : std::pow(10, random.uniform(-4, 0));
    for (Vec3d& p : c.b) p *= factor;
  }
  const Vec3d n = any_direction(random, c.a, c.b, whole);
  const double slack = whole ? 0 : 1e-12;
  switch (lie) {
    case separated:
      bring(random, c.a, c.b, n, std::pow(10, random.uniform(-2, 2)), slack);
      break;
    case near_by:
      bring(random, c.a, c.b, n, std::pow(10, random.uniform(-9, -3)), slack);
      break;
    case touching:
      bring(random, c.a, c.b, n, 0, slack);
      break;
    case slightly:
      bring(random, c.a, c.b, n, -std::pow(10, random.uniform(-9, -3)), slack);
      break;
    default:
      for (Vec3d& p : c.b) p += 0.3 * c.a[0] + (whole ? Vec3d{} : 0.2 * random.in_box(1));
  }
  if (!whole && random.chance(0.1)) {
    const Vec3d far = std::pow(10, random.uniform(0, 5)) * random.direction();
    for (Points* points : {&c.a, &c.b})
      for (Vec3d& p : *points) p += far;
  }
  // Of a touching pair the scale is a power of two, so that they touch at every scale.
  const double scale =
      whole ? std::ldexp(1.0, static_cast<int>(random.below(41)) - 20) : std::pow(10, random.uniform(-6, 6));
  for (Points* points : {&c.a, &c.b})
    for (Vec3d& p : *points) p *= scale, c.coordinates = larger(c.coordinates, largest(abs(p)));
  for (Vec3d p : c.a)
    for (Vec3d q : c.b) c.size = larger(c.size, length(p - q));
  c.truth = exact_convex(c.a, c.b);
  return c;
}

// All a failure needs: the points, to the last bit.
inline std::string described(const Case& c) {
  std::string out = std::string(kLieNames[c.lie]) + "\n";
  char line[200];
  for (const auto& [name, points] : {std::pair{"a", &c.a}, std::pair{"b", &c.b}})
    for (Vec3d p : *points) {
      std::snprintf(line, sizeof line, "  %s {%a, %a, %a},  // %.17g %.17g %.17g\n", name, p.x, p.y, p.z, p.x, p.y,
                    p.z);
      out += line;
    }
  std::snprintf(line, sizeof line, "  exactly: distance %.17g, depth %.17g; size %g, largest coordinate %g\n",
                c.truth.distance, c.truth.depth, c.size, c.coordinates);
  return out + line;
}

// Runs a query over all cases, the same number of each kind. No result may be wrong; of an algorithm by itself, whose
// caller has a fallback, at most one in so many: those are needles of 1e-6 and thinner, and they are reported.
template <class Ask>
void for_all(u64 seed, int quick, int at_night, int one_in, Ask&& ask) {
  Random random(seed);
  const int total = testing::cases(quick, at_night);
  std::array<int, kLies> saw{};
  int wrong = 0;
  for (int k = 0; k < total; ++k) {
    const Case c = any_case(random, static_cast<Lie>(k % kLies));
    ++saw[!c.truth.meet()                 ? c.truth.distance > 1e-2 * c.size ? separated : near_by
          : c.truth.depth == 0            ? touching
          : c.truth.depth < 1e-2 * c.size ? slightly
                                          : deeply];
    ::testing::TestPartResultArray failures;
    {
      ::testing::ScopedFakeTestPartResultReporter catcher(
          ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
      ask(k, c);
    }
    if (failures.size() > 0 && ++wrong <= 3)
      std::printf("[ wrong    ] case %d of seed %d: %s\n%s", k, static_cast<int>(seed),
                  failures.GetTestPartResult(0).message(), described(c).c_str());
  }
  EXPECT_LE(wrong, one_in > 0 ? total / one_in : 0) << "wrong answers";
  std::printf("[ saw      ] %d pairs, %d wrong:", total, wrong);
  for (int i = 0; i < kLies; ++i) {
    std::printf(" %d %s%s", saw[static_cast<std::size_t>(i)], kLieNames[i], i + 1 < kLies ? "," : "\n");
    EXPECT_GE(saw[static_cast<std::size_t>(i)], total / 20) << kLieNames[i];
  }
}

// What was seen of one algorithm.
struct Seen {
  const char* name;
  int unfinished = 0, total = 0;
  double worst_distance = 0, worst_depth = 0;  // beyond the floor, of the truth
  double worst_bound = -1;                     // of the floor

  ~Seen() {
    std::printf(
        "[ saw      ] %s: %d of %d not exact, errors at most %.2g of the distance, %.2g of the depth, bounds too high "
        "by %.2g of the floor\n",
        name, unfinished, total, worst_distance, worst_depth, worst_bound);
  }
};

inline void check_distance(const Case& c, double distance, double at_least, Status status, Seen& seen) {
  ++seen.total;
  ASSERT_FALSE(std::isnan(distance) || std::isnan(at_least));
  seen.worst_bound = larger(seen.worst_bound, (at_least - c.truth.distance) / c.floor());
  ASSERT_LE(at_least, c.truth.distance * (1 + 1e-15) + c.floor() / 16);
  const double error = std::abs(distance - c.truth.distance) - c.floor();
  if (c.truth.distance > 0) seen.worst_distance = larger(seen.worst_distance, error / c.truth.distance);
  seen.unfinished += status != Status::exact;
  ASSERT_LE(error, 1e-9 * c.truth.distance) << distance << " " << to_string(status);
}

// How far B must be moved along a direction of length 1 to be clear of A; rounded less than the floor is.
inline double overlap_along(const Case& c, Vec3d normal) {
  double most = -std::numeric_limits<double>::infinity();
  for (Vec3d p : c.a)
    for (Vec3d q : c.b) most = larger(most, dot(normal, p - q));
  return most;
}

// Of a pair that meets.
inline void check_depth(const Case& c, double depth, double at_least, Vec3d normal, Status status, Seen& seen) {
  ++seen.total;
  ASSERT_TRUE(std::isfinite(depth) && std::isfinite(at_least) && is_finite(normal));
  ASSERT_NEAR(length(normal), 1, 1e-12);
  ASSERT_GE(depth, 0);
  seen.worst_bound = larger(seen.worst_bound, (at_least - c.truth.depth) / c.floor());
  ASSERT_LE(at_least, c.truth.depth * (1 + 1e-15) + c.floor());
  const double error = std::abs(depth - c.truth.depth) - c.floor();
  if (c.truth.depth > 0) seen.worst_depth = larger(seen.worst_depth, error / c.truth.depth);
  seen.unfinished += status != Status::exact;
  ASSERT_LE(error, 1e-6 * c.truth.depth) << depth << " " << to_string(status);
  ASSERT_LE(overlap_along(c, normal), depth + 1e-6 * c.truth.depth + c.floor()) << depth;  // it is a way out
}

}  // namespace apart::oracle
