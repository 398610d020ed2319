// The features of polytopes (vertices, edges and faces) and their distances: the basis of feature walks (Voronoi
// marching, V-Clip), of separating axes and of clipping.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/polytope/voronoi_regions.hpp>

namespace apart::convex {

enum class FeatureKind : unsigned char { vertex, edge, face };

// An edge has two half-edges; it is identified by the lower index.
struct Feature {
  FeatureKind kind = FeatureKind::vertex;
  u32 index = 0;
  friend bool operator==(const Feature&, const Feature&) = default;
};

struct FeaturePair {
  Feature a, b;
  friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

// A polytope and its pose. "Own" points and directions are in its own frame: to transform one point is cheaper than all
// that it is compared with.
class PlacedPolytope {
 public:
  PlacedPolytope(const Polytope& shape, const Pose& at)
      : shape_(&shape), vertices_(shape.vertices()), faces_(shape.faces()), edges_(shape.half_edges()), at_(at) {}

  const Polytope& shape() const { return *shape_; }
  const Pose& at() const { return at_; }
  std::span<const Polytope::Face> faces() const { return faces_; }
  std::span<const Polytope::HalfEdge> half_edges() const { return edges_; }

  Vec3d vertex(u32 i) const { return at_ * vertices_[i]; }
  Vec3d normal(u32 face) const { return at_.rotate(faces_[face].plane.normal); }
  Vec3d centre() const { return at_ * shape_->centre(); }
  u32 start_of(u32 half) const { return edges_[half].vertex; }
  u32 end_of(u32 half) const { return edges_[edges_[half].twin].vertex; }
  u32 twin(u32 half) const { return edges_[half].twin; }
  u32 face_of(u32 half) const { return edges_[half].face; }

  Vec3d own(Vec3d point) const { return transposed_times(at_.rotation, point - at_.translation); }
  Vec3d own_direction(Vec3d direction) const { return transposed_times(at_.rotation, direction); }
  Vec3d own_vertex(u32 i) const { return vertices_[i]; }
  double own_height(u32 face, Vec3d own_point) const { return above_face(*shape_, face, own_point); }
  // In the face's plane, perpendicular to the half-edge and into the face; as long as the edge.
  Vec3d own_inward(u32 half) const { return cross(faces_[face_of(half)].plane.normal, along(*shape_, half)); }

  u32 farthest(Vec3d direction) const { return shape_->farthest_vertex(own_direction(direction)); }
  u32 farthest(Vec3d direction, u32 from) const { return shape_->farthest_vertex(own_direction(direction), from); }

  Feature vertex_feature(u32 i) const { return {FeatureKind::vertex, i}; }
  Feature edge_feature(u32 half) const { return {FeatureKind::edge, lesser(half, twin(half))}; }
  Feature face_feature(u32 face) const { return {FeatureKind::face, face}; }
  bool has(Feature f) const;
  u32 a_vertex_of(Feature f) const;

  // The support feature in a unit direction, to a tolerance: `vertex` is the support vertex. A face, if all of one is
  // as far; an edge, if both of its ends are; or the vertex.
  Feature farthest_feature(Vec3d direction, u32 vertex, double tolerance) const;

  double largest_coordinate() const { return largest(abs(centre())) + shape_->radius(); }

 private:
  const Polytope* shape_;
  std::span<const Vec3d> vertices_;
  std::span<const Polytope::Face> faces_;
  std::span<const Polytope::HalfEdge> edges_;
  Pose at_;
};

// The accuracy of the coordinates of the two: smaller differences are rounding errors.
double coordinate_noise(const PlacedPolytope& a, const PlacedPolytope& b);

// Two features and their nearest points. The features are the lowest-dimensional ones that contain these points: where
// the nearest point of an edge is its end, the vertex.
struct NearestFeatures {
  Feature feature[2];
  Vec3d at[2]{};
  double squared =
      std::numeric_limits<double>::infinity();  // squared distance of the points; 0 where an edge crosses a face
};

// A side is 0 or 1: `polytopes[side]` has the first feature. Faces are paired with vertices and edges only; two faces
// are nearest where a vertex or an edge of one is.
NearestFeatures nearest_features(const PlacedPolytope (&polytopes)[2], int side, Feature feature, Feature other);

// Parameters of the nearest points of two segments, from 0 to 1.
struct SegmentPlaces {
  double s = 0, t = 0, squared = 0;
};
SegmentPlaces nearest_on_segments(Vec3d a, Vec3d along_a, Vec3d b, Vec3d along_b);

// The unit vector, or zero if the vector is zero or not finite. normalized() rounds once less; here the rounding is
// part of the bits of manifolds.
inline Vec3d unit_or_zero(Vec3d v) {
  const double size = largest(abs(v));
  if (!(size > 0) || !is_finite(v)) return {};
  const Vec3d even = v / size;
  return even / length(even);
}

// The cross product of two directions, perpendicular to them even if they are nearly parallel: the remaining component
// along them is removed.
inline Vec3d right_across(Vec3d a, Vec3d b) {
  const Vec3d c = cross(a, b);
  const double square = squared_length(a);
  return square > 0 ? c - (dot(c, a) / square) * a : c;
}

// Unit vector from A to B as determined by the features: face normal, cross product of two edges, or from point to
// point; zero if undetermined. A face's normal is exact where the points are so near that their difference is not.
struct FeatureNormal {
  Vec3d normal{};
  double distance = 0;  // of the features along it, negative below a face
};
FeatureNormal normal_between(const PlacedPolytope (&polytopes)[2], const NearestFeatures& nearest);

}  // namespace apart::convex
