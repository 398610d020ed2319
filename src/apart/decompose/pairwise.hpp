// Which pairs of faces may be in one patch; patches by that relation, and lower bounds on their number.
#pragma once
#include <apart/base/progress.hpp>
#include <apart/decompose/pieces.hpp>

namespace apart::decomposition {

// A symmetric relation of the faces that are not degenerate, a bit for each pair.
class FacePairs {
 public:
  explicit FacePairs(u32 faces) : faces_(faces), words_((faces + 63) / 64), bits_(std::size_t(faces) * words_) {}
  // Pairs that may be in one patch: all vertices of each are inside or in the plane of the other, and the hull of both
  // meets the surface in no face that could not be in a patch with both.
  FacePairs(const Surface& surface, Progress& progress);

  u32 faces() const { return faces_; }
  bool has(u32 f, u32 g) const { return bits_[f * words_ + g / 64] >> (g % 64) & 1; }
  void add(u32 f, u32 g) {
    bits_[f * words_ + g / 64] |= u64{1} << (g % 64);
    bits_[g * words_ + f / 64] |= u64{1} << (f % 64);
  }
  u32 count(u32 f) const;

 private:
  u32 faces_;
  std::size_t words_;
  std::vector<u64> bits_;
};

// Of these, the pairs that a path across edges joins whose faces may all be in one patch with either.
FacePairs connected_pairs(const Surface& surface, const FacePairs& pairs);

// Starts at the face with the most partners, and drops the partner that is at odds with most of the others until no two
// are. Those that the patch cannot take after all are left for later ones.
void group_pairs(const Surface& surface, const FacePairs& pairs, Pieces& pieces, Progress& progress);

// The size of a set of faces no two of which may be in one patch, found greedily: a lower bound on the pieces.
u32 least_pieces(const Surface& surface, const FacePairs& pairs);

}  // namespace apart::decomposition
