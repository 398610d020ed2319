// Morton order of primitives: cells of a grid are numbered by interleaving the bits of their coordinates, so that the
// highest bit in which two codes differ bounds their distance.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/uninitialized.hpp>
#include <apart/base/workers.hpp>
#include <apart/shapes/mesh.hpp>
#include <span>
#include <vector>

namespace apart::hierarchy {

// The centres of the primitives' boxes, computed on access: a mesh's triangles take less memory than they do.
class Centres {
 public:
  explicit Centres(std::span<const Bounds> boxes) : boxes_(boxes) {}
  explicit Centres(const Mesh& mesh) : vertices_(mesh.vertices()), faces_(mesh.faces()) {}

  u32 size() const { return static_cast<u32>(boxes_.size() + faces_.size()); }
  Vec3d operator()(u32 i) const {
    if (faces_.empty()) return boxes_[i].centre();
    const Face& f = faces_[i];
    const Vec3d a = vertices_[f[0]], b = vertices_[f[1]], c = vertices_[f[2]];
    return 0.5 * lesser(lesser(a, b), c) + 0.5 * larger(larger(a, b), c);
  }
  Bounds bounds(const Workers& workers) const;

 private:
  std::span<const Bounds> boxes_;
  std::span<const Vec3d> vertices_;
  std::span<const Face> faces_;
};

// A cube of cells, 2^bits along each side, over a box.
class MortonGrid {
 public:
  MortonGrid(const Bounds& box, u32 bits);
  u64 code(Vec3d p) const {
    return spread(cell(p.x, offset_.x)) << 2 | spread(cell(p.y, offset_.y)) << 1 | spread(cell(p.z, offset_.z));
  }
  bool one_cell() const { return scale_ == 0; }

 private:
  u64 cell(double x, double offset) const {
    return static_cast<u64>(static_cast<std::int64_t>(larger(0.0, lesser(x * scale_ - offset, most_))));
  }
  static u64 spread(u64 x) {  // two zeros before each of 21 bits
    x = (x | x << 32) & 0x001f00000000ffff;
    x = (x | x << 16) & 0x001f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    return (x | x << 2) & 0x1249249249249249;
  }
  Vec3d offset_;
  double scale_ = 0, most_ = 0;
};

// Primitives sorted along the curve. One word each, the cell's code above and the primitive's index below, so that
// equal cells are in the order of the primitives.
struct MortonKeys {
  UnsetVector<u64> keys;
  u32 axis_bits = 0, index_bits = 0;  // as many bits for cells as the indices of primitives leave

  u64 key(u64 code, u32 primitive) const { return code << index_bits | primitive; }
  u64 code(std::size_t i) const { return keys[i] >> index_bits; }
  u32 primitive(std::size_t i) const { return static_cast<u32>(keys[i] & ((u64(1) << index_bits) - 1)); }
};

MortonKeys morton_keys(const Centres& centres, const Workers& workers);

}  // namespace apart::hierarchy
