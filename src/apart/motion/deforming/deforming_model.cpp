// Deforming models: how they are made, changed and turned into ordinary ones.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/motion/deforming/deforming_state.hpp>
#include <apart/volumes/obb_siblings.hpp>

namespace apart {

namespace motion {
namespace {

bool usable(Vec3d p) { return is_finite(p) && largest(abs(p)) <= Pose::kFarthest; }
bool usable(const Affine& m) {
  return usable(m.shift) && usable(m.linear.rows[0]) && usable(m.linear.rows[1]) && usable(m.linear.rows[2]);
}

std::string complaint_of(const Mesh& mesh, const DeformingOptions& options) {
  if (options.leaf_size < 1 || options.leaf_size > 128) return "a leaf size is 1 to 128";
  if (!(options.rebuild_above > 1)) return "rebuild_above must be greater than 1";
  for (Vec3d p : mesh.vertices())
    if (!usable(p)) return "the mesh has coordinates beyond 1e150";
  return {};
}

Topology topology_of(const Mesh& mesh, const DeformingOptions& options) {
  return mesh.empty() ? Topology{} : build(mesh, TopDown<>{.leaf_size = options.leaf_size});
}

std::vector<Bounds> boxes_of(const BoxTreeShape& tree, const Mesh& mesh) {
  std::vector<Bounds> out(tree.nodes.size());
  for (u32 n = static_cast<u32>(tree.nodes.size()); n-- > 0;) {
    if (tree.nodes[n].is_leaf())
      for_each_primitive(tree.order, tree.nodes[n], [&](u32 i) {
        for (u32 v : mesh.faces()[i]) out[n].add(mesh.vertices()[v]);
        return true;
      });
    else
      for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { out[n].add(out[child]); });
  }
  return out;
}

std::shared_ptr<const std::vector<Vec3d>> vertices_of(const Mesh& mesh) {
  return std::make_shared<const std::vector<Vec3d>>(mesh.vertices().begin(), mesh.vertices().end());
}

}  // namespace
}  // namespace motion

DeformingModel::DeformingModel(std::unique_ptr<motion::DeformingState> state) : state_(std::move(state)) {}
DeformingModel::DeformingModel(DeformingModel&&) noexcept = default;
DeformingModel& DeformingModel::operator=(DeformingModel&&) noexcept = default;
DeformingModel::~DeformingModel() = default;

Result<DeformingModel> DeformingModel::make(Mesh mesh, const DeformingOptions& options) {
  if (std::string wrong = motion::complaint_of(mesh, options); !wrong.empty()) return Error{std::move(wrong)};
  auto state = std::make_unique<motion::DeformingState>();
  state->options = options;
  state->rest = std::move(mesh);
  state->now.vertices = motion::vertices_of(state->rest);
  state->set_tree(motion::topology_of(state->rest, options));
  const BoxUpdate update = std::exchange(state->options.update, BoxUpdate::on_demand);
  state->changed();
  state->options.update = update;
  state->at_build = state->quality();
  state->before.take(state->now);
  return DeformingModel(std::move(state));
}

Result<DeformingModel> DeformingModel::morph(std::span<const Mesh> targets, const DeformingOptions& options) {
  if (targets.empty()) return Error{"morph targets: none"};
  for (const Mesh& target : targets) {
    if (std::string wrong = motion::complaint_of(target, options); !wrong.empty()) return Error{std::move(wrong)};
    if (target.vertices().size() != targets[0].vertices().size() ||
        !std::equal(target.faces().begin(), target.faces().end(), targets[0].faces().begin(), targets[0].faces().end()))
      return Error{"morph targets: all must have the same faces and as many vertices"};
  }
  auto state = std::make_unique<motion::DeformingState>();
  state->kind = motion::DeformingState::Kind::morph;
  state->options = options;
  state->rest = targets[0];
  state->targets.assign(targets.begin(), targets.end());
  state->set_tree(motion::topology_of(state->rest, options));
  for (const Mesh& target : targets) state->target_boxes.push_back(motion::boxes_of(state->tree, target));
  state->now.weights.assign(targets.size(), 0);
  state->now.weights[0] = 1;
  state->before.take(state->now);
  return DeformingModel(std::move(state));
}

Result<DeformingModel> DeformingModel::skin(Mesh rest, std::vector<std::vector<BoneWeight>> weights, u32 bones,
                                            const DeformingOptions& options) {
  if (std::string wrong = motion::complaint_of(rest, options); !wrong.empty()) return Error{std::move(wrong)};
  if (weights.size() != rest.vertices().size()) return Error{"a skin needs a list of weights for each vertex"};
  auto state = std::make_unique<motion::DeformingState>();
  state->kind = motion::DeformingState::Kind::skin;
  state->options = options;
  state->rest = std::move(rest);
  state->first_weight.push_back(0);
  for (std::size_t v = 0; v < weights.size(); ++v) {
    double sum = 0;
    for (const BoneWeight& w : weights[v]) {
      if (w.bone >= bones || !(w.weight >= 0) || !std::isfinite(w.weight))
        return Error{"vertex " + std::to_string(v) +
                     ": a weight is a finite number, not negative, of a bone that exists"};
      sum += w.weight;
    }
    if (!(sum > 0) || !std::isfinite(sum)) return Error{"vertex " + std::to_string(v) + ": no bone moves it"};
    for (const BoneWeight& w : weights[v])
      if (w.weight > 0) state->weights.push_back({w.bone, w.weight / sum});
    state->first_weight.push_back(static_cast<u32>(state->weights.size()));
  }
  state->set_tree(motion::topology_of(state->rest, options));
  const motion::BoxTreeShape& tree = state->tree;
  state->rest_boxes = motion::boxes_of(tree, state->rest);
  std::vector<u32> seen(bones, ~u32(0));
  state->first_bone.push_back(0);
  for (u32 n = 0; n < tree.nodes.size(); ++n) {
    for (u32 i = tree.ranges[n].begin; i < tree.ranges[n].end; ++i)
      for (u32 v : state->rest.faces()[tree.order[i].primitive()])
        for (u32 k = state->first_weight[v]; k < state->first_weight[v + 1]; ++k)
          if (const u32 bone = state->weights[k].bone; seen[bone] != n)
            seen[bone] = n, state->node_bones.push_back(bone);
    state->first_bone.push_back(static_cast<u32>(state->node_bones.size()));
  }
  state->now.bones.resize(bones);
  state->before.take(state->now);
  return DeformingModel(std::move(state));
}

Result<BoxWork> DeformingModel::move(std::vector<Vec3d> vertices) {
  if (state_->kind != motion::DeformingState::Kind::given)
    return Error{"move: the vertices of this model follow from its targets or bones"};
  if (vertices.size() != state_->rest.vertices().size())
    return Error{"move: " + std::to_string(vertices.size()) + " vertices, where the model has " +
                 std::to_string(state_->rest.vertices().size())};
  for (std::size_t v = 0; v < vertices.size(); ++v)
    if (!motion::usable(vertices[v]))
      return Error{"move: vertex " + std::to_string(v) + " is not finite, or beyond 1e150"};
  state_->now.vertices = std::make_shared<const std::vector<Vec3d>>(std::move(vertices));
  return state_->changed();
}

Result<BoxWork> DeformingModel::blend(std::vector<double> weights) {
  if (state_->kind != motion::DeformingState::Kind::morph) return Error{"blend: this model has no morph targets"};
  if (weights.size() != state_->targets.size())
    return Error{"blend: " + std::to_string(weights.size()) + " weights for " + std::to_string(state_->targets.size()) +
                 " targets"};
  for (double w : weights)
    if (!(std::abs(w) <= 1e100)) return Error{"blend: a weight is not finite, or beyond 1e100"};
  state_->now.weights = std::move(weights);
  return state_->changed();
}

Result<BoxWork> DeformingModel::pose(std::vector<Affine> bones) {
  if (state_->kind != motion::DeformingState::Kind::skin) return Error{"pose: this model has no bones"};
  if (bones.size() != state_->now.bones.size())
    return Error{"pose: " + std::to_string(bones.size()) + " transforms for " +
                 std::to_string(state_->now.bones.size()) + " bones"};
  for (const Affine& bone : bones)
    if (!motion::usable(bone)) return Error{"pose: a transform is not finite, or beyond 1e150"};
  state_->now.bones = std::move(bones);
  return state_->changed();
}

Result<BoxWork> DeformingModel::place(const Affine& at) {
  if (!motion::usable(at)) return Error{"place: the transform is not finite, or beyond 1e150"};
  state_->now.placed = at;
  return state_->changed();
}

void DeformingModel::start_step() {
  std::swap(state_->before, state_->now);  // with its boxes
  state_->now.take(state_->before);
  state_->changed();
}

BoxWork DeformingModel::rebuild(double above) { return state_->rebuild(above); }

const Mesh& DeformingModel::rest() const { return state_->rest; }
u32 DeformingModel::size() const { return state_->rest.size(); }
Triangle DeformingModel::triangle(u32 i) const { return state_->triangle(state_->now, i); }
Triangle DeformingModel::triangle_before(u32 i) const { return state_->triangle(state_->before, i); }

Mesh DeformingModel::mesh() const {
  struct Kept {
    std::shared_ptr<const std::vector<Vec3d>> vertices;
    Mesh rest;
  };
  const auto kept = std::make_shared<Kept>(Kept{state_->now.vertices, state_->rest});
  if (state_->kind != motion::DeformingState::Kind::given || !(state_->now.placed == Affine{})) {
    std::vector<Vec3d> vertices(state_->rest.vertices().size());
    for (u32 v = 0; v < vertices.size(); ++v) vertices[v] = state_->vertex(state_->now, v);
    kept->vertices = std::make_shared<const std::vector<Vec3d>>(std::move(vertices));
  }
  Mesh out = Mesh::trusted(*kept->vertices, kept->rest.faces(), kept);
  if (state_->rest.parts() == 1) return out;
  std::vector<u32> firsts;
  for (u32 p = 0; p < state_->rest.parts(); ++p) firsts.push_back(state_->rest.first_of_part(p));
  return out.with_parts(std::move(firsts));
}

Model DeformingModel::model() const {
  using Obbs = hierarchy::Tree<volumes::Obb<float>>;
  const Mesh now = mesh();
  const std::lock_guard lock(state_->model_mutex);
  if (!state_->obbs) {
    const hierarchy::TopDown<> how{.leaf_size = state_->options.leaf_size};
    Obbs tree = hierarchy::fit_tree<volumes::Obb<float>>(
        hierarchy::widen_largest(hierarchy::build(state_->rest, how), volumes::kMostSiblings), state_->rest);
    state_->refit = std::make_unique<hierarchy::Refit<volumes::Obb<float>>>(tree, state_->rest);
    state_->obbs = std::make_shared<const Obbs>(std::move(tree));
  }
  const auto fresh = std::make_shared<Obbs>(*state_->obbs);
  if (!now.empty()) (*state_->refit)(*fresh, now);
  state_->obbs = fresh;
  return Model::trusted(now, ModelTree::of(*fresh), fresh);
}

}  // namespace apart
