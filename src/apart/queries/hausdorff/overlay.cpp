#include <apart/queries/hausdorff/flat_polygon.hpp>
#include <apart/queries/hausdorff/overlay.hpp>
#include <apart/triangles/lanes/prism.hpp>
#include <bit>
#include <limits>

namespace apart::queries {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

struct Base {
  Vec3d direction;  // of projection
  double radius;    // of `t` about its middle
  double height;    // of the plane of the triangle that is near over the middle
};

// What of a triangle lies in the prism, at weights and heights.
struct InPrismPolygon {
  Polygon polygon;
  double error;  // of heights
};
InPrismPolygon clipped(const Prism& prism, const Triangle& t) {
  Flat over[3];
  double most_weight = 1, most_height = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3d from = t[k] - prism.origin;
    over[k] = {dot(prism.weights[0], from), dot(prism.weights[1], from), dot(prism.height, from)};
    most_weight = larger(most_weight, larger(std::abs(over[k].x), std::abs(over[k].y)));
    most_height = larger(most_height, std::abs(over[k].height));
  }
  return {part_in_prism(over, prism), 4 * kPrismError * (prism.edges * most_weight + most_height)};
}

double degree_bound(const Surface& surface, const Triangle& t, const Base& base, double enough) {
  Prism prism;
  if (!prism.set(t, base.direction)) return kUnbounded;
  // Heights about that of the triangle that is near: not more of the surface than is necessary.
  const double reach = 0.5 * base.radius;
  const double low = larger(-enough, base.height - reach), high = lesser(enough, base.height + reach);
  if (!(low < high)) return kUnbounded;
  prism.low = low, prism.high = high;
  const InPrismTest test = in_prism();
  int degree = 0;
  double farthest = 0;
  // All of the prism between the two heights.
  const bool all =
      surface.for_each_four_in({t, base.direction, low, high}, [&](u32 first, u32 lanes, const FourCorners& four) {
        InPrism found;
        test(prism, four, lanes, found);
        const u32 over = ~found.beside & 15;
        if (over == 0) return true;
        if ((over & found.within & found.unsure) != 0) return false;
        const auto count = [&](u32 which) {
          degree += bits_of_four(which & found.over) - bits_of_four(which & found.under);
        };
        count(over & found.within);
        for (const double height : found.largest) farthest = larger(farthest, height);
        for (u32 left = over & found.crossing; left != 0; left &= left - 1) {
          const u32 lane = static_cast<u32>(std::countr_zero(left));
          const auto [polygon, gap] = clipped(prism, surface.triangle_in(first + lane));
          if (polygon.size == 0) continue;
          double lowest = kUnbounded, highest = -kUnbounded;
          for (int k = 0; k < polygon.size; ++k) {
            lowest = lesser(lowest, polygon.corners[k].height);
            highest = larger(highest, polygon.corners[k].height);
          }
          if (lowest > high + gap || highest < low - gap) continue;
          if (!(lowest >= low && highest <= high) || (found.unsure >> lane & 1) != 0) return false;
          count(u32(1) << lane);
          farthest = larger(farthest, larger(-lowest, highest));
        }
        return true;
      });
  if (!all || degree == 0) return kUnbounded;
  return farthest;
}

}  // namespace

double overlay_bound(const Surface& surface, const Triangle& t, u32 over, double enough) {
  const Triangle beside = surface.triangle_in(over);
  const Vec3d area = area_vector(beside);
  const double size = length(area);
  if (!(size > 0)) return kUnbounded;
  const Vec3d normal = area / size;
  const Vec3d middle = (t.a + t.b + t.c) / 3;
  const double radius = std::sqrt(
      larger(larger(squared_length(t.a - middle), squared_length(t.b - middle)), squared_length(t.c - middle)));
  const double height = dot(normal, beside.a - middle);
  return degree_bound(surface, t, {normal, radius, height}, enough);
}

}  // namespace apart::queries
