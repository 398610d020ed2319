// A mesh whose vertices move while its faces stay: cloth, morph targets, skins, scaled bodies. Its hierarchy of boxes
// is refitted, not rebuilt, and after any change queries answer as of a model built anew.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/hierarchy/model.hpp>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace apart {

namespace motion {
struct DeformingState;
}

// p ↦ linear · p + shift, which may scale and shear.
struct Affine {
  Mat3d linear{};
  Vec3d shift{};

  constexpr Vec3d operator*(Vec3d p) const { return linear * p + shift; }
  friend constexpr bool operator==(const Affine&, const Affine&) = default;
};

// How much a bone moves a vertex.
struct BoneWeight {
  u32 bone = 0;
  double weight = 1;
};

enum class BoxUpdate {
  all,       // all boxes, bottom-up, whenever vertices are given
  on_demand  // those of the upper half of the levels; lower ones when a query reaches them
};

struct DeformingOptions {
  u32 leaf_size = 4;  // 1 … 128
  BoxUpdate update = BoxUpdate::on_demand;
  // With BoxUpdate::all, subtrees that are expected to cost so many times more tests than when they were built are
  // built again; infinite: never. rebuild() does it at any time.
  double rebuild_above = 1.5;
};

// What an update did.
struct BoxWork {
  u32 boxes = 0;      // that were computed at once
  u32 triangles = 0;  // of subtrees that were built again
};

// All vertices are in one frame, that of whatever it is queried with. Boxes that are computed on demand are safe to be
// computed by several threads; the functions that change it are not.
class DeformingModel {
 public:
  // Vertices that are given anew by move(). Refuses what Model::make refuses.
  static Result<DeformingModel> make(Mesh mesh, const DeformingOptions& options = {});
  // Vertices that are sums of those of the targets, which have the same faces, by the weights of blend(): at first
  // those of the first target. Boxes are blended in the same way; no vertex is touched until a query reaches its
  // triangle.
  static Result<DeformingModel> morph(std::span<const Mesh> targets, const DeformingOptions& options = {});
  // Vertices that are moved by bones: a list for each vertex, of weights that are not negative and are normalized to a
  // sum of one. Boxes follow from the bones below a node; no vertex is touched, as above.
  static Result<DeformingModel> skin(Mesh rest, std::vector<std::vector<BoneWeight>> weights, u32 bones,
                                     const DeformingOptions& options = {});

  // New places of all vertices, of make(). An error, and no change, for another number of vertices, or coordinates that
  // are not finite or beyond Pose::kFarthest.
  Result<BoxWork> move(std::vector<Vec3d> vertices);
  // New weights of all targets, of morph(); any finite numbers.
  Result<BoxWork> blend(std::vector<double> weights);
  // New transforms of all bones, of skin().
  Result<BoxWork> pose(std::vector<Affine> bones);
  // A transform of the whole model after all else: scaling, shearing, placing, without touching vertices.
  Result<BoxWork> place(const Affine& at);

  // The state now becomes the start of a step, which lasts until the next call: continuous queries are of the straight
  // paths of the vertices from there to where they are when asked.
  void start_step();

  // Builds subtrees again that cost `above` times more than when they were built. The boxes change, not the answers.
  BoxWork rebuild(double above = 1.5);

  const Mesh& rest() const;  // faces and parts, and vertices as they were given at first
  u32 size() const;          // number of triangles
  Triangle triangle(u32 i) const;
  Triangle triangle_before(u32 i) const;  // at the start of the step
  Mesh mesh() const;                      // as it is now
  // As it is now, an ordinary model for all other queries: its tree of oriented boxes is refitted, not built.
  Model model() const;

  const motion::DeformingState& state() const { return *state_; }

  DeformingModel(DeformingModel&&) noexcept;
  DeformingModel& operator=(DeformingModel&&) noexcept;
  ~DeformingModel();

 private:
  explicit DeformingModel(std::unique_ptr<motion::DeformingState> state);
  std::unique_ptr<motion::DeformingState> state_;
};

}  // namespace apart
