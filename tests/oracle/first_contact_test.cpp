// First contacts of moving vertices, faces and edges, compared with a decision in rationals: no contact is missed, and
// what is reported without one is as near as it says.
#include <apart/base/random.hpp>
#include <apart/triangles/point.hpp>
#include <apart/triangles/segment.hpp>

#include "tests/oracle/exact_contact.hpp"
#include "tests/support.hpp"

namespace apart {
namespace first_contact_test {

using oracle::Rational;

struct Query {
  bool edges = false;
  MovingPoint p[4];  // a vertex and a face, or two edges

  FirstContact answer(const FirstContactOptions& options) const {
    return edges ? first_contact(MovingEdge{p[0], p[1]}, MovingEdge{p[2], p[3]}, options)
                 : first_contact(p[0], MovingTriangle{p[1], p[2], p[3]}, options);
  }
  std::optional<oracle::ExactContact> truth() const {
    return edges ? oracle::exact_contact(MovingEdge{p[0], p[1]}, MovingEdge{p[2], p[3]})
                 : oracle::exact_contact(p[0], MovingTriangle{p[1], p[2], p[3]});
  }
  // In doubles.
  double distance_at(double t) const {
    return std::sqrt(edges ? triangles::segment_gap(p[0].at(t), p[1].at(t), p[2].at(t), p[3].at(t)).squared
                           : triangles::closest_on_triangle(p[0].at(t), {p[1].at(t), p[2].at(t), p[3].at(t)}).squared);
  }
  double size() const {
    double most = 0;
    for (const MovingPoint& v : p) most = std::max(most, std::max(largest(abs(v.from)), largest(abs(v.to))));
    return most;
  }
};

std::string show(const Query& query) {
  std::string text = query.edges ? "edges\n" : "vertex and face\n";
  for (const MovingPoint& v : query.p) {
    char line[256];
    std::snprintf(line, sizeof line, "{{%a, %a, %a}, {%a, %a, %a}},\n", v.from.x, v.from.y, v.from.z, v.to.x, v.to.y,
                  v.to.z);
    text += line;
  }
  return text;
}

Query random_query(Random& random, double motion) {
  Query out;
  out.edges = random.chance(0.5);
  for (MovingPoint& v : out.p) {
    v.from = random.in_box(1);
    v.to = v.from + random.in_box(motion);
  }
  return out;
}

// Coordinates on a coarse grid: many touch, are parallel, or have no area at some time.
Query grid_query(Random& random, int steps) {
  Query out;
  out.edges = random.chance(0.5);
  const auto number = [&] { return double(int(random.below(u32(2 * steps + 1))) - steps); };
  for (MovingPoint& v : out.p) v = {{number(), number(), number()}, {number(), number(), number()}};
  return out;
}

// In contact at a time and place of few digits, but for the last bits of a coordinate in half of the cases.
Query near_contact(Random& random) {
  Query out;
  out.edges = random.chance(0.5);
  const auto number = [&] { return double(int(random.below(1025)) - 512) / 64; };
  const auto point = [&] { return Vec3d{number(), number(), number()}; };
  for (MovingPoint& v : out.p) v = {point(), point()};
  const double t = double(1 + random.below(8)) / 8, u = double(random.below(5)) / 8, v = double(random.below(5)) / 8;
  const auto& p = out.p;
  const Vec3d there = out.edges ? p[2].at(t) + v * (p[3].at(t) - p[2].at(t)) - u * (p[1].at(t) - p[0].at(t))
                                : p[1].at(t) + u * (p[2].at(t) - p[1].at(t)) + v * (p[3].at(t) - p[1].at(t));
  const Vec3d shift = there - p[0].at(t);
  out.p[0].from += shift, out.p[0].to += shift;
  if (out.edges) out.p[1].from += shift, out.p[1].to += shift;
  if (random.chance(0.5)) {
    double& one = out.p[random.below(4)].to[int(random.below(3))];
    const double towards = random.chance(0.5) ? 100 : -100;
    for (u32 n = random.below(3); n-- > 0;) one = std::nextafter(one, towards);
  }
  return out;
}

// A vertex or an edge that rests on another, or slides along it, with gaps of a few last bits.
Query resting(Random& random) {
  Query out = random_query(random, 0.1);
  for (MovingPoint& v : out.p) v.from.z = v.to.z = 0.125;
  const auto lift = [&](MovingPoint& v) {
    v.from.z = 0.125 + 0x1p-54 * double(random.below(3));
    v.to.z = 0.125 + 0x1p-54 * double(random.below(3));
  };
  lift(out.p[0]);
  if (out.edges) lift(out.p[1]);
  if (random.chance(0.5)) out.p[2].to.z = 0.125 - 0x1p-54 * double(random.below(3));
  return out;
}

struct Counts {
  int cases = 0, hits = 0, false_alarms = 0, skipped = 0;
};

template <class Make>
Counts compare(const char* name, int count, const FirstContactOptions& options, Make make) {
  Random random(71);
  Counts out;
  for (int i = 0; i < count; ++i) {
    const Query query = make(random);
    const auto truth = query.truth();
    if (!truth) {
      ++out.skipped;
      continue;
    }
    ++out.cases, out.hits += truth->hit;
    const FirstContact found = query.answer(options);
    if (truth->hit) {
      EXPECT_TRUE(found.hit) << "missed: " << show(query);
      EXPECT_LE(Rational(found.free_until), truth->first.high) << show(query);
    } else if (found.hit) {
      ++out.false_alarms;
      EXPECT_NE(found.status, Status::exact) << show(query);
    }
    if (found.hit) {
      EXPECT_LE(found.free_until, found.contact_by);
      EXPECT_LE(query.distance_at(found.contact_by), found.distance + 1e-14 * query.size()) << show(query);
      EXPECT_LE(found.distance, options.clearance + options.tolerance + 1e-13 * query.size()) << show(query);
      EXPECT_LE(length(found.on_b - found.on_a), found.distance + 1e-14 * query.size()) << show(query);
    }
  }
  std::printf("[ saw      ] %s: %d queries, %d hits, %d false alarms, %d not decided in rationals\n", name, out.cases,
              out.hits, out.false_alarms, out.skipped);
  return out;
}

TEST(FirstContact, RandomMotions) {
  const Counts saw = compare("random", testing::cases(1500, 30'000), {}, [](Random& r) { return random_query(r, 3); });
  EXPECT_GT(saw.hits, saw.cases / 20);
  EXPECT_EQ(saw.false_alarms, 0);
}

TEST(FirstContact, SmallMotions) {
  const Counts saw = compare("small", testing::cases(1500, 30'000), {}, [](Random& r) { return random_query(r, 0.3); });
  EXPECT_GT(saw.hits, saw.cases / 50);
  EXPECT_EQ(saw.false_alarms, 0);
}

TEST(FirstContact, OnAGrid) {
  for (int steps : {1, 2, 4}) {
    const Counts saw =
        compare("grid", testing::cases(1000, 20'000), {}, [&](Random& r) { return grid_query(r, steps); });
    EXPECT_GT(saw.hits, saw.cases / 10);
    EXPECT_LT(saw.skipped, 3 * saw.cases);
    EXPECT_EQ(saw.false_alarms, 0);
  }
}

TEST(FirstContact, ContactsButForTheLastBit) {
  const Counts saw = compare("last bit", testing::cases(1500, 30'000), {}, near_contact);
  EXPECT_GT(saw.hits, saw.cases / 4);
  EXPECT_GT(saw.cases - saw.hits, saw.cases / 50);
  EXPECT_LE(saw.false_alarms, saw.cases / 500);
}

TEST(FirstContact, RestingAndSliding) {
  const Counts saw = compare("resting", testing::cases(1500, 30'000), {}, resting);
  EXPECT_GT(saw.hits, saw.cases / 30);
  EXPECT_GT(saw.cases - saw.hits, saw.cases / 20);
  EXPECT_LE(saw.false_alarms, saw.cases / 500);
}

// A tolerance permits false alarms, and no miss.
TEST(FirstContact, WithATolerance) {
  for (double tolerance : {1e-9, 1e-3, 0.1}) {
    const Counts saw = compare("tolerance", testing::cases(700, 14'000), {.tolerance = tolerance},
                               [](Random& r) { return r.chance(0.5) ? random_query(r, 1) : near_contact(r); });
    EXPECT_GT(saw.hits, saw.cases / 20);
  }
}

// The same queries, moved far away and scaled by powers of two, give the same times.
TEST(FirstContact, ScaledByPowersOfTwo) {
  Random random(72);
  for (int i = 0; i < 300; ++i) {
    const Query query = random_query(random, 2);
    const FirstContact found = query.answer({});
    for (int exponent : {-900, -300, 90, 500, 900}) {
      Query scaled = query;
      for (MovingPoint& v : scaled.p) v = {std::ldexp(1.0, exponent) * v.from, std::ldexp(1.0, exponent) * v.to};
      const FirstContact again = scaled.answer({});
      EXPECT_EQ(again.hit, found.hit) << exponent << " " << show(query);
      EXPECT_NEAR(again.free_until, found.free_until, 1e-12) << exponent << " " << show(query);
    }
  }
}

}  // namespace first_contact_test
}  // namespace apart
