#include <algorithm>
#include <apart/queries/penetration/contact_planes.hpp>
#include <apart/triangles/point.hpp>
#include <limits>

namespace apart::queries {

std::optional<Vec3d> shortest_beyond(std::span<const ContactPlane> planes, double slack) {
  std::optional<Vec3d> best;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](Vec3d t) {
    const double size = squared_length(t);
    if (!(size < least)) return;
    for (const ContactPlane& p : planes)
      if (dot(p.normal, t) < p.offset - slack) return;
    best = t, least = size;
  };
  const std::size_t count = planes.size();
  offer({});
  for (std::size_t i = 0; i < count; ++i) {
    const ContactPlane& p = planes[i];
    offer(p.offset * p.normal);
    for (std::size_t j = 0; j < i; ++j) {
      const ContactPlane& q = planes[j];
      const double c = dot(p.normal, q.normal), free = 1 - c * c;
      if (free < 1e-6) continue;
      offer(((p.offset - c * q.offset) / free) * p.normal + ((q.offset - c * p.offset) / free) * q.normal);
      for (std::size_t k = 0; k < j; ++k) {
        const ContactPlane& r = planes[k];
        const Vec3d pq = cross(p.normal, q.normal), qr = cross(q.normal, r.normal), rp = cross(r.normal, p.normal);
        const double volume = dot(pq, r.normal);
        if (std::abs(volume) > 1e-6) offer((1 / volume) * (p.offset * qr + q.offset * rp + r.offset * pq));
      }
    }
  }
  return best;
}

std::vector<ContactPlane> planes_near(const ContactPairs& pairs, Vec3d t, double radius, u64& tests) {
  struct Near {
    double distance;
    ContactPlane plane;
  };
  std::vector<Near> found;
  pairs.for_patches_near(t, radius, [&](const ContactPatch& patch) {
    ++tests;
    if (patch.normal == Vec3d{}) return;
    const double squared = closest_on_triangle(t, patch.translations).squared;
    if (squared <= radius * radius) found.push_back({squared, {patch.normal, patch.offset}});
  });
  std::sort(found.begin(), found.end(), [](const Near& x, const Near& y) {
    return x.distance != y.distance ? x.distance < y.distance : x.plane.offset > y.plane.offset;
  });
  constexpr std::size_t kMost = 12;
  std::vector<ContactPlane> out;
  for (const Near& near : found) {
    const auto alike = [&](const ContactPlane& p) {
      return dot(p.normal, near.plane.normal) > 1 - 1e-9 && std::abs(p.offset - near.plane.offset) < 1e-3 * radius;
    };
    if (out.size() < kMost && std::none_of(out.begin(), out.end(), alike)) out.push_back(near.plane);
  }
  return out;
}

}  // namespace apart::queries
