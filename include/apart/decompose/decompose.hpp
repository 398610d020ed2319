// Convex surface decomposition (Ehmann and Lin 2001): the surface as a sum of patches, each part of the boundary of its
// own convex hull, its piece. A piece meets the surface in its patch alone, so the pieces of a closed surface lie
// inside of the solid. Decided by exact signs: no tolerance, and no model has to be perturbed.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <string_view>

namespace apart {

enum class DecompositionMethod {
  dfs,          // depth-first search of the dual graph, from the first face that is left
  bfs,          // breadth-first search
  crest,        // breadth-first search, from the faces that are most hops away from a reflex edge
  dfs_retract,  // flood and retract: searches may share faces; then each face stays with the largest patch
  bfs_retract,
  global  // by the relations of all pairs of faces: for the analysis of small models
};

inline constexpr DecompositionMethod kDecompositionMethods[] = {
    DecompositionMethod::dfs,         DecompositionMethod::bfs,         DecompositionMethod::crest,
    DecompositionMethod::dfs_retract, DecompositionMethod::bfs_retract, DecompositionMethod::global};
std::string_view to_string(DecompositionMethod method);  // "dfs-retract"

struct DecompositionOptions {
  DecompositionMethod method = DecompositionMethod::crest;
  // Called at intervals with the completed share; returning false cancels.
  std::function<bool(double)> progress{};
};

// Flat arrays; a patch and its piece have the same index. Vertices and faces are those of the mesh; of vertices at one
// position, the first.
struct Decomposition {
  static constexpr u32 kNone = ~u32{0};
  // Methods that compare all pairs of faces refuse larger meshes.
  static constexpr u32 kMostFacesOfGlobal = 2000;

  DecompositionMethod method{};
  std::vector<u32> patch_of;                // for each face of the mesh
  std::vector<u32> first_face, faces;       // patch i: faces from first_face[i] to first_face[i + 1], ascending
  std::vector<u32> first_vertex, vertices;  // its hull's vertices, ascending
  std::vector<u32> first_hull_face;         // its hull's faces
  std::vector<Face> hull_faces;             // outward; a flat hull has both of its sides, a segment no face
  std::vector<u32> source;                  // for each hull face a face of the patch in its plane; or kNone: a
                                            // face that the hull adds, inside of a closed surface
  u32 size() const { return first_face.empty() ? 0 : static_cast<u32>(first_face.size() - 1); }  // number of pieces
  std::span<const u32> patch(u32 i) const { return slice(faces, first_face, i); }
  std::span<const u32> hull_vertices(u32 i) const { return slice(vertices, first_vertex, i); }
  std::span<const Face> hull(u32 i) const { return slice(hull_faces, first_hull_face, i); }
  std::span<const u32> sources(u32 i) const { return slice(source, first_hull_face, i); }
  u32 added_faces() const;  // hull faces that are not of the surface

 private:
  template <class T>
  static std::span<const T> slice(const std::vector<T>& all, const std::vector<u32>& first, u32 i) {
    return {all.data() + first[i], first[i + 1] - first[i]};
  }
};

// Every face is in exactly one patch. A patch of dfs, bfs and crest is connected, but for degenerate triangles, and its
// piece meets the surface in the patch alone. That holds for pieces of `global` too, whose patches may be disconnected.
// A piece of the retract methods may also touch faces of other patches, from inside. Edges of more than two faces, or
// of two that disagree about what is outside, end a patch. Returns an error if `progress` cancelled it, or for `global`
// of a large mesh.
Result<Decomposition> decompose(const Model& model, const DecompositionOptions& options = {});
Result<Decomposition> decompose(const Mesh& mesh, const DecompositionOptions& options = {});

// Lower bounds on the number of pieces of any such decomposition: by faces no two of which may be in one patch.
struct DecompositionBounds {
  u32 any = 0;        // patches of any faces
  u32 connected = 0;  // patches that are connected across edges, as searches find them
};
Result<DecompositionBounds> decomposition_bounds(const Model& model, const DecompositionOptions& options = {});

}  // namespace apart
