// Bounds of simplices in floats, rounded outward.
#include <apart/base/rounding.hpp>
#include <apart/decompose/near_faces.hpp>

namespace apart::decomposition {

RegionInTree::RegionInTree(const hierarchy::BoxTree& tree, std::span<const Vec3d> at,
                           std::span<const Simplex> simplices, bool thin) {
  for (const Simplex& simplex : simplices)
    for (const u32 v : simplex)
      if (v < at.size()) box_.add(at[v]);
  const Vec3d centre = tree.frame.centre;
  const double size = largest(abs(centre)) + 2 * tree.frame.radius;
  const double error = 8 * kUnit<double> * size;
  const Vec3d margin{error, error, error};
  wrapped_ = volumes::Aabb<float>::from_min_max(box_.low - centre - margin, box_.high - centre + margin);
  // Two floats are subtracted and two added: rounded, these are off by their own units.
  const float room = 8 * kUnit<float>;
  wrapped_.half = wrapped_.half + room * (wrapped_.half + Vec3f{float(tree.frame.radius), float(tree.frame.radius),
                                                                float(tree.frame.radius)});
  if (!thin || simplices.size() > 1 || simplices[0][3] >= at.size()) return;
  const Simplex& simplex = simplices[0];
  const double slack = 64 * double(kUnit<float>) * tree.frame.radius + 4 * error;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3d a = at[simplex[(k + 1) % 4]], b = at[simplex[(k + 2) % 4]], c = at[simplex[(k + 3) % 4]];
    const Vec3d normal = cross(b - a, c - a);
    const double length = std::sqrt(dot(normal, normal));
    if (!(length > 0) || !std::isfinite(length)) continue;
    Slab& slab = slabs_[count_++];
    slab.normal = cast<float>(normal / length);
    // Measured for all vertices, so that any direction is valid, however it was rounded.
    slab.low = std::numeric_limits<double>::infinity(), slab.high = -slab.low;
    for (const u32 v : simplex) {
      const double along = dot(cast<double>(slab.normal), at[v]);
      slab.low = lesser(slab.low, along), slab.high = larger(slab.high, along);
    }
    const double off = dot(cast<double>(slab.normal), centre);
    slab.low -= 4 * error, slab.high += 4 * error;
    slab.low_in_tree = float_below(slab.low - off - slack), slab.high_in_tree = float_above(slab.high - off + slack);
  }
}

std::vector<u32> ranks_in(const hierarchy::BoxTree& tree, u32 faces) {
  std::vector<u32> out(faces), open;
  u32 next = 0;
  if (!tree.empty()) open.push_back(tree.root());
  while (!open.empty()) {
    const hierarchy::Ref ref = tree.ref(open.back());
    open.pop_back();
    if (!ref.is_leaf()) {
      u32 child = ref.first();
      for (open.push_back(child); !tree.is_last(child);) open.push_back(++child);
      continue;
    }
    for (u32 block = ref.first() / hierarchy::TriangleBlock::kLanes;; ++block) {
      const auto& items = tree.blocks[block].items;
      for (u32 lane = hierarchy::TriangleBlock::kLanes; lane-- > 0;) out[items[lane].primitive()] = next + lane;
      next += hierarchy::TriangleBlock::kLanes;
      if (items[3].last()) break;
    }
  }
  return out;
}

u32 RegionInTree::near(const volumes::InLanes<volumes::Aabb<float>, 8>& boxes) const {
  using Lanes = Pack<float, 8>;
  const auto beyond = [&](const Lanes& box_centre, const Lanes& box_half, float centre, float half) {
    return abs(box_centre - Lanes(centre)) > box_half + Lanes(half);
  };
  auto out = beyond(boxes.centre.x, boxes.half.x, wrapped_.centre.x, wrapped_.half.x) |
             beyond(boxes.centre.y, boxes.half.y, wrapped_.centre.y, wrapped_.half.y) |
             beyond(boxes.centre.z, boxes.half.z, wrapped_.centre.z, wrapped_.half.z);
  u32 left = ~bits(out) & 0xff;
  for (std::size_t k = 0; k < count_ && left != 0; ++k) {
    const Slab& s = slabs_[k];
    const Lanes middle =
        boxes.centre.x * Lanes(s.normal.x) + boxes.centre.y * Lanes(s.normal.y) + boxes.centre.z * Lanes(s.normal.z);
    const Lanes reach = boxes.half.x * Lanes(std::abs(s.normal.x)) + boxes.half.y * Lanes(std::abs(s.normal.y)) +
                        boxes.half.z * Lanes(std::abs(s.normal.z));
    left &= ~bits((middle - reach > Lanes(s.high_in_tree)) | (middle + reach < Lanes(s.low_in_tree)));
  }
  return left;
}

}  // namespace apart::decomposition
