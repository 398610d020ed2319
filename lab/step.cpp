// The page of a traversal: what was recorded of it, encoded.
#include "lab/step.hpp"
#include <apart/hierarchy/model_tree.hpp>

#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/kit/erased.hpp>
#include <apart/queries/models/walk_queries.hpp>

#include "cli/output.hpp"
#include "lab/step_record.hpp"
#include "web/pages.hpp"

namespace apart::lab {
namespace {

using Json = nlohmann::ordered_json;
using Query = StepOptions::Query;

// Page coordinates: relative to the centre of both models and scaled by their size, so that floats suffice.
struct View {
  Vec3d origin{};
  double unit = 1;

  Vec3d operator()(Vec3d p) const { return (p - origin) / unit; }
};

View view_of(const Mesh& a, const Pose& b_in_a, const Mesh& b) {
  Bounds all;
  for (Vec3d p : a.vertices()) all.add(p);
  for (Vec3d p : b.vertices()) all.add(b_in_a * p);
  if (all.empty()) return {};
  const double size = 0.5 * length(all.size());
  return {all.centre(), size > 0 ? size : 1};
}

void append(std::vector<float>& out, Vec3d v) {
  for (int k = 0; k < 3; ++k) out.push_back(rounded<float>(v[k]));
}

template <class T>
std::string packed(const std::vector<T>& numbers) {
  return web::packed(std::span<const T>(numbers));
}

// A tree as the page needs it: of a Model, which has oriented boxes, or of the kit.
struct StepTree {
  const Mesh& mesh;
  std::span<const Ref> nodes;
  std::span<const Item> order;
  const ModelTree* boxes = nullptr;
  const kit::ErasedTree* of_kit = nullptr;

  static StepTree of(const Model& model) {
    const ModelTree& tree = model.tree();
    return {model.mesh(), tree.nodes, tree.order, &tree, nullptr};
  }
  static StepTree of(const kit::AnyTree& tree) {
    const kit::SavedArrays arrays = tree.erased().arrays().value();
    return {tree.mesh(), arrays.nodes, arrays.order, nullptr, &tree.erased()};
  }
};

// One model as the page draws it: triangles in the order of the tree's leaves, so that every node is a range of them,
// and those nodes that a step refers to, or that are part of whole levels.
class Side {
 public:
  Side(const StepTree& tree, const Pose& pose, const View& view)
      : tree_(tree),
        pose_(pose),
        view_(view),
        ranges_(item_ranges(tree.nodes, tree.order)),
        places_(tree.mesh.size()),
        slots_(tree.nodes.size(), kNone),
        depths_(tree.nodes.size(), 0) {
    for (u32 i = 0; i < tree.order.size(); ++i) places_[tree.order[i].primitive()] = i;
    for (u32 n = 0; n < tree.nodes.size(); ++n)  // parents come first
      if (!tree.nodes[n].is_leaf())
        for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { depths_[child] = depths_[n] + 1; });
  }

  u32 place(u32 triangle) const { return places_[triangle]; }
  u32 slot(u32 node) {
    u32& slot = slots_[node];
    if (slot == kNone) {
      slot = static_cast<u32>(nodes_.size());
      nodes_.push_back(node);
    }
    return slot;
  }
  // After the steps: whole levels, from the root down, as long as there are not too many nodes.
  void add_levels(std::size_t most) {
    std::vector<u32> by_depth(tree_.nodes.size());
    for (u32 n = 0; n < by_depth.size(); ++n) by_depth[n] = n;
    std::stable_sort(by_depth.begin(), by_depth.end(), [&](u32 x, u32 y) { return depths_[x] < depths_[y]; });
    for (std::size_t k = 0; k < by_depth.size();) {
      std::size_t end = k, lacking = 0;
      for (; end < by_depth.size() && depths_[by_depth[end]] == depths_[by_depth[k]]; ++end)
        lacking += slots_[by_depth[end]] == kNone;
      if (lacking > 0 && nodes_.size() + lacking > most) return;
      for (; k < end; ++k) slot(by_depth[k]);
      ++levels_;
    }
  }

  Json json(const std::string& name) const {
    const Mesh& mesh = tree_.mesh;
    std::vector<float> positions, boxes, lines;
    std::vector<u32> faces, numbers, ranges, depths, first_line{0};
    std::vector<unsigned char> leaves;
    positions.reserve(3 * mesh.vertices().size());
    for (Vec3d p : mesh.vertices()) append(positions, view_(pose_ * p));
    faces.reserve(3 * mesh.size());
    for (const Item item : tree_.order) {
      const Face& face = mesh.faces()[item.primitive()];
      faces.insert(faces.end(), face.begin(), face.end());
      numbers.push_back(item.primitive());
    }
    for (const u32 node : nodes_) {
      ranges.insert(ranges.end(), {ranges_[node].begin, ranges_[node].end});
      leaves.push_back(tree_.nodes[node].is_leaf());
      depths.push_back(depths_[node]);
      if (tree_.boxes) append_box(boxes, node);
    }
    if (tree_.of_kit)
      for (const kit::Outline& outline : tree_.of_kit->outlines(nodes_)) {
        for (const auto& [from, to] : outline) append(lines, view_(pose_ * from)), append(lines, view_(pose_ * to));
        first_line.push_back(static_cast<u32>(lines.size() / 6));
      }
    return {{"name", name},
            {"positions", packed(positions)},
            {"faces", packed(faces)},
            {"numbers", packed(numbers)},
            {"tree_nodes", tree_.nodes.size()},
            {"nodes", packed(nodes_)},
            {"boxes", packed(boxes)},            // of oriented boxes; of other volumes:
            {"lines", packed(lines)},            // their outlines …
            {"first_line", packed(first_line)},  // … one after the other
            {"ranges", packed(ranges)},
            {"leaves", packed(leaves)},
            {"depths", packed(depths)},
            {"levels", levels_},  // from the root down, of which all nodes are here
            {"tree_levels", depths_.empty() ? 0 : *std::max_element(depths_.begin(), depths_.end()) + 1}};
  }

 private:
  static constexpr u32 kNone = ~u32(0);

  void append_box(std::vector<float>& boxes, u32 node) const {
    const Obb<float>& box = tree_.boxes->volume(node);
    append(boxes, view_(pose_ * (tree_.boxes->frame.centre + cast<double>(box.centre))));
    append(boxes, cast<double>(box.half) / view_.unit);
    for (const auto& axis : box.axes.rows) append(boxes, pose_.rotate(cast<double>(axis)));
  }

  StepTree tree_;
  Pose pose_;
  View view_;
  std::vector<ItemRange> ranges_;
  std::vector<u32> places_, slots_, depths_, nodes_;
  u32 levels_ = 0;
};

// The first separating axis of two boxes among the fifteen, in the order in which they are tested; 255 if there is
// none.
unsigned char parting_axis(const Obb<float>& a, const Placement<float>& at, const Obb<float>& b) {
  const ObbPair<float> pair(a, at, b);
  for (int k = 0; k < 15; ++k)
    if (k < 3   ? pair.apart_along_a(k)
        : k < 6 ? pair.apart_along_b(k - 3)
                : pair.apart_along_edges((k - 6) / 3, (k - 6) % 3))
      return static_cast<unsigned char>(k);
  return 255;
}

// What two oriented boxes tell of a test: the axis that separates them, and their distance.
class BoxPair {
 public:
  BoxPair(const ModelTree* a, const Pose& b_in_a, const ModelTree* b) : a_(a), b_(b) {
    if (a && b) at_.emplace(placement_for<Obb<float>>(a->frame, b_in_a, b->frame));
  }
  unsigned char axis(const Record::Test& test) const {
    return at_ ? parting_axis(a_->volume(test.a), *at_, b_->volume(test.b)) : static_cast<unsigned char>(255);
  }
  // Is a bound that is greater than that of the pair above due to hulls?
  bool by_hulls(const Record& record, const Record::Test& test) const {
    if (!at_ || test.parent == Record::kNone || !(test.bound > record.tests[test.parent].bound)) return false;
    return test.bound > Nearness::bound(a_->volume(test.a), *at_, b_->volume(test.b));
  }

 private:
  const ModelTree *a_, *b_;
  std::optional<PlacementFor<Obb<float>>> at_;
};

Json steps_json(const Steps& walked, const PlacedPair& pair, const BoxPair& boxes, bool hulls_used, const View& view,
                Side& side_a, Side& side_b) {
  const Record& record = walked.record();
  std::vector<u32> step_of_test(record.tests.size());
  std::vector<unsigned char> kinds, axes, hulls;
  std::vector<u32> of_a, of_b, parents, apart_a, apart_b;
  std::vector<double> bounds, reaches;
  std::vector<float> points;  // of two triangles: the nearest points, or the ends of their intersection
  const auto parent_step = [&](u32 test) { return test == Record::kNone ? Record::kNone : step_of_test[test]; };
  const auto put = [&](u32 i, u32 j, u32 parent, double bound, unsigned char axis = 255, bool by_hulls = false) {
    of_a.push_back(i), of_b.push_back(j), parents.push_back(parent), bounds.push_back(bound), axes.push_back(axis);
    hulls.push_back(by_hulls);
  };
  const auto& steps = walked.steps();
  for (u32 n = 0; n < steps.size(); ++n) {
    const Steps::Step& step = steps[n];
    kinds.push_back(static_cast<unsigned char>(step.kind));
    reaches.push_back(step.reach);
    switch (step.kind) {
      case StepKind::apart:
      case StepKind::may_meet: {
        const Record::Test& test = record.tests[step.index];
        step_of_test[step.index] = n;
        const bool kept = step.kind == StepKind::may_meet;
        put(side_a.slot(test.a), side_b.slot(test.b), parent_step(test.parent), test.bound,
            kept ? static_cast<unsigned char>(255) : boxes.axis(test), hulls_used && boxes.by_hulls(record, test));
        break;
      }
      case StepKind::dropped: {
        const Record::Test& test = record.tests[step.index];
        put(side_a.slot(test.a), side_b.slot(test.b), step_of_test[step.index],
            step.hulls > 0 ? step.hulls : test.bound, 255, step.hulls > 0);
        break;
      }
      case StepKind::boxes_apart: {  // which of the rejected pairs, in place of triangles
        const auto next = std::find_if(steps.begin() + n + 1, steps.end(),
                                       [](const Steps::Step& s) { return s.kind == StepKind::boxes_apart; });
        const u32 end = next == steps.end() ? static_cast<u32>(record.rejected.size()) : next->index;
        put(step.index, end, parent_step(record.rejected[step.index].parent), 0);
        break;
      }
      case StepKind::triangles_apart:
      case StepKind::found: {
        const Record::LeafTest& test = record.leaf_tests[step.index];
        const Triangle s = pair.of_a(test.a), t = pair.of_b(test.b);
        const TriangleGap gap = distance(s, t);
        put(side_a.place(test.a), side_b.place(test.b), parent_step(test.parent), std::sqrt(gap.squared));
        const Meeting met = gap.squared == 0 ? meeting(s, t) : Meeting{{}, gap.on_s, gap.on_t};
        append(points, view(met.p)), append(points, view(met.q));
        break;
      }
    }
  }
  for (const Record::LeafTest& test : record.rejected) {
    apart_a.push_back(side_a.place(test.a));
    apart_b.push_back(side_b.place(test.b));
  }
  return {{"kind", packed(kinds)},      {"a", packed(of_a)},          {"b", packed(of_b)},
          {"parent", packed(parents)},  {"bound", packed(bounds)},    {"reach", packed(reaches)},
          {"axis", packed(axes)},       {"hulls", packed(hulls)},     {"points", packed(points)},
          {"apart_a", packed(apart_a)}, {"apart_b", packed(apart_b)}, {"complete", walked.complete()}};
}

const char* word(Query query) {
  switch (query) {
    case Query::collide:
      return "collide";
    case Query::collisions:
      return "collisions";
    case Query::distance:
      return "distance";
    case Query::within:
      return "within";
  }
  return "";
}

std::string told(const Mesh& a, const Mesh& b, std::string answer) {
  return a.empty() || b.empty() ? "a model without triangles touches nothing" : std::move(answer);
}

std::string page_of(const Walked& walked, const StepTree& a, const std::string& name_a, const Pose& b_in_a,
                    const StepTree& b, const std::string& name_b, const std::string& volume, const std::string& rule,
                    const StepOptions& options) {
  const View view = view_of(a.mesh, b_in_a, b.mesh);
  Side side_a(a, {}, view), side_b(b, b_in_a, view);
  const bool hulls_used = a.boxes && options.query == Query::distance;
  Json steps = steps_json(walked.steps, {a.mesh, b_in_a, b.mesh}, BoxPair(a.boxes, b_in_a, b.boxes), hulls_used, view,
                          side_a, side_b);
  side_a.add_levels(options.most_nodes), side_b.add_levels(options.most_nodes);
  const Count& count = walked.steps.count();
  const Json data{
      {"version", 2},
      {"ask", word(options.query)},
      {"tolerance", options.tolerance},
      {"answer", told(a.mesh, b.mesh, walked.answer)},
      {"volume", volume},
      {"rule", rule},
      {"unit", view.unit},
      {"counts",
       {{"volumes", count.volume_tests()}, {"triangles", count.primitive_tests()}, {"found", count.contacts}}},
      {"a", side_a.json(name_a)},
      {"b", side_b.json(name_b)},
      {"steps", std::move(steps)}};
  return web::page(web::step_template(), data);
}

}  // namespace

std::string step_page(const Model& a, const std::string& name_a, const Pose& b_in_a, const Model& b,
                      const std::string& name_b, const StepOptions& options) {
  APART_ASSERT(is_usable(b_in_a), "a pose is not rigid or not finite");
  return page_of(walk_and_answer(a, b_in_a, b, options), StepTree::of(a), name_a, b_in_a, StepTree::of(b), name_b,
                 "obb", "largest-diameter", options);
}

std::string step_page(const kit::AnyTree& a, const std::string& name_a, const Pose& b_in_a, const kit::AnyTree& b,
                      const std::string& name_b, kit::AnyWalk& walk, const StepOptions& options) {
  APART_ASSERT(is_usable(b_in_a), "a pose is not rigid or not finite");
  return page_of(walk_and_answer(walk, b_in_a, options), StepTree::of(a), name_a, b_in_a, StepTree::of(b), name_b,
                 a.choice().volume, walk.choice().rule, options);
}

}  // namespace apart::lab