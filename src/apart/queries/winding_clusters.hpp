// The generalized winding number of a soup, by a tree of clusters of triangles: those that are far away are summed as
// multipole series, with a proven bound of what these leave out, and the rest triangle by triangle.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/queries/winding_number.hpp>
#include <apart/triangles/lanes/solid_angle_series.hpp>
#include <vector>

namespace apart::queries {

class WindingClusters {
 public:
  // Where fewer triangles are summed as fast one by one.
  static constexpr u32 kLeast = 4096;

  // Computed on first use and kept with the model: some microseconds and a hundred bytes per triangle. The model has at
  // least kLeast triangles.
  static const WindingClusters& of(const Model& model);

  // Each series leaves out at most 2^-51 of the area of its triangles over their squared distance, so all together no
  // more than roundings of terms of that size. What is near is summed as by_solid_angles() does.
  WindingNumber at(const Model& model, Vec3d point) const;
  // The same as at(model, point).inside(), by shorter series unless the number is close to a half.
  bool inside(const Model& model, Vec3d point) const;

 private:
  explicit WindingClusters(const Model& model);

  // Four children a cluster, down to `levels_` levels below the root, which is not stored. Those of cluster i of one
  // level are the clusters 4i … 4i + 3 of the next.
  const FourSeries& block(u32 level, u32 i) const { return blocks_[begin_[level] + i / 4]; }
  FourSeries& block(u32 level, u32 i) { return blocks_[begin_[level] + i / 4]; }
  u32 first_triangle(u32 leaf) const { return static_cast<u32>(u64(order_.size()) * leaf >> 2 * levels_); }
  void split(const std::vector<Vec3d>& middles, u32 first_leaf, u32 halvings);
  void fit(const Mesh& mesh);
  void gather(const Mesh& mesh, u32 leaf, std::vector<Triangle>& out) const;

  struct Bounded {
    WindingNumber winding;
    double error;  // of what series leave out
  };
  struct Accuracy;
  Bounded sum(const Model& model, Vec3d point, const Accuracy& wanted) const;

  u32 levels_ = 0;
  std::vector<u32> order_;
  std::vector<std::size_t> begin_;  // of each level from the second on, in blocks
  std::vector<FourSeries> blocks_;
};

}  // namespace apart::queries
