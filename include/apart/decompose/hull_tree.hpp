// A hierarchy of convex hulls over the convex pieces of a surface (Ehmann and Lin 2001): binary, each node the hull of
// its children, the pieces at the leaves. Every face of a hull is known to be of the surface, inside of the solid, or
// free: where two hulls are nearest at features that are not free, the pieces below need not be looked at.
// Immutable, cheap to copy (copies share everything), thread-safe.
#pragma once
#include <apart/decompose/decompose.hpp>
#include <array>
#include <memory>
#include <string>

namespace apart {

// Where the centroids of pieces are divided, along the axis of their largest spread.
enum class HullSplit {
  median,
  midpoint,
  mean,
  gap  // one in the central 60 % of the values, twice as wide as the next, at least a tenth of the range; else the mean
};
inline constexpr HullSplit kHullSplits[] = {HullSplit::median, HullSplit::midpoint, HullSplit::mean, HullSplit::gap};
std::string_view to_string(HullSplit split);

// In descending order of what they allow to leave out.
enum class HullFaceKind : unsigned char {
  original,   // of the surface
  contained,  // inside of the solid: of a piece's hull, but not of its patch
  free        // of no piece
};

struct HullTreeOptions {
  HullSplit split = HullSplit::midpoint;
  DecompositionMethod method = DecompositionMethod::crest;  // where it decomposes the model itself
  // Hulls of pieces are made at once, those of other nodes when a query first asks for them: each of the vertices of
  // all pieces below it, where otherwise the hulls of children are merged. So a face that several triangles in one
  // plane make up may be divided otherwise, and answers agree to rounding; with `complete` they are the same bits.
  bool on_demand = false;
  // Called at intervals with the completed share; returning false cancels.
  std::function<bool(double)> progress{};
};

namespace decomposition {
struct HullArrays;
}

class HullTree {
 public:
  static constexpr u32 kNone = ~u32{0};

  // Of the pieces of a decomposition of this model, or of its own. Returns an error if `progress` cancelled it.
  static Result<HullTree> make(const Model& model, const Decomposition& pieces, const HullTreeOptions& options = {});
  static Result<HullTree> make(const Model& model, const HullTreeOptions& options = {});
  // Of valid arrays for this model; `keep` owns them.
  static HullTree trusted(const Model& model, const decomposition::HullArrays& arrays,
                          std::shared_ptr<const void> keep);

  const Model& model() const;
  u32 size() const;    // number of nodes; 0 for an empty model. Node 0 is the root
  u32 pieces() const;  // of leaves
  bool is_leaf(u32 node) const;
  u32 piece(u32 leaf) const;
  u32 first_child(u32 inner) const;  // the other one is next to it
  u32 parent(u32 node) const;        // kNone of the root
  u32 depth(u32 node) const;

  struct Facet {
    std::array<u32, 3> vertices;  // of the mesh, outward
    HullFaceKind kind;
    u32 shared;  // the deepest node with the same face: this one, if no child has it
    u32 source;  // a triangle of the mesh in its plane; kNone unless original
  };
  u32 face_count(u32 node) const;
  Facet face(u32 node, u32 k) const;
  u32 vertex_count(u32 node) const;
  u32 vertex(u32 node, u32 k) const;  // of the mesh
  std::span<const u32> patch(u32 piece) const;

  std::size_t bytes() const;  // of all arrays, without the model's; of hulls made on demand, those that are there
  u32 hulls_made() const;     // size(), or less if they are made on demand
  // With all hulls, none of them made on demand; itself if it is so already.
  HullTree complete() const;

  const decomposition::HullArrays& arrays() const;

 private:
  struct Facts;
  u32 deepest_with(u32 node, const std::array<u32, 3>& face) const;
  explicit HullTree(std::shared_ptr<const Facts> facts) : facts_(std::move(facts)) {}
  std::shared_ptr<const Facts> facts_;
};

// Empty if all invariants hold, each tested on its own by exact signs; else a message.
std::string problem(const HullTree& tree);

}  // namespace apart
