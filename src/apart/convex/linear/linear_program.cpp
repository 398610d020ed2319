// Seidel's algorithm in one, two and three variables, with error bounds.
#include <apart/base/random.hpp>
#include <apart/convex/linear/linear_program.hpp>
#include <array>
#include <vector>

namespace apart::convex {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon() / 2;
// Opposite directions this near to parallel are parallel: the remainder is rounding error. Planes with the same
// orientation are merged much sooner, since their intersection is ill-conditioned, and would degrade accurate results.
constexpr double kParallel = 16 * kRounding, kSame = 0x1p-32;

// normal · x ≤ offset in two variables. The unit normal is known to ± tilt, the offset to ± error: both suffer if it
// comes from nearly parallel planes.
struct HalfPlane {
  double x, y, offset, error, tilt;
};
struct Plane3 {
  Vec3d normal;  // of length 1
  double offset;
};
struct Point2 {
  double x, y;
};

double corner(double objective, double far) { return objective > 0 ? far : objective < 0 ? -far : 0; }

// The same on the line where `on` is tight, among the half-planes before it.
bool maximise_on_line(const HalfPlane& on, std::span<const HalfPlane> before, Point2 objective, double far,
                      Point2& at) {
  const Point2 along{-on.y, on.x};
  double low = -far, high = far, low_error = 0, high_error = 0;
  for (const HalfPlane& h : before) {
    const double rate = h.x * along.x + h.y * along.y, facing = h.x * on.x + h.y * on.y, tilt = h.tilt + on.tilt;
    if (facing > 0 && std::abs(rate) <= kSame) continue;
    const double rest = h.offset - on.offset * facing;
    const double error =
        h.error + on.error + 8 * kRounding * std::abs(h.offset) + (8 * kRounding + tilt) * std::abs(on.offset);
    if (std::abs(rate) <= kParallel + 2 * tilt) {
      if (tilt < kParallel && rest < -error) return false;
      continue;
    }
    const double t = rest / rate, t_error = (error + 2 * (kRounding + tilt) * std::abs(t)) / std::abs(rate);
    if (rate > 0) {
      if (t < high) high = t, high_error = t_error;
    } else {
      if (t > low) low = t, low_error = t_error;
    }
  }
  if (low > high + low_error + high_error) return false;
  const double slope = objective.x * along.x + objective.y * along.y;
  double t = slope > 0 ? high : slope < 0 ? low : larger(low, lesser(high, 0.0));
  if (low > high) t = 0.5 * low + 0.5 * high;
  at = {on.offset * on.x + t * along.x, on.offset * on.y + t * along.y};
  return true;
}

bool maximise_on_plane(std::span<const HalfPlane> all, Point2 objective, double far, Point2& at) {
  at = {corner(objective.x, far), corner(objective.y, far)};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const HalfPlane& h = all[i];
    const double beyond = h.x * at.x + h.y * at.y - h.offset;
    const double error =
        h.error + 8 * kRounding * std::abs(h.offset) + (8 * kRounding + h.tilt) * (std::abs(at.x) + std::abs(at.y));
    if (beyond <= error) continue;
    if (!maximise_on_line(h, all.first(i), objective, 2 * far, at)) return false;
  }
  return true;
}

// Two directions that form a right-handed frame with n.
std::array<Vec3d, 2> across(Vec3d n) {
  const Vec3d m = abs(n);
  const Vec3d other = m.x <= m.y && m.x <= m.z ? Vec3d{1, 0, 0} : m.y <= m.z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  const Vec3d u = cross(n, other), v = u / length(u);
  return {v, cross(n, v)};
}

// Inside the box of half size `far`, which comes first among the planes.
bool maximise_in_box(Vec3d objective, std::span<const Plane3> all, double far, Vec3d& at) {
  at = {corner(objective.x, far), corner(objective.y, far), corner(objective.z, far)};
  std::vector<HalfPlane> tight;
  for (std::size_t i = 6; i < all.size(); ++i) {
    const Plane3& on = all[i];
    const double error = 8 * kRounding * (largest(abs(at)) + std::abs(on.offset));
    if (dot(on.normal, at) - on.offset <= error) continue;
    const auto [u, v] = across(on.normal);
    tight.clear();
    for (const Plane3& h : all.first(i)) {
      const double x = dot(h.normal, u), y = dot(h.normal, v), size = std::sqrt(x * x + y * y);
      const double facing = dot(h.normal, on.normal);
      if (facing > 0 && size <= kSame) continue;
      const double rest = h.offset - on.offset * facing;
      const double rest_error = 8 * kRounding * (std::abs(h.offset) + std::abs(on.offset));
      if (size <= kParallel) {
        if (rest < -rest_error) return false;
        continue;
      }
      tight.push_back({x / size, y / size, rest / size, rest_error / size, 4 * kRounding / size});
    }
    Point2 p{};
    if (!maximise_on_plane(tight, {dot(objective, u), dot(objective, v)}, 4 * far, p)) return false;
    at = on.offset * on.normal + p.x * u + p.y * v;
  }
  return true;
}

}  // namespace

LinearResult maximise(Vec3d objective, std::span<const HalfSpace> constraints, u64 seed) {
  std::vector<Plane3> planes(6);
  planes.reserve(constraints.size() + 6);
  double largest_offset = 0;
  for (const HalfSpace& h : constraints) {
    const double size = largest(abs(h.normal));
    if (size == 0) {
      if (h.offset < 0) return {LinearOutcome::infeasible, {}};
      continue;
    }
    // Divided twice, so that squares neither overflow nor underflow.
    const Vec3d even = h.normal / size;
    const double l = length(even);
    planes.push_back({even / l, h.offset / size / l});
    largest_offset = larger(largest_offset, std::abs(planes.back().offset));
  }
  Random random(seed);
  for (u32 i = static_cast<u32>(planes.size()); i > 7; --i) std::swap(planes[i - 1], planes[6 + random.below(i - 6)]);
  if (const double size = largest(abs(objective)); size > 0) objective = objective / size;

  // The box only keeps the search finite; a common point farther away counts as none.
  const double far = 0x1p40 * (largest_offset > 0 ? largest_offset : 1);
  const auto solve = [&](Vec3d goal, double size, Vec3d& at) {
    for (int i = 0; i < 6; ++i) {
      Vec3d n{};
      n[i / 2] = i % 2 ? -1 : 1;
      planes[static_cast<std::size_t>(i)] = {n, size};
    }
    return maximise_in_box(goal, planes, size, at);
  };
  LinearResult out;
  if (!solve(objective, far, out.at)) return out;
  out.outcome = LinearOutcome::optimal;
  if (objective == Vec3d{} || largest(abs(out.at)) < 0.5 * far) return out;
  // The optimum lies on the box. It is unbounded if some direction is unbounded: the same problem with all offsets 0.
  // Then a common point nearby is more useful than one on the box.
  Vec3d nearby = out.at, way{};
  solve({}, far, nearby);
  for (Plane3& h : planes) h.offset = 0;
  if (solve(objective, 1, way) && dot(objective, way) > kParallel) out = {LinearOutcome::unbounded, nearby};
  return out;
}

Vec3d separating_direction(std::span<const Vec3d> a, std::span<const Vec3d> b) {
  if (a.empty() || b.empty()) return {1, 0, 0};
  // A direction n with n · (q − p) ≥ 1 for every p of A and q of B. It is short if the gap along it is wide: minimizes
  // its length along the line of the centres.
  std::vector<HalfSpace> pairs;
  pairs.reserve(a.size() * b.size());
  Vec3d middle{};
  for (Vec3d p : a)
    for (Vec3d q : b) {
      pairs.push_back({p - q, -1});
      middle += (q - p) / static_cast<double>(a.size() * b.size());
    }
  const LinearResult found = maximise(-middle, pairs);
  return found.outcome == LinearOutcome::infeasible ? Vec3d{} : found.at;
}

}  // namespace apart::convex
