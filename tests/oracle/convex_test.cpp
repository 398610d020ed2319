// Distances and depths of convex hulls against exact integers: apart, near, touching, a little and deep inside one
// another, at all scales, with flat hulls, needles, segments and points among them.
#include <gtest/gtest-spi.h>
#include <apart/base/random.hpp>
#include <apart/convex/features/vclip.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/within.hpp>
#include <cstdio>
#include <numeric>

#include "tests/oracle/convex_exact.hpp"
#include "tests/support.hpp"

namespace apart {
namespace convex_test {

using oracle::exact_convex;
using oracle::ExactAnswer;
using Points = std::vector<Vec3d>;

// How two hulls lie to each other.
enum Lie { separated, near_by, touching, slightly, deeply, kLies };
constexpr const char* kLieNames[] = {"separated", "near", "touching", "slightly overlapping", "deeply overlapping"};

struct Case {
  Points a, b;
  Lie lie{};
  double size = 0;         // of A − B
  double coordinates = 0;  // the largest
  ExactAnswer truth;

  // What rounding may do at most to a distance of points with such coordinates: a few units in their last place.
  double floor() const { return 16 * std::numeric_limits<double>::epsilon() * larger(size, coordinates); }
};

void place(Points& points, const Pose& pose) {
  for (Vec3d& p : points) p = pose * p;
}

// About one unit large; `whole` ones have multiples of 1/4 as coordinates.
Points any_points(Random& random, bool whole) {
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
Points farthest(const Points& points, Vec3d direction, double slack) {
  double most = -std::numeric_limits<double>::infinity();
  for (Vec3d p : points) most = larger(most, dot(direction, p));
  Points out;
  for (Vec3d p : points)
    if (dot(direction, p) >= most - slack) out.push_back(p);
  return out;
}

// Across a face of one of them, an edge of each, or any.
Vec3d any_direction(Random& random, const Points& a, const Points& b, bool whole) {
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
void bring(Random& random, const Points& a, Points& b, Vec3d n, double gap, double slack) {
  const auto middle = [&](const Points& p) {  // of up to four: no rounding among whole numbers
    Vec3d sum{};
    for (int i = 0; i < 4; ++i) sum += 0.25 * p[random.below(static_cast<u32>(p.size()))];
    return sum;
  };
  const Vec3d shift = middle(farthest(a, n, slack)) - middle(farthest(b, -n, slack)) + gap / length(n) * n;
  for (Vec3d& p : b) p += shift;
}

Case any_case(Random& random, Lie lie) {
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
std::string described(const Case& c) {
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

// Known answers: boxes side by side.
TEST(ExactConvexOracle, KnowsBoxes) {
  Random random(1);
  testing::Outcomes outcomes("boxes that meet");
  const auto corners = [](Vec3d low, Vec3d high) {
    Points out;
    for (u32 i = 0; i < 8; ++i) out.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    return out;
  };
  for (int k = 0; k < 300; ++k) {
    Vec3d low[2], high[2];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) {
        low[i][j] = static_cast<double>(random.below(9)) - 2;
        high[i][j] = low[i][j] + static_cast<double>(1 + random.below(5));
      }
    double squared = 0, depth = std::numeric_limits<double>::infinity();
    for (int j = 0; j < 3; ++j) {
      const double one = high[0][j] - low[1][j], other = high[1][j] - low[0][j], shared = lesser(one, other);
      if (shared < 0) squared += shared * shared;
      depth = lesser(depth, larger(shared, 0.0));
    }
    const ExactAnswer answer = exact_convex(corners(low[0], high[0]), corners(low[1], high[1]));
    outcomes.saw(squared == 0);
    ASSERT_EQ(answer.distance, std::sqrt(squared)) << k;
    ASSERT_EQ(answer.depth, squared == 0 ? depth : 0) << k;
  }
}

TEST(ExactConvexOracle, KnowsFlatThinAndSkew) {
  // A point over, in, and beside a square; two squares across one another.
  const Points square{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  const auto from = [&](Vec3d p) { return exact_convex(square, Points{p}); };
  EXPECT_EQ(from({0.25, 0.5, 0x1p-40}).distance, 0x1p-40);
  EXPECT_EQ(from({3, 0, 0}).distance, 2);
  EXPECT_EQ(from({4, 5, 0}).distance, 5);
  for (Vec3d p : {Vec3d{0, 0, 0}, Vec3d{1, 0.5, 0}, Vec3d{1, 1, 0}}) {
    EXPECT_TRUE(from(p).meet());
    EXPECT_EQ(from(p).depth, 0);
  }
  EXPECT_EQ(exact_convex(square, Points{{0, 0, -3}, {0, 0, 0.5}}).depth, 0.5);
  EXPECT_EQ(exact_convex(Points{{0, 0, 0}}, Points{{0, 0, 0}, {0, 0, 0}}).depth, 0);
  EXPECT_EQ(exact_convex(Points{{-1, 0, 0}, {1, 0, 0}}, Points{{0, -1, 0x1p-30}, {0, 1, 0x1p-30}}).distance, 0x1p-30);
  EXPECT_EQ(exact_convex(Points{{-1, 0, 0}, {1, 0, 0}}, Points{{0, -1, 0}, {0, 1, 0}}).depth, 0);
  // A regular octahedron and the point in its middle: 1/√3, found to the last bit or next to it.
  const Points octahedron{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  EXPECT_NEAR(exact_convex(octahedron, Points{{0, 0, 0}}).depth, std::sqrt(1.0 / 3), 0x1p-53);
  // Tetrahedra with an edge each across the other's: the way out is across both.
  const Points above{{-1, 0, -0.125}, {1, 0, -0.125}, {0, -1, 4}, {0, 1, 4}},
      below{{0, -1, 0}, {0, 1, 0}, {-1, 0, -4}, {1, 0, -4}};
  EXPECT_EQ(exact_convex(above, below).depth, 0.125);
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

void check_distance(const Case& c, double distance, double at_least, Status status, Seen& seen) {
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
double overlap_along(const Case& c, Vec3d normal) {
  double most = -std::numeric_limits<double>::infinity();
  for (Vec3d p : c.a)
    for (Vec3d q : c.b) most = larger(most, dot(normal, p - q));
  return most;
}

// Of a pair that meets.
void check_depth(const Case& c, double depth, double at_least, Vec3d normal, Status status, Seen& seen) {
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

// No point is lost when a hull is made of them, beyond what it admits; and of its vertices it finds the farthest.
TEST(ConvexAgainstExact, Polytopes) {
  Random random(3);
  double worst = 0;
  for_all(10, 400, 20000, 0, [&](int, const Case& c) {
    for (const Points* points : {&c.a, &c.b}) {
      const Polytope hull = Polytope::make(*points).value();
      const std::string wrong = problem(hull);
      ASSERT_EQ(wrong, "");
      ASSERT_LE(hull.slack(), 2 * c.floor());
      const Points vertices(hull.vertices().begin(), hull.vertices().end());
      for (Vec3d v : vertices) ASSERT_NE(std::find(points->begin(), points->end(), v), points->end());
      for (Vec3d p : *points) {
        const double lost = exact_convex(Points{p}, vertices).distance;
        worst = larger(worst, lost / c.floor());
        ASSERT_LE(lost, c.floor());
      }
      const Vec3d direction = random.direction();
      const Vec3d found = vertices[hull.farthest_vertex(direction)];
      for (Vec3d v : vertices) ASSERT_LE(dot(direction, v - found), c.floor() / 16);
    }
  });
  std::printf("[ saw      ] points at most %.2g of the floor outside\n", worst);
}

TEST(ConvexAgainstExact, Gjk) {
  Seen seen{"GJK"};
  for_all(11, 2500, 100000, 0, [&](int, const Case& c) {
    const GjkResult r = gjk(PointsSupport{c.a}, PointsSupport{c.b});
    check_distance(c, r.distance, r.at_least, r.status, seen);
  });
  EXPECT_EQ(seen.unfinished, 0);
}

TEST(ConvexAgainstExact, Epa) {
  Seen seen{"EPA"};
  for_all(12, 2500, 100000, 5000, [&](int, const Case& c) {
    if (!c.truth.meet()) return;
    const EpaResult r = epa(PointsSupport{c.a}, PointsSupport{c.b});
    check_depth(c, r.depth(), r.depth_at_least(), r.normal, r.status, seen);
    ASSERT_LE(length(r.on_a - r.on_b - r.depth() * r.normal), c.floor());
  });
  EXPECT_LE(seen.unfinished, seen.total / 1000);
}

Polytope polytope(const Points& points) { return Polytope::make(points).value(); }

// Positive separations are bounds; of pairs that meet it is the depth.
TEST(ConvexAgainstExact, SeparatingAxes) {
  Seen seen{"separating axes"};
  for_all(13, 2500, 100000, 5000, [&](int, const Case& c) {
    const AxesResult r = separating_axes(polytope(c.a), {}, polytope(c.b));
    ASSERT_TRUE(std::isfinite(r.distance));
    ASSERT_LE(r.distance, c.truth.distance * (1 + 1e-15) + c.floor());
    ASSERT_FALSE(r.meet() && c.truth.distance > c.floor());
    ASSERT_TRUE(r.meet() || c.truth.depth <= c.floor());
    if (c.truth.meet()) check_depth(c, larger(-r.distance, 0.0), 0, r.normal, r.status, seen);
  });
  EXPECT_EQ(seen.unfinished, 0);
}

void check_walk(const Case& c, const FeatureDistance& r, int& fell_back, Seen& seen) {
  fell_back += r.fell_back;
  if (c.truth.meet())
    check_depth(c, larger(-r.distance, 0.0), 0, r.normal, r.status, seen);
  else
    check_distance(c, larger(r.distance, 0.0), larger(r.at_least, 0.0), r.status, seen);
  if (::testing::Test::HasFatalFailure()) return;
  ASSERT_NEAR(length(r.normal), 1, 1e-12);
  ASSERT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 2 * c.floor());
}

TEST(ConvexAgainstExact, VoronoiMarching) {
  Seen seen{"Voronoi marching"};
  int fell_back = 0;
  for_all(14, 2500, 100000, 5000, [&](int, const Case& c) {
    check_walk(c, voronoi_marching(polytope(c.a), {}, polytope(c.b)), fell_back, seen);
  });
  std::printf("[ saw      ] %d walks fell back\n", fell_back);
  EXPECT_LE(seen.unfinished, seen.total / 1000);
}

TEST(ConvexAgainstExact, VClip) {
  Seen seen{"V-Clip"};
  int fell_back = 0;
  for_all(15, 2500, 100000, 5000,
          [&](int, const Case& c) { check_walk(c, vclip(polytope(c.a), {}, polytope(c.b)), fell_back, seen); });
  std::printf("[ saw      ] %d walks fell back\n", fell_back);
  EXPECT_LE(seen.unfinished, seen.total / 1000);
}

// One, two or three points are also shapes of their own kind.
Shape shape(Random& random, const Points& points) {
  if (random.chance(0.5)) {
    if (points.size() == 1) return Point{points[0]};
    if (points.size() == 2) return Segment{points[0], points[1]};
    if (points.size() == 3) return Triangle{points[0], points[1], points[2]};
  }
  return Polytope::make(points).value();
}

// All queries of a pair that return a distance or a depth, and that they agree. `c.b` is B at its pose; the floor grows
// for a pose, where its points are rounded once more.
void check_shapes(const Case& c, const Shape& a, const Pose& at, const Shape& b, double floor, Seen& seen) {
  const Distance r = signed_distance(a, at, b);
  ASSERT_TRUE(std::isfinite(r.distance) && is_finite(r.on_a) && is_finite(r.on_b));
  ASSERT_NEAR(length(r.normal), 1, 1e-12);
  ASSERT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 2 * floor);
  const double truth = c.truth.meet() ? -c.truth.depth : c.truth.distance;
  ++seen.total;
  seen.unfinished += r.status != Status::exact;
  ASSERT_LE(r.at_least, truth + 1e-15 * std::abs(truth) + floor) << r.distance;
  const double error = std::abs(r.distance - truth) - floor;
  double& worst = c.truth.meet() ? seen.worst_depth : seen.worst_distance;
  if (truth != 0) worst = larger(worst, error / std::abs(truth));
  ASSERT_LE(error, (c.truth.meet() ? 1e-6 : 1e-9) * std::abs(truth)) << r.distance << " " << to_string(r.status);
  // The normal is a way out, or a plane between them: of points that are apart it is the way from one to the other,
  // which rounding turns by the floor over the distance.
  const double turned = truth > 0 ? floor / truth * c.size : 0;
  ASSERT_LE(overlap_along(c, r.normal), -r.distance + 1e-6 * std::abs(truth) + 2 * floor + turned) << r.distance;

  const Penetration p = penetration(a, at, b);
  ASSERT_NEAR(p.depth, larger(-truth, 0.0), 1e-6 * c.truth.depth + floor) << to_string(p.status);
  ASSERT_LE(p.at_least, c.truth.depth * (1 + 1e-6) + floor)
      << "depth " << p.depth << " by " << p.at_least - c.truth.depth;
  ASSERT_NEAR(length(p.normal), 1, 1e-12);
  if (c.truth.depth > 0) {
    ASSERT_LE(overlap_along(c, p.normal), p.depth + 1e-6 * c.truth.depth + 2 * floor);
  }

  const bool meet = collide(a, at, b).colliding;
  ASSERT_FALSE(meet && truth > floor) << truth;
  ASSERT_TRUE(meet || truth >= -floor) << truth;
  ASSERT_TRUE(meet || truth != 0 || at != Pose{});  // where nothing is moved, touching is touching
  if (c.truth.distance > 0) {
    ASSERT_TRUE(within(a, at, b, c.truth.distance * (1 + 1e-9) + floor));
    const double less = c.truth.distance * (1 - 1e-9) - 4 * floor;
    ASSERT_FALSE(less > 0 && within(a, at, b, less));
  }
  const Distance shallow = distance(a, at, b);
  ASSERT_NEAR(shallow.distance, larger(truth, 0.0), 1e-9 * c.truth.distance + floor);
  ASSERT_NEAR(length(shallow.normal), 1, 1e-12);
}

TEST(ConvexAgainstExact, Shapes) {
  Seen seen{"shapes"}, posed{"shapes at poses"};
  Random random(4);
  for_all(16, 2500, 100000, 0, [&](int, const Case& c) {
    const Shape a = shape(random, c.a), b = shape(random, c.b);
    check_shapes(c, a, {}, b, c.floor(), seen);
    if (::testing::Test::HasFatalFailure()) return;
    const Pose at{random.rotation(), c.size * random.in_box(1)};
    Points own = c.b;
    place(own, inverse(at));
    check_shapes(c, a, at, shape(random, own), 2 * c.floor(), posed);
  });
  EXPECT_LE(seen.unfinished, seen.total / 1000);
  EXPECT_LE(posed.unfinished, seen.total / 1000);
}

// Boxes have a kernel of their own. Their corners, where they stand, are the truth.
TEST(ConvexAgainstExact, Boxes) {
  Seen seen{"boxes"};
  Random random(5);
  testing::Outcomes outcomes("boxes that meet");
  for (int k = 0; k < testing::cases(2000, 50000); ++k) {
    Vec3d sizes[2];
    const bool whole = random.chance(0.3);
    for (Vec3d& size : sizes)
      for (int i = 0; i < 3; ++i)
        size[i] = whole ? static_cast<double>(1 + random.below(4)) : std::pow(10, random.uniform(-4, 0));
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(41)) - 20);
    for (Vec3d& size : sizes) size *= scale;
    Pose at{whole || random.chance(0.2) ? Mat3d{} : random.rotation(), {}};
    Case c;
    const auto corners = [](Vec3d size, const Pose& pose) {
      Points out;
      for (u32 i = 0; i < 8; ++i)
        out.push_back(
            pose * Vec3d{(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
      return out;
    };
    c.a = corners(sizes[0], {}), c.b = corners(sizes[1], at);
    c.lie = static_cast<Lie>(k % kLies);
    if (whole) {
      at.translation = scale * Vec3d{std::floor(random.uniform(-3, 4)), std::floor(random.uniform(-3, 4)),
                                     std::floor(random.uniform(-3, 4))};
    } else {
      const Vec3d n = any_direction(random, c.a, c.b, false);
      const double gap = c.lie == separated  ? random.uniform(0, 1)
                         : c.lie == near_by  ? std::pow(10, random.uniform(-9, -3))
                         : c.lie == touching ? 0
                         : c.lie == slightly ? -std::pow(10, random.uniform(-9, -3))
                                             : -random.uniform(0, 0.5);
      Points moved = c.b;
      bring(random, c.a, moved, n, scale * gap, 1e-12 * scale * scale * scale);
      at.translation = moved[0] - c.b[0];
    }
    c.b = corners(sizes[1], at);
    for (Vec3d p : c.a)
      for (Vec3d q : c.b) c.size = larger(c.size, length(p - q));
    for (const Points* points : {&c.a, &c.b})
      for (Vec3d p : *points) c.coordinates = larger(c.coordinates, largest(abs(p)));
    c.truth = exact_convex(c.a, c.b);
    outcomes.saw(c.truth.meet());
    check_shapes(c, Box{sizes[0]}, at, Box{sizes[1]}, 2 * c.floor(), seen);
    if (::testing::Test::HasFatalFailure()) {
      std::printf("case %d, boxes of %a %a %a and %a %a %a: %s", k, sizes[0].x, sizes[0].y, sizes[0].z, sizes[1].x,
                  sizes[1].y, sizes[1].z, described(c).c_str());
      return;
    }
  }
  EXPECT_LE(seen.unfinished, seen.total / 1000);
}

}  // namespace convex_test
}  // namespace apart
