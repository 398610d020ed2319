// Ritter's ball, its iterated form, and the minimal ball by pivoting.
#include <algorithm>
#include <apart/base/random.hpp>
#include <apart/shapes/mesh/moments.hpp>
#include <apart/volumes/fits/fit_sphere.hpp>

namespace apart::volumes {

namespace {

using Ball = Sphere<double>;

// The ball grown just enough to reach p: the far side stays fixed.
void grow(Ball& ball, Vec3d p) {
  const double away = length(p - ball.centre);
  if (!(away > ball.radius)) return;
  const double radius = 0.5 * (ball.radius + away);
  ball.centre += ((away - radius) / away) * (p - ball.centre);
  ball.radius = radius;
}

Ball between(Vec3d p, Vec3d q) { return {0.5 * p + 0.5 * q, 0.5 * length(p - q)}; }

Ball ritter_ball(std::span<const Vec3d> points) {
  Vec3d low[3] = {points[0], points[0], points[0]}, high[3] = {points[0], points[0], points[0]};
  for (Vec3d p : points)
    for (int i = 0; i < 3; ++i) {
      if (p[i] < low[i][i]) low[i] = p;
      if (p[i] > high[i][i]) high[i] = p;
    }
  int widest = 0;
  for (int i = 1; i < 3; ++i)
    if (length(high[i] - low[i]) > length(high[widest] - low[widest])) widest = i;
  Ball ball = between(low[widest], high[widest]);
  for (Vec3d p : points) grow(ball, p);
  return ball;
}

double reach(const Ball& from, const Ball& to) { return length(to.centre - from.centre) + to.radius; }
double farthest(Vec3d middle, std::span<const Vec3d> points) {
  double far = 0;
  for (Vec3d p : points) far = larger(far, length(p - middle));
  return far;
}

}  // namespace

Vec3d ritter_middle(std::span<const Vec3d> points) { return ritter_ball(points).centre; }

Vec3d spread_middle(std::span<const Vec3d> points) {
  const Vec3d along = principal_axes(points).rows[2];
  Vec3d low = points[0], high = points[0];
  for (Vec3d p : points) {
    if (dot(p - points[0], along) < dot(low - points[0], along)) low = p;
    if (dot(p - points[0], along) > dot(high - points[0], along)) high = p;
  }
  Ball ball = between(low, high);
  for (Vec3d p : points) grow(ball, p);
  return ball.centre;
}

Vec3d refined_middle(std::span<const Vec3d> points, int rounds, u64 seed) {
  Random random(seed);
  std::vector<Vec3d> order(points.begin(), points.end());
  Ball ball = ritter_ball(points);
  Vec3d best = ball.centre;
  double least = farthest(best, points);
  ball.radius = least;
  for (int k = 0; k < rounds; ++k) {
    for (u32 i = static_cast<u32>(order.size()); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    ball.radius *= 0.95;  // too small now, so that growing moves the centre
    for (Vec3d p : order) grow(ball, p);
    const double far = farthest(ball.centre, points);
    if (far < least) least = far, best = ball.centre;
    ball.radius = far;
  }
  return best;
}

// The least ball of balls touches at most four of them, which determine it. Welzl's algorithm finds these four by
// recursion over the points in random order. Here, as in Gärtner's variant (1999), the point farthest outside the ball
// of the current four is exchanged into them; the radius only grows, so the loop ends, within a few passes. Points are
// balls of radius 0, and there are no tolerances: of all balls that touch a subset of the five, the one is taken that
// needs the least radius to contain all five. A nearly degenerate subset, which is inaccurate, loses against the one
// with a point less.
namespace {

struct Five {
  Ball of[5];
  int count = 0;

  double needs(Vec3d middle) const {
    double far = 0;
    for (int i = 0; i < count; ++i) far = larger(far, reach({middle, 0}, of[i]));
    return far;
  }
};

struct Candidate {
  Vec3d middle;
  double radius = std::numeric_limits<double>::infinity();
  int chosen[4], count = 0;
};

// The balls that touch all of the chosen from inside, with the centre in the affine span of the chosen centres.
// Relative to the first, with v the vector to another and d the difference of their radii, the centre c of a ball of
// radius ρ (less the first's) satisfies |c| = ρ and |c − v| = ρ − d, so 2 c·v = v² − d² + 2 ρ d: linear in ρ.
void try_touching(const Five& five, const int* chosen, int count, Candidate& best) {
  const Ball& first = five.of[chosen[0]];
  const auto offer = [&](Vec3d from_first) {
    const Vec3d middle = first.centre + from_first;
    const double radius = five.needs(middle);
    if (!(radius < best.radius)) return;
    best.middle = middle, best.radius = radius, best.count = count;
    std::copy(chosen, chosen + count, best.chosen);
  };
  if (count == 1) return offer({});

  Vec3d v[3];
  double fixed[3], rate[3];
  for (int i = 0; i + 1 < count; ++i) {
    const Ball& b = five.of[chosen[i + 1]];
    const double d = b.radius - first.radius;
    v[i] = b.centre - first.centre;
    fixed[i] = 0.5 * (dot(v[i], v[i]) - d * d), rate[i] = d;
  }
  const auto solve = [&](const double* k) -> Vec3d {
    if (count == 2) return (k[0] / dot(v[0], v[0])) * v[0];
    const Vec3d n = cross(v[0], v[1]);
    if (count == 3) return (k[0] * cross(v[1], n) + k[1] * cross(n, v[0])) / dot(n, n);
    return (k[0] * cross(v[1], v[2]) + k[1] * cross(v[2], v[0]) + k[2] * n) / dot(n, v[2]);
  };
  const Vec3d a = solve(fixed), b = solve(rate);  // c = a + ρ b
  if (!is_finite(a) || !is_finite(b)) return;
  // |a + ρ b|² = ρ². For equal radii b is 0 and c is a.
  const double square = 1 - dot(b, b), half = dot(a, b), rest = dot(a, a);
  const double root = std::sqrt(larger(half * half + square * rest, 0.0));
  const double sum = half < 0 ? half - root : half + root;  // the root that does not cancel; the other by Vieta
  for (const double rho : {sum / square, -rest / sum})
    if (std::isfinite(rho) && rho >= 0) offer(a + rho * b);
}

Candidate least_of(const Five& five) {
  Candidate best;
  for (int bits = 1; bits < 1 << five.count; ++bits) {
    int chosen[5], count = 0;
    for (int i = 0; i < five.count; ++i)
      if (bits >> i & 1) chosen[count++] = i;
    if (count <= 4) try_touching(five, chosen, count, best);
  }
  return best;
}

// Of n balls, normalized to numbers near 1.
template <class Get>
Vec3d least_middle(u32 n, Get ball) {
  Five five;
  five.of[five.count++] = ball(0);
  Candidate now = least_of(five);
  Vec3d best = now.middle;
  double least = std::numeric_limits<double>::infinity();
  for (;;) {
    u32 out = 0;
    double far = -1;
    for (u32 i = 0; i < n; ++i) {
      const double r = reach({now.middle, 0}, ball(i));
      if (r > far) far = r, out = i;
    }
    if (far < least) least = far, best = now.middle;
    if (!(far > now.radius)) return best;
    Five next;
    for (int i = 0; i < now.count; ++i) next.of[next.count++] = five.of[now.chosen[i]];
    next.of[next.count++] = ball(out);
    five = next;
    const Candidate grown = least_of(five);
    if (!(grown.radius > now.radius)) return best;  // what is still outside is rounding error
    now = grown;
  }
}

// Moved to the centre of the box and scaled by a power of two, so that no square over- or underflows.
template <class Get>
Vec3d scaled_least_middle(u32 n, Get ball) {
  Bounds bounds;
  for (u32 i = 0; i < n; ++i) bounds.add(ball(i).centre);
  const Vec3d origin = bounds.centre();
  double largest_size = largest(bounds.high - origin);
  for (u32 i = 0; i < n; ++i) largest_size = larger(largest_size, ball(i).radius);
  if (!(largest_size > 0)) return origin;
  const int power = std::ilogb(largest_size);
  const auto scaled = [&](double x, int by) { return std::scalbn(x, by); };
  std::vector<Ball> near;
  near.reserve(n);
  for (u32 i = 0; i < n; ++i) {
    const Vec3d c = ball(i).centre - origin;
    near.push_back({{scaled(c.x, -power), scaled(c.y, -power), scaled(c.z, -power)}, scaled(ball(i).radius, -power)});
  }
  const Vec3d c = least_middle(n, [&](u32 i) { return near[i]; });
  return origin + Vec3d{scaled(c.x, power), scaled(c.y, power), scaled(c.z, power)};
}

}  // namespace

Vec3d minimum_middle(std::span<const Vec3d> points) {
  return scaled_least_middle(static_cast<u32>(points.size()), [&](u32 i) { return Ball{points[i], 0}; });
}

Vec3d minimum_middle(std::span<const Sphere<double>> balls) {
  return scaled_least_middle(static_cast<u32>(balls.size()), [&](u32 i) { return balls[i]; });
}

}  // namespace apart::volumes
