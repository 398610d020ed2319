// The signed distance of a model on a grid, and the model as voxels: what particles are tested against when they are
// many. Errors of interpolation are bounded, proven, at every point.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model.hpp>
#include <array>
#include <vector>

namespace apart {

struct DistanceFieldOptions {
  double cell = 0;  // the side of a cell; 0: a hundredth of the model's longest side
  // Only cells that may be this near to the surface have values at their corners; others are in blocks of 8³ that know
  // the distance of their middle. Infinite: all do.
  double band = Bounds::kInfinity;
  double room = -1;  // how far the grid reaches beyond the model; negative: two cells
  u32 threads = 1;   // 0: all
};

struct FieldDistance {
  double distance = 0;  // an estimate; negative inside
  double error = 0;     // proven: the true signed distance is no farther from it than this
  Vec3d gradient{};     // of the estimate; not of length 1
  bool is_inside() const { return distance < -error; }  // proven
  bool is_outside() const { return distance > error; }
};

// A signed distance changes by no more than the way that one goes. So trilinear interpolation of exact distances at the
// corners of a cell is off by at most √(Σ t(1 − t)) sides, where t is the place in the cell along each axis, and the
// distance of a far block's middle by the way from there.
class DistanceField {
 public:
  static constexpr u32 kBlock = 8;  // cells along each side

  // The model must be closed, and the grid no larger than 2³¹ values; else an error.
  static Result<DistanceField> make(const Model& model, const DistanceFieldOptions& options = {});

  // Anywhere, also outside the grid.
  FieldDistance at(Vec3d point) const;

  const Bounds& bounds() const { return bounds_; }
  double cell() const { return cell_; }
  u64 values() const { return values_.size(); }  // at corners
  u64 blocks() const { return blocks_.size(); }
  u64 near_blocks() const { return values_.size() / kValues; }

 private:
  static constexpr u32 kFar = ~u32(0), kValues = (kBlock + 1) * (kBlock + 1) * (kBlock + 1);
  struct Block {
    double middle = 0;  // its distance
    u32 values = kFar;  // where they begin, in kValues
  };
  FieldDistance inside_grid(Vec3d point) const;

  Bounds bounds_, model_;
  double cell_ = 0;
  std::array<u32, 3> size_{};  // blocks
  std::vector<Block> blocks_;
  std::vector<float> values_;
};

// Voxels of a closed model: outside, inside, or such that its surface may pass through. Conservative: no point of the
// surface is in a voxel of another kind.
class VoxelGrid {
 public:
  enum class Kind : unsigned char { outside, inside, surface };

  static Result<VoxelGrid> make(const Model& model, double cell, u32 threads = 1);

  Kind at(Vec3d point) const;  // outside beyond the grid
  // The first place on a segment, from 0 to 1, that is in a voxel of the surface or inside; more than 1 if there is
  // none.
  double first_hit(Vec3d from, Vec3d to) const;

  double cell() const { return cell_; }
  u64 count(Kind kind) const;
  Vec3d low() const { return low_; }
  const std::array<u32, 3>& size() const { return size_; }

 private:
  Kind voxel(long x, long y, long z) const;

  Vec3d low_{};
  double cell_ = 0;
  std::array<u32, 3> size_{};
  std::vector<Kind> kinds_;
};

}  // namespace apart
