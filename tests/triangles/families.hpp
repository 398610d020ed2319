// Pairs of triangles that are hard in every way we know, for all tests of triangles.
#pragma once
#include <apart/base/random.hpp>
#include <apart/shapes/triangle.hpp>
#include <cmath>
#include <limits>
#include <ostream>
#include <utility>

namespace apart::testing {

struct TrianglePair {
  Triangle s, t;
};

inline Triangle shuffled(Random& random, const Triangle& t) {
  Triangle r = t;
  for (int i = 2; i > 0; --i) std::swap(r[i], r[static_cast<int>(random.below(static_cast<u32>(i) + 1))]);
  return r;
}

inline double ulps_away(Random& random, double x, int most) {
  const double to = random.chance(0.5) ? 1e308 : -1e308;
  for (u32 n = random.below(static_cast<u32>(most) + 1); n > 0; --n) x = std::nextafter(x, to);
  return x;
}

inline Triangle ulps_away(Random& random, Triangle t, int most) {
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) t[i][k] = ulps_away(random, t[i][k], most);
  return t;
}

inline Vec3d grid_point(Random& random, int half) {
  const auto n = [&] { return static_cast<double>(random.below(static_cast<u32>(2 * half + 1))) - half; };
  return {n(), n(), n()};
}

inline Triangle each_axis_scaled(const Triangle& t, Vec3d by) {
  Triangle r;
  for (int i = 0; i < 3; ++i) r[i] = {t[i].x * by.x, t[i].y * by.y, t[i].z * by.z};
  return r;
}

inline Triangle moved(const Triangle& t, Vec3d by) { return {t.a + by, t.b + by, t.c + by}; }

// No coincidence at all.
inline TrianglePair generic(Random& random) {
  const auto triangle = [&] { return Triangle{random.in_box(1), random.in_box(1), random.in_box(1)}; };
  const Triangle s = triangle(), t = triangle();
  if (random.chance(0.3)) return {s, t};
  return {s, moved(t, 0.25 * (s.a + s.b + s.c - t.a - t.b - t.c))};
}

// A small grid of whole numbers: touching, sharing, coplanar and degenerate by chance.
inline TrianglePair on_grid(Random& random, int half = 2) {
  const auto triangle = [&] {
    return Triangle{grid_point(random, half), grid_point(random, half), grid_point(random, half)};
  };
  return {triangle(), triangle()};
}

// A shared vertex or edge, sometimes an ulp off.
inline TrianglePair sharing(Random& random) {
  const Triangle s{random.in_box(1), random.in_box(1), random.in_box(1)};
  Triangle t{s.a, random.in_box(1), random.in_box(1)};
  if (random.chance(0.5)) t.b = s.b;
  return {shuffled(random, s), shuffled(random, random.chance(0.7) ? ulps_away(random, t, 1) : t)};
}

// Exactly in one plane (the steps are whole numbers, so nothing rounds), sometimes lifted off it by ulps.
inline TrianglePair coplanar(Random& random) {
  const Vec3d origin = grid_point(random, 1000), u = grid_point(random, 50), v = grid_point(random, 50);
  const auto point = [&] {
    const Vec3d g = grid_point(random, 6);
    return origin + g.x * u + g.y * v;
  };
  return {{point(), point(), point()}, {point(), point(), point()}};
}

inline TrianglePair nearly_coplanar(Random& random) {
  const auto [s, t] = coplanar(random);
  return {ulps_away(random, s, 2), ulps_away(random, t, 2)};
}

// At least one is a segment or a point; they lie so that many of them touch.
inline TrianglePair degenerate(Random& random) {
  const Triangle t{grid_point(random, 2), grid_point(random, 2), grid_point(random, 2)};
  const auto spot = [&] {  // a grid point, or exactly a quarter point on a line of t
    const double k = random.below(5);
    return random.chance(0.8)
               ? grid_point(random, 2)
               : 0.25 * (k * t[static_cast<int>(random.below(3))] + (4 - k) * t[static_cast<int>(random.below(3))]);
  };
  Triangle s{spot(), spot(), {}};
  switch (random.below(4)) {
    case 0:
      s.b = s.a;
      s.c = s.a;
      break;
    case 1:
      s.c = s.b;
      break;
    case 2:
      s.c = 0.5 * (s.a + s.b);
      break;
    default:
      s.c = s.b + (s.b - s.a);
      break;
  }
  s = shuffled(random, s);
  return random.chance(0.5) ? TrianglePair{s, t} : TrianglePair{t, s};
}

// A vertex or an edge of one within ulps of the other's face or edge.
inline TrianglePair nearly_touching(Random& random) {
  const Triangle s{random.in_box(1), random.in_box(1), random.in_box(1)};
  const auto on_s = [&] {
    const double u = random.uniform(), v = random.uniform() * (1 - u);
    return s.a + u * (s.b - s.a) + (random.chance(0.3) ? 0 : v) * (s.c - s.a);
  };
  const Vec3d normal = area_vector(s);
  const auto above = [&] { return on_s() + random.uniform(0, 2) * normal; };
  Triangle t{on_s(), above(), above()};
  if (random.chance(0.3)) t.b = on_s();
  return {shuffled(random, s), shuffled(random, t)};
}

inline TrianglePair far_away(Random& random) {
  const Vec3d far = random.in_box(1e7);
  const auto [s, t] = random.chance(0.5) ? generic(random) : nearly_touching(random);
  return {moved(s, far), moved(t, far)};
}

// Any of the above at the ends of the range of doubles, down to the subnormals.
inline TrianglePair extreme_scale(Random& random) {
  const auto [s, t] = random.chance(0.5) ? on_grid(random) : random.chance(0.5) ? degenerate(random) : coplanar(random);
  static constexpr int exponents[] = {-1074, -1073, -1060, -600, -350, -299, -100, 250, 320, 500, 1000};
  const double by = std::ldexp(1.0, exponents[random.below(11)]);
  return {each_axis_scaled(s, {by, by, by}), each_axis_scaled(t, {by, by, by})};
}

// Each axis at a scale of its own, and coordinates of one axis that are hundreds of powers of two apart.
inline TrianglePair mixed_exponents(Random& random) {
  if (random.chance(0.5)) {
    const auto [s, t] = on_grid(random);
    const auto power = [&] { return std::ldexp(1.0, static_cast<int>(random.below(2090)) - 1074); };
    const Vec3d by{power(), power(), power()};
    return {each_axis_scaled(s, by), each_axis_scaled(t, by)};
  }
  static constexpr double pool[] = {0,
                                    1,
                                    -1,
                                    0x1p-1000,
                                    -0x1p-1000,
                                    0x1p1000,
                                    -0x1p1000,
                                    1 + 0x1p-52,
                                    0x1p-1074,
                                    std::numeric_limits<double>::max(),
                                    -std::numeric_limits<double>::max(),
                                    3e-200};
  double values[3][3];
  for (auto& axis : values)
    for (double& x : axis) x = pool[random.below(12)];
  const auto point = [&] {
    return Vec3d{values[0][random.below(3)], values[1][random.below(3)], values[2][random.below(3)]};
  };
  return {{point(), point(), point()}, {point(), point(), point()}};
}

struct Family {
  const char* name;
  TrianglePair (*make)(Random&);
  friend std::ostream& operator<<(std::ostream& out, const Family& family) { return out << family.name; }
};

inline constexpr Family families[] = {
    {"generic", generic},
    {"on a grid", [](Random& random) { return on_grid(random); }},
    {"sharing", sharing},
    {"coplanar", coplanar},
    {"nearly coplanar", nearly_coplanar},
    {"degenerate", degenerate},
    {"nearly touching", nearly_touching},
    {"far away", far_away},
    {"extreme scale", extreme_scale},
    {"mixed exponents", mixed_exponents},
};

// Are squares of lengths doubles?
inline bool ordinary(const Family& family) { return family.make != extreme_scale && family.make != mixed_exponents; }

}  // namespace apart::testing
