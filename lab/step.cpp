// Records a traversal step by step, and encodes it for the page.
#include "lab/step.hpp"
#include <apart/hierarchy/model_tree.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/kit/erased.hpp>
#include <apart/queries/models/run_walk.hpp>
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
    double reach;  // of the traversal after this step
    double hulls;  // of a pair that was dropped by the hulls of its nodes: how far they are apart at least; else 0
  };

  explicit Steps(std::size_t most) : most_(most) {}
  // Before the traversal: called while it runs. The reach of the query, and that of the traversal, which may be less:
  // hulls know where vertices are.
  void start(std::function<double()> of_query, std::function<double()> reach) {
    of_query_ = std::move(of_query), reach_ = std::move(reach);
    last_of_query_ = of_query_();
  }

  void taken(u32 a, u32 b) {
    group_open_ = false;
    if (full()) return;  // later tests are not recorded
    record_.taken(a, b);
    if (!(record_.tests[record_.current()].bound > reach_())) return;
    ++dropped_;
    add(StepKind::dropped, record_.current());
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
    const double now = of_query_();
    const bool matters = found != Found::nothing || now < last_of_query_;
    last_of_query_ = now;
    count_.primitives(a, b, matters ? Found::contact : Found::nothing);
    add(matters ? StepKind::found : StepKind::triangles_apart, record_.leaf_tests.size(),
        [&] { record_.primitives(a, b, found); });
  }
  static constexpr void update() {}
  std::size_t dropped() const { return dropped_; }  // pairs that were beyond reach when they were taken
  // The pair that was taken, by the hulls of its nodes.
  void hulls_apart(double bound) {
    if (full()) return;
    add(StepKind::dropped, record_.current());
    steps_.back().hulls = bound;
  }

  const Record& record() const { return record_; }
  const Count& count() const { return count_; }
  const std::vector<Step>& steps() const { return steps_; }
  bool complete() const { return complete_; }  // nothing was dropped

 private:
  bool full() const { return steps_.size() >= most_; }
  template <class Keep>
  void add(StepKind kind, std::size_t index, Keep keep) {
    group_kept_ = !full();
    if (full()) {
      complete_ = false;
      return;
    }
    steps_.push_back({kind, static_cast<u32>(index), reach_(), 0});
    keep();
  }
  void add(StepKind kind, std::size_t index) {
    add(kind, index, [] {});
  }

  std::function<double()> of_query_, reach_;
  std::size_t most_, dropped_ = 0;
  Record record_;
  Count count_;
  std::vector<Step> steps_;
  double last_of_query_ = std::numeric_limits<double>::infinity();
  bool complete_ = true, group_open_ = false, group_kept_ = false;
};

struct Walked {
  Steps steps;
  std::string answer;
};

// A traversal that tells when a pair was dropped by the hulls of its nodes: it was taken, and nothing was tested.
template <class Walk>
struct WatchHulls {
  const ModelTree &a, &b;
  Walk& walk;
  Steps& steps;

  bool step() {
    const u64 before = walk.tests();
    const std::size_t dropped = steps.dropped();
    const bool stepped = walk.step();
    if (!stepped || walk.tests() != before || steps.dropped() != dropped) return stepped;
    const auto& pair = walk.current();
    if (!a.ref(pair.a).is_leaf() && !b.ref(pair.b).is_leaf()) steps.hulls_apart(pair.bound);
    return true;
  }
  void run() {
    while (step()) {
    }
  }
  bool run(const Budget&) { return run(), true; }
  auto& hulls() { return walk.hulls(); }
  double least_open_bound() const { return walk.least_open_bound(); }
};

// As the plain query does.
template <class Policy = DefaultPolicy, class Query>
Steps steps_of(const Model& a, const Pose& b_in_a, const Model& b, Query& query, std::size_t most) {
  Steps steps(most);
  const auto of_query = [&query] { return query.reach(); };
  steps.start(of_query, of_query);  // the test of the roots is the first step
  PairWalk<ModelTree, ModelTree, Query, WithProbe<Policy, Steps>> walk(a.tree(), b_in_a, b.tree(), query, steps);
  if constexpr (std::is_same_v<typename Policy::Hulls, HullBounds>) {
    steps.start(of_query, [&] { return walk.hulls().reach(query.reach()); });
    WatchHulls<decltype(walk)> watched{a.tree(), b.tree(), walk, steps};
    run_walk_with_hulls(watched, a, b_in_a, b, {});
  } else {
    walk.run();
  }
  return steps;
}

std::string touching(u64 pairs) {
  return pairs == 0 ? "they do not touch" : cli::count(pairs, "pair of triangles touches", "pairs of triangles touch");
}
std::string apart_by(double distance) {
  return distance == 0 ? "they touch" : fmt::format("they are {:.6g} apart", distance);
}
std::string within_reach(bool within, double tolerance) {
  return fmt::format("{} {:.6g}", within ? "they come within" : "nothing within", tolerance);
}
std::string told(const Mesh& a, const Mesh& b, std::string answer) {
  return a.empty() || b.empty() ? "a model without triangles touches nothing" : std::move(answer);
}

Walked walk_and_answer(const Model& a, const Pose& b_in_a, const Model& b, const StepOptions& options) {
  const PlacedPair pair{a.mesh(), b_in_a, b.mesh()};
  const std::size_t most = options.most_steps;
  switch (options.query) {
    case Query::collide: {
      CollideQuery query{pair};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      return {std::move(steps), query.answer.colliding ? "they touch" : "they do not touch"};
    }
    case Query::collisions: {
      auto collect = [](const TouchingPair&) { return true; };
      CollisionsQuery<decltype(collect)> query{pair, collect};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      const u64 n = steps.count().contacts;
      return {std::move(steps), touching(n)};
    }
    case Query::distance: {
      DistanceQuery query{pair};
      Steps steps = steps_of<Distances>(a, b_in_a, b, query, most);
      return {std::move(steps), apart_by(query.best_distance)};
    }
    case Query::within: {
      WithinQuery query{pair, options.tolerance};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      return {std::move(steps), within_reach(query.answer.within, options.tolerance)};
    }
  }
  APART_ASSERT(false, "a question that is not one of four");
  std::abort();
}

// The steps of a traversal of the kit.
struct WatchSteps final : kit::WalkObserver {
  Steps steps;

  explicit WatchSteps(std::size_t most) : steps(most) {}
  void start(std::function<double()> reach) override { steps.start(reach, reach); }
  void taken(u32 a, u32 b) override { steps.taken(a, b); }
  void volumes(u32 a, u32 b, bool kept, double bound) override { steps.volumes(a, b, kept, bound); }
  void primitives(u32 a, u32 b, Found found) override { steps.primitives(a, b, found); }
  void boxes_apart(u32 a, u32 b) override { steps.boxes_apart(a, b); }
};

Walked walk_and_answer(kit::AnyWalk& walk, const Pose& b_in_a, const StepOptions& options) {
  WatchSteps watch(options.most_steps);
  const kit::Answer answer = walk.erased().ask(b_in_a, &watch);
  switch (options.query) {
    case Query::collide:
      return {std::move(watch.steps), answer.yes ? "they touch" : "they do not touch"};
    case Query::collisions:
      return {std::move(watch.steps), touching(answer.pairs.size())};
    case Query::distance:
      return {std::move(watch.steps), apart_by(answer.distance)};
    case Query::within:
      break;
  }
  return {std::move(watch.steps), within_reach(answer.yes, options.tolerance)};
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
