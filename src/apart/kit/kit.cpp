// Parses words, refuses what is not supported, and finds the code of a volume and a precision.
#include <apart/base/usable_pose.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/kit/erased.hpp>
#include <apart/kit/kit.hpp>
#include <apart/shapes/hull.hpp>

namespace apart::volumes {
template <class T>
struct Aabb;
template <class T, int K>
struct Kdop;
template <class V>
struct Layered;
template <class T>
struct CapsuleVolume;
template <class T>
struct Lozenge;
template <class T>
struct CylinderVolume;
template <class T>
struct EllipsoidVolume;
template <class T>
struct HullVolume;
}  // namespace apart::volumes

namespace apart::kit {
namespace {

template <class T>
std::shared_ptr<const ErasedTree> tree_of(VolumeKind volume, TreeParts parts) {
  switch (volume) {
    case VolumeKind::obb:
      return erased_tree<Obb<T>>(std::move(parts));
    case VolumeKind::aabb:
      return erased_tree<Aabb<T>>(std::move(parts));
    case VolumeKind::sphere:
      return erased_tree<Sphere<T>>(std::move(parts));
    case VolumeKind::dual:
      return erased_tree<Dual<T>>(std::move(parts));
    case VolumeKind::dop6:
      return erased_tree<Kdop<T, 6>>(std::move(parts));
    case VolumeKind::dop14:
      return erased_tree<Kdop<T, 14>>(std::move(parts));
    case VolumeKind::dop18:
      return erased_tree<Kdop<T, 18>>(std::move(parts));
    case VolumeKind::dop26:
      return erased_tree<Kdop<T, 26>>(std::move(parts));
    case VolumeKind::ball_dop18:
      return erased_tree<Layered<Kdop<T, 18>>>(std::move(parts));
    case VolumeKind::capsule:
      return erased_tree<CapsuleVolume<T>>(std::move(parts));
    case VolumeKind::rss:
      return erased_tree<Lozenge<T>>(std::move(parts));
    case VolumeKind::cylinder:
      return erased_tree<CylinderVolume<T>>(std::move(parts));
    case VolumeKind::ellipsoid:
      return erased_tree<EllipsoidVolume<T>>(std::move(parts));
    case VolumeKind::hull:
      break;
  }
  return erased_tree<HullVolume<T>>(std::move(parts));
}

std::shared_ptr<const ErasedTree> nested_tree_of(VolumeKind volume, TreeParts parts) {
  if (volume == VolumeKind::obb) return erased_nested_tree<Obb<float>>(std::move(parts));
  if (volume == VolumeKind::aabb) return erased_nested_tree<Aabb<float>>(std::move(parts));
  return erased_nested_tree<Sphere<float>>(std::move(parts));
}
std::shared_ptr<const ErasedTree> lazy_tree_of(VolumeKind volume, TreeParts parts) {
  if (volume == VolumeKind::obb) return erased_lazy_tree<Obb<float>>(std::move(parts));
  return erased_lazy_tree<Aabb<float>>(std::move(parts));
}

Error unsupported(const std::string& what) { return {what}; }

// Why a volume cannot be fitted in this way; empty if it can.
std::string problem_of_fit(const TreeChoice& choice, VolumeKind volume, BoxFit fit, BallFit ball) {
  const bool box = volume == VolumeKind::obb || volume == VolumeKind::dual;
  const bool has_ball = volume == VolumeKind::sphere || volume == VolumeKind::dual;
  if (fit != BoxFit::usual && fit != BoxFit::children && !box)
    return "fit " + choice.fit + ": chooses the axes of oriented boxes (obb, dual); " + choice.volume +
           (volume == VolumeKind::sphere ? " has none, see ball" : " is fitted in one way only");
  if (ball != BallFit::usual && !has_ball)
    return "ball " + choice.ball + ": chooses the centres of spheres (sphere, dual); " + choice.volume + " has none";
  if (ball == BallFit::obb_centre && volume != VolumeKind::dual)
    return "ball obb-centre: only dual has an oriented box too";
  return {};
}

// Why a tree cannot be stored, or made, in this way; empty if it can.
std::string problem_of_layout(const TreeChoice& choice, VolumeKind volume, Precision precision, const Builder& builder,
                              LayoutKind layout) {
  if (layout == LayoutKind::flat) return {};
  const bool nested = layout == LayoutKind::nested, box = volume == VolumeKind::obb || volume == VolumeKind::aabb;
  const std::string name = "layout " + choice.layout + ": ";
  if (!box && !(nested && volume == VolumeKind::sphere))
    return name + "is of " + (nested ? "obb, aabb and sphere" : "obb and aabb") + "; found " + choice.volume;
  if (precision != Precision::single)
    return name + (nested ? "is stored in floats and decoded in doubles" : "is of floats") + "; found precision " +
           choice.precision;
  if (choice.fit != "usual" || choice.ball != "usual")
    return name + "volumes are fitted as usual; found fit " + choice.fit + ", ball " + choice.ball;
  if (nested) return {};
  if (!builder.split) return name + "nodes are split from the root down; builder " + choice.builder + " does not";
  if (choice.branching != 2)
    return name + "a node is split in two; found branching " + std::to_string(choice.branching);
  return {};
}

// The minimum box searches all pairs of the edges of a hull.
std::string problem_of_minimum(const Mesh& mesh, const Topology& topology) {
  std::vector<Vec3d> points;
  for (const ItemRange& range : item_ranges(topology.nodes, topology.order)) {
    points.clear();
    for (u32 i = range.begin; i < range.end; ++i) {
      const Triangle t = mesh.triangle(topology.order[i].primitive());
      points.insert(points.end(), {t.a, t.b, t.c});
    }
    if (points.size() <= kMostCornersOfMinimum) continue;
    if (const std::size_t corners = convex_hull(points).corners.size(); corners > kMostCornersOfMinimum)
      return "fit minimum: the hull of a node has " + std::to_string(corners) + " corners, more than " +
             std::to_string(kMostCornersOfMinimum) + "; searched is nearly as small";
  }
  return {};
}

// Why volumes cannot be placed in this way; empty if they can.
std::string problem_of_tumbling(const WalkChoice& choice, const TreeChoice& of, VolumeKind volume, SpaceKind space,
                                TumbleKind tumble) {
  if (tumble == TumbleKind::wrap) return {};
  if (of.layout != "flat") return "tumble " + choice.tumble + ": is of flat trees; found layout " + of.layout;
  const bool dop = volume == VolumeKind::dop6 || volume == VolumeKind::dop14 || volume == VolumeKind::dop18 ||
                   volume == VolumeKind::dop26;
  if (!dop && volume != VolumeKind::aabb)
    return "tumble " + choice.tumble + ": is of volumes that cannot rotate, aabb and k-dops";
  if (space != SpaceKind::of_a) return "tumble " + choice.tumble + ": volumes are tumbled in space a";
  if (tumble == TumbleKind::corners && !dop) return "tumble corners: those of a box are wrapped as the box is";
  if (tumble == TumbleKind::after_balls && choice.query != "collide" && choice.query != "all")
    return "tumble after-balls: saves tests of whether volumes meet, which only collide and all ask";
  return {};
}

}  // namespace

std::string problem_of_mesh(const Mesh& mesh) {
  const Result<Model> model = Model::make(mesh, {.leaf_size = 128});
  return model ? std::string{} : model.error();
}

Result<TreeKinds> tree_kinds(const TreeChoice& choice) {
  const auto volume = parsed(volume_words(), choice.volume);
  if (!volume) return Error{volume.error()};
  const auto precision = parsed(precision_words(), choice.precision);
  if (!precision) return Error{precision.error()};
  const auto fit = parsed(fit_words(), choice.fit);
  if (!fit) return Error{fit.error()};
  const auto ball = parsed(ball_words(), choice.ball);
  if (!ball) return Error{ball.error()};
  const auto builder = parsed(builder_words(), choice.builder);
  if (!builder) return Error{builder.error()};
  const auto layout = parsed(layout_words(), choice.layout);
  if (!layout) return Error{layout.error()};
  if (choice.leaf < 1 || choice.leaf > 128)
    return unsupported("leaf: expected 1 to 128 triangles; found " + std::to_string(choice.leaf));
  if (choice.branching < 2 || choice.branching > kWidest)
    return unsupported("branching: expected 2 to 8 children; found " + std::to_string(choice.branching));
  if (std::string wrong = problem_of_fit(choice, *volume, *fit, *ball); !wrong.empty()) return Error{std::move(wrong)};
  if (std::string wrong = problem_of_layout(choice, *volume, *precision, *builder, *layout); !wrong.empty())
    return Error{std::move(wrong)};
  return TreeKinds{*volume, *precision, {*fit, *ball}, *builder, *layout};
}

std::shared_ptr<const ErasedTree> erased_tree_of(const TreeKinds& kinds, TreeParts parts) {
  if (kinds.layout == LayoutKind::nested) return nested_tree_of(kinds.volume, std::move(parts));
  if (kinds.layout == LayoutKind::lazy) return lazy_tree_of(kinds.volume, std::move(parts));
  return kinds.precision == Precision::single ? tree_of<float>(kinds.volume, std::move(parts))
                                              : tree_of<double>(kinds.volume, std::move(parts));
}

Result<AnyTree> AnyTree::make(Mesh mesh, const TreeChoice& choice) {
  const Result<TreeKinds> kinds = tree_kinds(choice);
  if (!kinds) return Error{kinds.error()};
  if (std::string wrong = problem_of_mesh(mesh); !wrong.empty()) return Error{std::move(wrong)};
  Topology topology;
  if (kinds->layout != LayoutKind::lazy) {
    topology = kinds->builder.build(mesh, choice.leaf, choice.threads);
    if (choice.branching > 2) topology = widen_largest(topology, choice.branching);
    if (kinds->way.box == BoxFit::minimum)
      if (std::string wrong = problem_of_minimum(mesh, topology); !wrong.empty()) return Error{std::move(wrong)};
  }
  return AnyTree(erased_tree_of(
      *kinds, {std::move(mesh), choice, std::move(topology), kinds->way, kinds->builder.split, nullptr}));
}

Result<AnyTree> AnyTree::refitted(Mesh moved) const {
  if (choice().layout == "lazy")
    return Error{"refitted: a lazy tree has only some of its nodes; make one of the moved mesh"};
  if (moved.size() != mesh().size())
    return Error{"refitted: expected " + std::to_string(mesh().size()) + " triangles; found " +
                 std::to_string(moved.size())};
  for (u32 i = 0; i < moved.size(); ++i)
    if (moved.faces()[i] != mesh().faces()[i])
      return Error{"refitted: triangle " + std::to_string(i) + " has other vertices"};
  if (std::string wrong = problem_of_mesh(moved); !wrong.empty()) return Error{std::move(wrong)};
  return AnyTree(tree_->refitted(std::move(moved)));
}

const TreeChoice& AnyTree::choice() const { return tree_->choice; }
const Mesh& AnyTree::mesh() const { return tree_->mesh; }
std::size_t AnyTree::nodes() const { return tree_->nodes(); }
std::size_t AnyTree::bytes() const { return tree_->bytes(); }

Result<AnyWalk> AnyWalk::make(const AnyTree& a, const AnyTree& b, const WalkChoice& choice) {
  const auto query = parsed(query_words(), choice.query);
  if (!query) return Error{query.error()};
  const auto order = parsed(order_words(), choice.order);
  if (!order) return Error{order.error()};
  const auto rule = parsed(rule_words(), choice.rule);
  if (!rule) return Error{rule.error()};
  const auto space = parsed(space_words(), choice.space);
  if (!space) return Error{space.error()};
  const auto tumble = parsed(tumble_words(), choice.tumble);
  if (!tumble) return Error{tumble.error()};
  const auto keep = parsed(keep_words(), choice.keep);
  if (!keep) return Error{keep.error()};
  const auto front = parsed(front_words(), choice.front);
  if (!front) return Error{front.error()};
  const auto volume = [](const AnyTree& tree) { return *parsed(volume_words(), tree.choice().volume); };
  if (volume(a) != volume(b) || a.choice().precision != b.choice().precision)
    return unsupported("trees of different volumes: A is of " + a.choice().volume + " in " + a.choice().precision +
                       ", B of " + b.choice().volume + " in " + b.choice().precision);
  if (a.choice().layout != b.choice().layout)
    return unsupported("trees of different layouts: A is " + a.choice().layout + ", B " + b.choice().layout);
  if (*keep == Switch::on && *space == SpaceKind::own)
    return unsupported("keep: in space own no volume is placed, so there is nothing to keep");
  if (std::string wrong = problem_of_tumbling(choice, a.choice(), volume(a), *space, *tumble); !wrong.empty())
    return Error{std::move(wrong)};
  if (!(choice.tolerance >= 0))
    return unsupported("tolerance: expected 0 or more; found " + std::to_string(choice.tolerance));
  const std::optional<Pose> a_in_world = usable_pose(choice.a_in_world);
  if (!a_in_world) return unsupported("a_in_world: is not rigid, not finite or too far");
  const WalkKinds kinds{*query,           *order,     *rule, *space, *tumble, *keep == Switch::on, *front == Switch::on,
                        choice.tolerance, *a_in_world};
  return AnyWalk(a, b, choice, a.erased().walk(b.erased(), kinds));
}

AnyWalk::AnyWalk(AnyTree a, AnyTree b, WalkChoice choice, std::unique_ptr<ErasedWalk> walk)
    : a_(std::move(a)), b_(std::move(b)), choice_(std::move(choice)), walk_(std::move(walk)) {}
AnyWalk::~AnyWalk() = default;
AnyWalk::AnyWalk(AnyWalk&&) noexcept = default;
AnyWalk& AnyWalk::operator=(AnyWalk&&) noexcept = default;

Answer AnyWalk::operator()(const Pose& b_in_a) {
  const std::optional<Pose> usable = usable_pose(b_in_a);
  if (!usable) {
    Answer out;
    out.yes = true, out.status = Status::invalid;
    if (choice_.query == "span") out.distance = std::numeric_limits<double>::infinity();
    return out;
  }
  Answer out = walk_->ask(*usable);
  if (a_.mesh().empty() || b_.mesh().empty()) out.status = Status::nothing;
  return out;
}

TestCosts AnyWalk::costs(const Pose& b_in_a, double seconds) { return walk_->costs(require_usable(b_in_a), seconds); }
std::size_t AnyWalk::front_size() const { return walk_->front_size(); }

}  // namespace apart::kit
