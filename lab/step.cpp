// Records a traversal step by step, and encodes it for the page.
#include "lab/step.hpp"
#include <apart/hierarchy/model_tree.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/watch/record.hpp>
#include <functional>

#include "cli/output.hpp"
#include "web/pages.hpp"

namespace apart::lab {
namespace {

using Json = nlohmann::ordered_json;
using Query = StepOptions::Query;

// What is shown as one step. The page identifies these by number.
enum class StepKind : unsigned char {
  apart,            // two volumes; disjoint, or too far apart
  may_meet,         // two volumes; to be opened
  boxes_apart,      // triangles of two leaves, rejected by their boxes: all of a leaf pair's in one step
  triangles_apart,  // two triangles that do not matter
  found,            // two triangles that touch, are near enough, or nearer than any before
  dropped,          // a pair that was near enough when it was tested, but not when it was taken
};

// A Record, and the order of its entries.
class Steps {
 public:
  struct Step {
    StepKind kind;
    u32 index;     // in the record's list of that kind; of boxes_apart the first, up to the next such step's
    double reach;  // of the query after this step
  };

  Steps(std::function<double()> reach, std::size_t most) : reach_(std::move(reach)), most_(most) {}

  void taken(u32 a, u32 b) {
    group_open_ = false;
    if (full()) return;  // later tests are not recorded
    record_.taken(a, b);
    if (record_.tests[record_.current()].bound > reach_()) add(StepKind::dropped, record_.current());
  }
  void volumes(u32 a, u32 b, bool kept, double bound) {
    count_.volumes(a, b, kept, bound);
    add(kept ? StepKind::may_meet : StepKind::apart, record_.tests.size(), [&] { record_.volumes(a, b, kept, bound); });
  }
  void boxes_apart(u32 a, u32 b) {
    count_.boxes_apart(a, b);
    if (!group_open_) add(StepKind::boxes_apart, record_.rejected.size());
    group_open_ = true;
    if (group_kept_) record_.boxes_apart(a, b);
  }
  void primitives(u32 a, u32 b, Found found) {
    group_open_ = false;
    const double now = reach_();
    const bool matters = found != Found::nothing || now < last_reach_;
    count_.primitives(a, b, matters ? Found::contact : Found::nothing);
    add(matters ? StepKind::found : StepKind::triangles_apart, record_.leaf_tests.size(),
        [&] { record_.primitives(a, b, found); });
  }
  static constexpr void update() {}

  const Record& record() const { return record_; }
  const Count& count() const { return count_; }
  const std::vector<Step>& steps() const { return steps_; }
  bool complete() const { return complete_; }  // nothing was dropped

 private:
  bool full() const { return steps_.size() >= most_; }
  template <class Keep>
  void add(StepKind kind, std::size_t index, Keep keep) {
    last_reach_ = reach_();
    group_kept_ = !full();
    if (full()) {
      complete_ = false;
      return;
    }
    steps_.push_back({kind, static_cast<u32>(index), last_reach_});
    keep();
  }
  void add(StepKind kind, std::size_t index) {
    add(kind, index, [] {});
  }

  std::function<double()> reach_;  // called during the traversal only
  std::size_t most_;
  Record record_;
  Count count_;
  std::vector<Step> steps_;
  double last_reach_ = std::numeric_limits<double>::infinity();
  bool complete_ = true, group_open_ = false, group_kept_ = false;
};

struct Walked {
  Steps steps;
  std::string answer;
};

// In the order of the plain query.
template <class Order = DepthFirst, class Query>
Steps steps_of(const Model& a, const Pose& b_in_a, const Model& b, Query& query, std::size_t most) {
  Steps steps([&query] { return query.reach(); }, most);
  walk<InOrder<Order>>(a.tree(), b_in_a, b.tree(), query, steps);
  return steps;
}

Walked walk_and_answer(const Model& a, const Pose& b_in_a, const Model& b, const StepOptions& options) {
  const PlacedPair pair{a.mesh(), b_in_a, b.mesh()};
  const std::size_t most = options.most_steps;
  const bool nothing = a.mesh().empty() || b.mesh().empty();
  const auto told = [&](std::string answer) { return nothing ? "a model without triangles touches nothing" : answer; };
  switch (options.query) {
    case Query::collide: {
      CollideQuery query{pair};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      return {std::move(steps), told(query.answer.colliding ? "they touch" : "they do not touch")};
    }
    case Query::collisions: {
      auto collect = [](const TouchingPair&) { return true; };
      CollisionsQuery<decltype(collect)> query{pair, collect};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      const u64 n = steps.count().contacts;
      const std::string touch = cli::count(n, "pair of triangles touches", "pairs of triangles touch");
      return {std::move(steps), told(n == 0 ? "they do not touch" : touch)};
    }
    case Query::distance: {
      DistanceQuery query{pair};
      Steps steps = steps_of<Diving>(a, b_in_a, b, query, most);
      return {
          std::move(steps),
          told(query.best_distance == 0 ? "they touch" : fmt::format("they are {:.6g} apart", query.best_distance))};
    }
    case Query::within: {
      WithinQuery query{pair, options.tolerance};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      return {std::move(steps),
              told(fmt::format("{} {:.6g}", query.answer.within ? "they come within" : "nothing within",
                               options.tolerance))};
    }
  }
  APART_ASSERT(false, "a question that is not one of four");
  std::abort();
}

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

// One model as the page draws it: triangles in the order of the tree's leaves, so that every node is a range of them,
// and those nodes that a step refers to.
class Side {
 public:
  Side(const Model& model, const Pose& pose, const View& view)
      : model_(model),
        pose_(pose),
        view_(view),
        ranges_(item_ranges(model.tree().nodes, model.tree().order)),
        places_(model.mesh().size()),
        slots_(model.tree().nodes.size(), kNone) {
    const auto order = model.tree().order;
    for (u32 i = 0; i < order.size(); ++i) places_[order[i].primitive()] = i;
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

  Json json(const std::string& name) const {
    const Mesh& mesh = model_.mesh();
    const ModelTree& tree = model_.tree();
    std::vector<float> positions, boxes;
    std::vector<u32> faces, numbers, ranges;
    std::vector<unsigned char> leaves;
    positions.reserve(3 * mesh.vertices().size());
    for (Vec3d p : mesh.vertices()) append(positions, view_(pose_ * p));
    faces.reserve(3 * mesh.size());
    for (const Item item : tree.order) {
      const Face& face = mesh.faces()[item.primitive()];
      faces.insert(faces.end(), face.begin(), face.end());
      numbers.push_back(item.primitive());
    }
    for (const u32 node : nodes_) {
      const Obb<float>& box = tree.volume(node);
      append(boxes, view_(pose_ * (tree.frame.centre + cast<double>(box.centre))));
      append(boxes, cast<double>(box.half) / view_.unit);
      for (const auto& axis : box.axes.rows) append(boxes, pose_.rotate(cast<double>(axis)));
      ranges.insert(ranges.end(), {ranges_[node].begin, ranges_[node].end});
      leaves.push_back(tree.ref(node).is_leaf());
    }
    return {{"name", name},
            {"positions", packed(positions)},
            {"faces", packed(faces)},
            {"numbers", packed(numbers)},
            {"tree_nodes", tree.nodes.size()},
            {"nodes", packed(nodes_)},
            {"boxes", packed(boxes)},
            {"ranges", packed(ranges)},
            {"leaves", packed(leaves)}};
  }

 private:
  static constexpr u32 kNone = ~u32(0);
  const Model& model_;
  Pose pose_;
  View view_;
  std::vector<ItemRange> ranges_;
  std::vector<u32> places_, slots_, nodes_;
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

Json steps_json(const Steps& walked, const Model& a, const Pose& b_in_a, const Model& b, const View& view, Side& side_a,
                Side& side_b) {
  const PlacedPair pair{a.mesh(), b_in_a, b.mesh()};
  const auto at = placement_for<Obb<float>>(a.tree().frame, b_in_a, b.tree().frame);
  const Record& record = walked.record();
  std::vector<u32> step_of_test(record.tests.size());
  std::vector<unsigned char> kinds, axes;
  std::vector<u32> of_a, of_b, parents, apart_a, apart_b;
  std::vector<double> bounds, reaches;
  std::vector<float> points;  // of two triangles: the nearest points, or the ends of their intersection
  const auto parent_step = [&](u32 test) { return test == Record::kNone ? Record::kNone : step_of_test[test]; };
  const auto put = [&](u32 i, u32 j, u32 parent, double bound, unsigned char axis = 255) {
    of_a.push_back(i), of_b.push_back(j), parents.push_back(parent), bounds.push_back(bound), axes.push_back(axis);
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
            kept ? 255 : parting_axis(a.tree().volume(test.a), at, b.tree().volume(test.b)));
        break;
      }
      case StepKind::dropped: {
        const Record::Test& test = record.tests[step.index];
        put(side_a.slot(test.a), side_b.slot(test.b), step_of_test[step.index], test.bound);
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
  return {{"kind", packed(kinds)},
          {"a", packed(of_a)},
          {"b", packed(of_b)},
          {"parent", packed(parents)},
          {"bound", packed(bounds)},
          {"reach", packed(reaches)},
          {"axis", packed(axes)},
          {"points", packed(points)},
          {"apart_a", packed(apart_a)},
          {"apart_b", packed(apart_b)},
          {"complete", walked.complete()}};
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

}  // namespace

std::string step_page(const Model& a, const std::string& name_a, const Pose& b_in_a, const Model& b,
                      const std::string& name_b, const StepOptions& options) {
  APART_ASSERT(is_usable(b_in_a), "a pose is not rigid or not finite");
  const Walked walked = walk_and_answer(a, b_in_a, b, options);
  const View view = view_of(a.mesh(), b_in_a, b.mesh());
  Side side_a(a, {}, view), side_b(b, b_in_a, view);
  Json steps = steps_json(walked.steps, a, b_in_a, b, view, side_a, side_b);
  const Count& count = walked.steps.count();
  const Json data{
      {"version", 1},
      {"ask", word(options.query)},
      {"tolerance", options.tolerance},
      {"answer", walked.answer},
      {"unit", view.unit},
      {"counts",
       {{"volumes", count.volume_tests()}, {"triangles", count.primitive_tests()}, {"found", count.contacts}}},
      {"a", side_a.json(name_a)},
      {"b", side_b.json(name_b)},
      {"steps", std::move(steps)}};
  return web::page(web::step_template(), data);
}

}  // namespace apart::lab
