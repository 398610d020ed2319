// Splits a set of primitives in two: shared by top-down builders, eager and lazy.
#pragma once
#include <apart/base/workers.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/large_pages.hpp>

namespace apart::hierarchy {

// The primitives of a mesh, permuted such that those of every subtree are contiguous once it has been split.
class Cutter {
 public:
  // The encoding of a part's centres: c stands for origin + c / scale.
  struct Coordinates {
    Vec3d origin;
    double scale = 1;
  };
  // A subtree's primitives and their bounds.
  struct Range {
    u32 begin, end, depth;
    u32 side;  // which of the two arrays holds them
    CentreBox centres;
    Coordinates in;
  };

  Cutter(const Mesh& mesh, AnySplit split) : mesh_(mesh), split_(std::move(split)) {}  // the mesh must outlive it

  Range start(const Workers& workers);  // all, at the root
  // Splits by the rule; in halves if that leaves one side empty or the tree would grow too deep. Disjoint ranges may be
  // split concurrently.
  void cut(Range& range, Range parts[2], const Workers& workers = Workers::alone());
  // At this position in the order, within the range.
  u32 primitive(const Range& range, u32 i) const { return elements_[range.side][i].primitive(); }

 private:
  std::span<Element> elements(const Range& range, u32 side) {
    return std::span<Element>(elements_[side]).subspan(range.begin, range.end - range.begin);
  }
  void sharpen(Range& range, std::span<Element> elements) const;

  const Mesh& mesh_;
  AnySplit split_;
  LargeVector<Element> elements_[2];  // a split moves them from one to the other
};

}  // namespace apart::hierarchy
