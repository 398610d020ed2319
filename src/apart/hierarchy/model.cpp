// Builds models, and computes surface facts and hulls on first use.
#include <apart/hierarchy/box_tree.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/volumes/obb_siblings.hpp>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

namespace apart {

struct Model::Facts {
  // Validation on first use, once for all fresh() copies.
  struct Validation {
    explicit Validation(Unread u) : unread(std::move(u)) {}
    const Unread unread;
    std::once_flag once{};
    std::string problem{};
  };

  Facts(Mesh m, const ModelTree& t, std::shared_ptr<const void> k, std::shared_ptr<Validation> v = nullptr)
      : mesh(std::move(m)), tree(t), keep(std::move(k)), validation(std::move(v)) {}
  Mesh mesh;
  ModelTree tree;
  std::shared_ptr<const void> keep;        // owns the tree's arrays
  std::shared_ptr<Validation> validation;  // none: valid

  // Surface facts that only queries of solids need; they cost as much as the tree.
  struct Surface {
    MeshTopology topology;
    bool inside_out = false;
    std::vector<Vec3d> part_vertices;
  };
  const NodeHulls& hulls() const {
    std::call_once(once_hulls_, [this] { hulls_.emplace(tree, mesh); });
    return *hulls_;
  }

  const BoxTree& boxes() const {
    std::call_once(once_boxes_, [this] { boxes_ = box_tree(tree, mesh); });
    return boxes_;
  }

  const Surface& surface() const {
    std::call_once(once_surface_, [this] {
      surface_.topology = MeshTopology::of(mesh);
      const MeshTopology& topology = surface_.topology;
      double volume = 0;
      for (u32 i = 0; i < mesh.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        volume += dot(t.a - tree.frame.centre, cross(t.b - tree.frame.centre, t.c - tree.frame.centre));
      }
      surface_.inside_out = topology.solid() && volume < 0;
      std::vector<bool> seen(topology.components, false);
      for (u32 i = 0; i < mesh.size(); ++i) {
        const u32 part = topology.component[i];
        if (part == MeshTopology::kNone) {  // a degenerate triangle is a part of its own
          surface_.part_vertices.push_back(mesh.triangle(i).a);
        } else if (!seen[part]) {
          seen[part] = true;
          surface_.part_vertices.push_back(mesh.triangle(i).a);
        }
      }
    });
    return surface_;
  }
  // While a fact is computed, no lock is held: it may need another.
  const void* derived(const Model& self, std::shared_ptr<const void> (*compute)(const Model&)) const {
    Derived& one = derived_by(compute);
    if (const void* const known = one.known.load(std::memory_order_acquire)) return known;
    std::call_once(one.once, [&] {
      one.value = compute(self);
      one.known.store(one.value.get(), std::memory_order_release);
    });
    return one.value.get();
  }
  ~Facts() {
    for (const Derived* one = derived_.load(std::memory_order_relaxed); one;) delete std::exchange(one, one->next);
  }

 private:
  // By the function that computes it; a list that only grows, at its front, so that it is searched without a lock.
  struct Derived {
    std::shared_ptr<const void> (*compute)(const Model&);
    Derived* next;
    std::once_flag once{};
    std::shared_ptr<const void> value{};
    std::atomic<const void*> known = nullptr;  // the value, when it is there
  };
  Derived* find_derived(std::shared_ptr<const void> (*compute)(const Model&)) const {
    Derived* one = derived_.load(std::memory_order_acquire);
    while (one && one->compute != compute) one = one->next;
    return one;
  }
  Derived& derived_by(std::shared_ptr<const void> (*compute)(const Model&)) const {
    if (Derived* const known = find_derived(compute)) return *known;
    const std::lock_guard lock(derived_mutex_);
    if (Derived* const known = find_derived(compute)) return *known;
    Derived* const added = new Derived{compute, derived_.load(std::memory_order_relaxed)};
    derived_.store(added, std::memory_order_release);
    return *added;
  }

  mutable std::once_flag once_surface_, once_hulls_, once_boxes_;
  mutable std::mutex derived_mutex_;
  mutable Surface surface_;
  mutable std::optional<NodeHulls> hulls_;
  mutable BoxTree boxes_;
  mutable std::atomic<Derived*> derived_ = nullptr;
};

namespace {

// An error if the mesh's size is out of range, or nothing.
std::string complaint_of_size(const Bounds& box) {
  if (box.empty()) return {};
  const auto text = [](const char* format, double size) {
    char out[160];
    std::snprintf(out, sizeof out, format, size);
    return std::string(out);
  };
  const double size = largest(box.size()), far = largest(larger(abs(box.low), abs(box.high)));
  if (!(frame_of(box).radius <= Model::kLargestRadius))
    return text("the mesh is %.3g across, and the limit is 1e18 about its middle: scale it down", size);
  if (size > 0 && size < Model::kSmallestSize)
    return text("the mesh is only %.3g across, and the limit is 1e-22: scale it up", size);
  if (far > Pose::kFarthest) return text("the mesh has coordinates of %.3g, and the limit is 1e150", far);
  return {};
}

}  // namespace

Result<Model> Model::make(Mesh mesh, const ModelOptions& options) {
  const Bounds box = bounds_of(mesh, Workers(options.threads));
  if (std::string wrong = complaint_of_size(box); !wrong.empty()) return Error{std::move(wrong)};
  const TopDown<> how{.leaf_size = options.leaf_size, .threads = options.threads};
  const auto watch = [&](double from) {  // for either half
    return options.progress ? BuildWatch{[&, from](double share) { return options.progress(from + 0.5 * share); }}
                            : BuildWatch{};
  };
  Result<Topology> topology = build(mesh, how, watch(0));
  if (!topology) return Error{topology.error()};
  static_assert(kWidest == kMostSiblings);  // as many children as are tested at once
  auto fitted = fit_tree<Obb<float>>(widen_largest(*std::move(topology), kMostSiblings), mesh,
                                     {.threads = options.threads, .frame = frame_of(box)}, watch(0.5));
  if (!fitted) return Error{fitted.error()};
  const auto tree = std::make_shared<const Tree<Obb<float>>>(*std::move(fitted));
  return trusted(std::move(mesh), ModelTree::of(*tree), tree);
}

Model Model::trusted(Mesh mesh, const ModelTree& tree, std::shared_ptr<const void> keep) {
  return Model(std::make_shared<const Facts>(std::move(mesh), tree, std::move(keep)));
}

Model Model::unread(Mesh mesh, const ModelTree& tree, std::shared_ptr<const void> keep, Unread facts) {
  return Model(std::make_shared<const Facts>(std::move(mesh), tree, std::move(keep),
                                             std::make_shared<Facts::Validation>(std::move(facts))));
}

const std::string& Model::problem() const {
  static const std::string none;
  Facts::Validation* validation = facts_->validation.get();
  if (!validation) return none;
  std::call_once(validation->once, [&] { validation->problem = validation->unread.problem(); });
  return validation->problem;
}

bool Model::read_on_demand() const { return facts_->validation != nullptr; }

Model Model::fresh() const {
  return Model(std::make_shared<const Facts>(facts_->mesh, facts_->tree, facts_->keep, facts_->validation));
}

const Mesh& Model::mesh() const { return facts_->mesh; }
const ModelTree& Model::tree() const { return facts_->tree; }
const NodeHulls& Model::hulls() const { return facts_->hulls(); }
const BoxTree& Model::boxes() const { return facts_->boxes(); }
bool Model::closed() const {
  if (facts_->validation && facts_->validation->unread.closed) return *facts_->validation->unread.closed;
  return facts_->surface().topology.solid();
}
bool Model::inside_out() const { return facts_->surface().inside_out; }
const MeshTopology& Model::topology() const { return facts_->surface().topology; }
std::span<const Vec3d> Model::part_vertices() const { return facts_->surface().part_vertices; }
const void* Model::derived(std::shared_ptr<const void> (*compute)(const Model&)) const {
  return facts_->derived(*this, compute);
}

}  // namespace apart
