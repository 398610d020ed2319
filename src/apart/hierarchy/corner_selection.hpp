// A few of many points, whose hull comes near that of all: the point that is farthest outside is added again and again,
// as Quickhull does (Barber, Dobkin and Huhdanpaa 1996), but not to the end.
#pragma once
#include <apart/shapes/polytope/eight_points.hpp>
#include <vector>

namespace apart::hierarchy {

class CornerSelection {
 public:
  // What is farthest outside comes first, with what sticks out of each point; up to so many (4 to 254), or until the
  // farthest is outside by no more than a tenth of that. Of a size about 1, as it is computed in floats.
  void select(std::span<const Vec3f> points, std::span<const float> more, u32 most);
  std::span<const u32> selected() const { return selected_; }  // numbers of points

  // A triangle of the hull; of points in a plane, one with a corner above or below these.
  static constexpr u32 kBelow = 254, kAbove = 255;
  struct Facet {
    u32 corners[3];  // places among the selected, or these two
  };
  // The facet by which a ray from inside through p leaves, and the share of the way to it at which p is: above 1 if p
  // is outside. By rounding another one may be found, or none of any point, so what follows from it is to be computed
  // from its corners.
  struct Exit {
    Facet facet;
    float at;
  };
  void find_exits(std::span<const Vec3f> points, std::vector<Exit>& exits);
  bool has_facets() const { return !sides_.empty(); }  // none if all points are in a line
  // A facet that this one of the points is outside of; null if it is outside of none by more than rounding.
  const Facet* facet_below(u32 point) const { return below_[point] == kNone ? nullptr : &sides_[below_[point]].facet; }
  // Rays start at the mean of so many of the first selected: four, of points in a plane three.
  u32 around_inside() const { return around_; }

 private:
  static constexpr u32 kNone = ~u32(0);
  struct Side {
    Facet facet;
    u32 beside[3];  // the sides across its edges, of which the first is from its first corner to its second
    Vec3f normal;   // of length 1; zero if rounding leaves it open
    float offset;
    u32 first;  // of the points outside of it
    bool seen;  // from the point that is being added; or gone
  };

  void start();
  void link_first_sides();
  void add(u32 point, u32 seen_side);
  void set(Side& side, const Facet& facet) const;
  void list(u32 point, u32 side, float out);
  void write_facets();

  const PointSearch<float>& search_ = point_search<float>();
  std::span<const Vec3f> points_;
  std::span<const float> more_;
  std::vector<EightPoints<float>> eights_;  // the points
  std::vector<u32> selected_;
  std::vector<Side> sides_;
  std::vector<float> most_;  // of each side: how far outside its first point is, with what sticks out of it
  std::vector<u32> next_;    // after each point, of those outside of the same side
  std::vector<u32> below_;   // in the end: the side that a point is outside of
  Vec3f at_[256], inside_;   // corners of facets
  float rounding_;
  u32 around_;
  // Of a point being added: the sides that it sees, whose places new ones take, and their first points.
  std::vector<u32> seen_, firsts_;
  struct Edge {
    u32 from, to, beyond;  // corners, and the side that is not seen
  };
  std::vector<Edge> edges_;
  u32 new_from_[256];           // the new side of an edge, by its first corner
  std::vector<Vec3f> normals_;  // of the new sides
  // Points to be listed again, from the new corner; the side that each is farthest outside of, and how far.
  std::vector<u32> moved_, found_;
  std::vector<EightPoints<float>> away_;
  std::vector<float> heights_;
  std::vector<Vec3f> directions_;  // of rays
  // In the end: planes n·x = o around the inside as points n / o. Each is the farthest of all along the rays that leave
  // by its facet.
  std::vector<Facet> facets_;
  std::vector<EightPoints<float>> duals_;
};

}  // namespace apart::hierarchy
