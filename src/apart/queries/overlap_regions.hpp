// The regions that two solids share: connected, each with its corners and the pairs of triangles that meet about it.
#pragma once
#include <apart/queries/collisions.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/triangles/meeting.hpp>
#include <span>

namespace apart::queries {

struct RegionPoint {
  u32 region;            // before all are known: a face of A, or of B offset by A's count
  Vec3d at;              // in A's frame
  u32 vertex = ~u32{0};  // the first vertex there of its mesh; none: a point of the intersection
  bool of_b = false;     // whose vertex
};

struct OverlapRegions {
  std::vector<RegionPoint> points;         // corners, by region; a vertex may be repeated
  std::vector<std::pair<u32, u32>> pairs;  // region and index in `touching`, in the same order
  std::vector<Meeting> meetings;           // of `touching`

  // Calls f(points, pairs) for each region.
  template <class F>
  void for_each(F f) const {
    for (std::size_t begin = 0, end = 0, first = 0, last = 0; begin < points.size(); begin = end, first = last) {
      while (end < points.size() && points[end].region == points[begin].region) ++end;
      while (last < pairs.size() && pairs[last].first == points[begin].region) ++last;
      f(std::span(points.data() + begin, end - begin), std::span(pairs.data() + first, last - first));
    }
  }
};

// Of two closed models; `touching` are all pairs of triangles that meet.
OverlapRegions overlap_regions(const PlacedPair& placed, const Model& a, const Model& b,
                               std::span<const TouchingPair> touching);

// Only the vertices of each that lie inside the other, once each, in no order; their regions are not known.
std::vector<RegionPoint> inner_vertices(const PlacedPair& placed, const Model& a, const Model& b,
                                        std::span<const TouchingPair> touching);

// The extent of points along a direction.
double extent_along(std::span<const RegionPoint> points, Vec3d direction);

}  // namespace apart::queries
