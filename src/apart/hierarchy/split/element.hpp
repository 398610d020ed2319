// The working data of top-down builders: the box of a primitive in floats. Two registers each, so that a million of
// them are partitioned fast.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/base/workers.hpp>
#include <apart/shapes/mesh.hpp>
#include <bit>

namespace apart::hierarchy {

// Relative to an origin and a scale of the part of the tree (see Subset): floats distinguish neighbouring primitives
// wherever they lie and however small they are.
struct alignas(32) Element {
  float centre[4];  // of the box; the last lane holds the index
  float half[4];    // half its sides; the last lane is 0

  u32 primitive() const { return std::bit_cast<u32>(centre[3]) & ~kOrdinary; }
  void set_primitive(u32 i) { centre[3] = std::bit_cast<float>(i | kOrdinary); }

 private:
  // Makes the fourth lane an ordinary float for every number below 2²⁹: small ones would be denormal, which is slow.
  static constexpr u32 kOrdinary = u32(1) << 30;
};
static_assert(sizeof(Element) == 32);

// The box of the centres of some elements. Starts empty.
struct CentreBox {
  static constexpr float kMost = std::numeric_limits<float>::max();
  alignas(16) float low[4] = {kMost, kMost, kMost, kMost};
  alignas(16) float high[4] = {-kMost, -kMost, -kMost, -kMost};

  float side(int axis) const { return high[axis] - low[axis]; }
  int longest() const { return longest_axis({side(0), side(1), side(2)}); }
  void add(const CentreBox& b) {
    for (int k = 0; k < 3; ++k) low[k] = lesser(low[k], b.low[k]), high[k] = larger(high[k], b.high[k]);
  }

 private:
  static int longest_axis(Vec3f v) { return v.x >= v.y ? (v.x >= v.z ? 0 : 2) : (v.y >= v.z ? 1 : 2); }
};

// The elements of a subtree to split, and their encoding: a centre c is the point origin + c / scale.
struct Subset {
  std::span<const Element> elements;
  const CentreBox& centres;
  const Mesh& mesh;
  Vec3d origin;
  double scale;
  const Workers& workers = Workers::alone();  // threads for a large subset
};

}  // namespace apart::hierarchy
