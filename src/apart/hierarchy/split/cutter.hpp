// How is a set of primitives cut in two, anywhere in a tree? What builders from the top down share, whether they make
// the whole tree or only what is asked for.
#pragma once
#include <apart/base/uninitialized.hpp>
#include <apart/base/workers.hpp>
#include <apart/hierarchy/builders/build.hpp>

namespace apart::hierarchy {

// The primitives of a mesh in an order in which every subtree's are contiguous, once it has been cut so far.
class Cutter {
 public:
  // How the centres of a part are written down: c stands for origin + c / scale.
  struct Coordinates {
    Vec3d origin;
    double scale = 1;
  };
  // A subtree's primitives, and what is known of them.
  struct Range {
    u32 begin, end, depth;
    CentreBox centres;
    Coordinates in;
  };

  Cutter(const Mesh& mesh, AnySplit split) : mesh_(mesh), split_(std::move(split)) {}  // the mesh must outlive it

  Range start(const Workers& workers);  // all, at the root
  // Cuts by the rule; in halves where that leaves one side empty or the tree would grow too deep. Ranges that share
  // nothing may be cut at once.
  void cut(Range& range, Range parts[2], const Workers& workers = Workers::alone());
  u32 primitive(u32 i) const { return elements_[i].primitive(); }  // at this place in the order

 private:
  void sharpen(Range& range, std::span<Element> elements) const;

  const Mesh& mesh_;
  AnySplit split_;
  UnsetVector<Element> elements_, spare_;
};

}  // namespace apart::hierarchy
