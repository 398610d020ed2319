// Split directions: by extent and by spread.
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/split/split.hpp>
#include <apart/shapes/mesh/moments.hpp>

namespace apart::hierarchy {

namespace {

constexpr Direction kAxes[3] = {Direction::axis(0), Direction::axis(1), Direction::axis(2)};

// Longest first, of equals in their order. From a table: each branch would be mispredicted every other time.
Directions by_length(float x, float y, float z) {
  constexpr int kOrder[8][3] = {{0, 1, 2}, {1, 0, 2}, {}, {1, 2, 0}, {0, 2, 1}, {}, {2, 0, 1}, {2, 1, 0}};
  const int* const order = kOrder[int(x < y) | int(x < z) << 1 | int(y < z) << 2];
  return {{kAxes[order[0]], kAxes[order[1]], kAxes[order[2]]}, {}};
}

Directions by_spread(const Moments& m, Vec3d reference) {
  const Mat3d axes = principal_axes(m);
  Directions out;
  for (int k = 0; k < 3; ++k) out.in_order[k].along = cast<float>(axes.rows[2 - k]);
  out.mean = m.mean() + reference;
  return out;
}

Vec3d middle(const CentreBox& b) {
  return 0.5 * Vec3d{double(b.low[0]) + b.high[0], double(b.low[1]) + b.high[1], double(b.low[2]) + b.high[2]};
}

}  // namespace

Directions LongestCentreSide::operator()(const Subset& subset) const {
  return by_length(subset.centres.side(0), subset.centres.side(1), subset.centres.side(2));
}

Directions LongestBoxSide::operator()(const Subset& subset) const {
  using Four = Pack<float, 4>;
  Four low(CentreBox::kMost), high(-CentreBox::kMost);
  for (const Element& e : subset.elements) {
    const Four centre = Four::load(e.centre), half = Four::load(e.half);
    low = lesser(low, centre - half), high = larger(high, centre + half);
  }
  const Four size = high - low;
  return by_length(size[0], size[1], size[2]);
}

Directions AreaSpread::operator()(const Subset& subset) const {
  // About the centre of the subset, or the covariance of a small one would cancel.
  const Vec3d reference = middle(subset.centres), origin = subset.origin + reference / subset.scale;
  Moments sum;
  for (const Element& e : subset.elements) {
    Triangle t = subset.mesh.triangle(e.primitive());
    for (int k = 0; k < 3; ++k) t[k] = subset.scale * (t[k] - origin);
    sum += moments(t);
  }
  return sum.area > 0 ? by_spread(sum, reference) : CentreSpread{}(subset);
}

Directions CentreSpread::operator()(const Subset& subset) const {
  const Vec3d reference = middle(subset.centres);
  Moments sum;
  for (const Element& e : subset.elements) {
    const Vec3d p = Vec3d{e.centre[0], e.centre[1], e.centre[2]} - reference;
    sum.first += p;
    sum.xx += p.x * p.x, sum.yy += p.y * p.y, sum.zz += p.z * p.z;
    sum.xy += p.x * p.y, sum.xz += p.x * p.z, sum.yz += p.y * p.z;
  }
  sum.area = static_cast<double>(subset.elements.size());
  return by_spread(sum, reference);
}

}  // namespace apart::hierarchy
