#include "lab/walk_grid.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <apart/kit/fields.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>
#include <map>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "lab/clock.hpp"

namespace apart::lab {
namespace {

struct Row {
  kit::TreeChoice tree;
  kit::WalkChoice walk;
};

// What the library answers, in a form that rows can be compared with.
struct Expected {
  bool yes = false;
  double distance = 0;
  std::vector<std::array<u32, 2>> pairs{};  // of all
};

Expected expected(const std::string& query, double tolerance, const Model& a, const Pose& at, const Model& b) {
  Expected out;
  if (query == "collide") out.yes = collide(a, at, b).colliding;
  if (query == "within") out.yes = within(a, at, b, tolerance).within;
  if (query == "distance") out.distance = distance(a, at, b).distance;
  if (query == "span") out.distance = span(a, at, b).distance;
  if (query == "all") {
    for (const TouchingPair& pair : collisions(a, at, b).pairs) out.pairs.push_back({pair.triangle_a, pair.triangle_b});
    out.yes = !out.pairs.empty();
  }
  return out;
}

bool same(const std::string& query, kit::Answer answer, const Expected& expected) {
  if (query == "all") {
    std::sort(answer.pairs.begin(), answer.pairs.end());
    if (answer.pairs != expected.pairs) return false;
  }
  return answer.yes == expected.yes && answer.distance == expected.distance;
}

// The mean of a query, over all poses.
struct Measured {
  std::vector<Cell> choices{};
  std::size_t nodes = 0, bytes = 0;
  double disjoint = 0, meeting = 0, separated = 0, contacts = 0, rejected = 0, updates = 0;
  double seconds = 0, predicted = 0;
  kit::TestCosts costs{};
  bool same = true;
};

class Grid {
 public:
  Grid(Run& run, const WalkGrid& grid, const Model& a, std::span<const Pose> poses, const Model& b)
      : run_(run), grid_(grid), a_(a), b_(b), poses_(poses) {}

  void run() {
    for (const kit::Choice& choice : kit::choices())
      names_.push_back(choice.name == "query" ? "ask" : std::string(choice.name));
    // The choices of a tree come first.
    names_.insert(names_.begin() + std::ptrdiff_t(kit::tree_fields().size()), {"leaf", "branching"});
    std::vector<std::size_t> at(grid_.words.size());
    const std::size_t total = grid_.size();
    std::size_t done = 0, differ = 0;
    for (const u32 leaf : grid_.leaves)
      for (const u32 branching : grid_.branchings) {
        std::fill(at.begin(), at.end(), 0);
        do {
          if (!run_.go_on(done++, total)) return;
          Row row;
          row.tree.leaf = leaf, row.tree.branching = branching, row.tree.threads = 0;
          row.walk.tolerance = grid_.tolerance, row.walk.a_in_world = grid_.a_in_world;
          std::size_t k = 0;
          const auto take = [&](auto& choice, const auto& fields) {
            for (const auto& field : fields) choice.*field.word = grid_.words[k][at[k]], ++k;
          };
          take(row.tree, kit::tree_fields());
          take(row.walk, kit::walk_fields());
          differ += !add(row);
        } while (next(at));
      }
    if (rows_.empty()) throw cli::BadInput(refused_.empty() ? "no combination" : refused_.begin()->first);
    tabulate();
    for (const auto& [why, times] : refused_)
      run_.note(fmt::format("left out, {}: {}", cli::count(times, "combination"), why));
    for (const auto& [query, known] : expected_)
      run_.note(fmt::format("{} by the library itself, with a Model's tree and its lanes: {:.4g} µs", query,
                            1e6 * seconds_of_library(query)));
    plot();
    run_.compare_difference("combinations whose answers are not the library's", double(differ), 0, 0);
  }

 private:
  // The last choice varies fastest.
  bool next(std::vector<std::size_t>& at) const {
    for (std::size_t k = at.size(); k-- > 0;) {
      if (++at[k] < grid_.words[k].size()) return true;
      at[k] = 0;
    }
    return false;
  }

  // False if an answer is not the library's.
  bool add(const Row& row) {
    const auto refuse = [&](const std::string& why) { return ++refused_[why], true; };
    std::string key = fmt::format("{} {}", row.tree.leaf, row.tree.branching);
    for (const auto& field : kit::tree_fields()) key += " " + row.tree.*field.word;
    if (key != key_) {
      key_ = key;
      trees_.clear();
      why_.clear();
      for (const Model* model : {&a_, &b_}) {
        Result<kit::AnyTree> tree = kit::AnyTree::make(model->mesh(), row.tree);
        if (!tree) {
          why_ = tree.error();
          break;
        }
        trees_.push_back(*std::move(tree));
      }
    }
    if (!why_.empty()) return refuse(why_);
    Result<kit::AnyWalk> walk = kit::AnyWalk::make(trees_[0], trees_[1], row.walk);
    if (!walk) return refuse(walk.error());
    Measured m = measured(*walk, row.walk.query);
    for (const auto& field : kit::tree_fields()) m.choices.emplace_back(row.tree.*field.word);
    m.choices.insert(m.choices.end(), {row.tree.leaf, row.tree.branching});
    for (const auto& field : kit::walk_fields()) m.choices.emplace_back(row.walk.*field.word);
    m.nodes = trees_[0].nodes() + trees_[1].nodes(), m.bytes = trees_[0].bytes() + trees_[1].bytes();
    rows_.push_back(m);
    return m.same;
  }

  // Does this choice distinguish the rows?
  bool varies(std::size_t choice) const {
    return std::any_of(rows_.begin(), rows_.end(),
                       [&](const Measured& m) { return m.choices[choice].text != rows_[0].choices[choice].text; });
  }

  void tabulate() {
    std::vector<std::string> columns;
    std::string same;
    for (std::size_t c = 0; c < names_.size(); ++c) {
      if (varies(c))
        columns.push_back(names_[c]);
      else
        same += (same.empty() ? "" : ", ") + names_[c] + " " + rows_[0].choices[c].text;
    }
    columns.insert(columns.end(), {"nodes", "kB", "D", "I", "S", "K", "rejected", "updates", "µs", "predicted µs",
                                   "T_v, ns", "T_p, ns", "T_u, ns", "predicted / measured", "as the library"});
    Table& table = run_.table("walk", "One query, mean of all poses", columns);
    const auto ns = [](double seconds) { return Cell(1e9 * seconds, 3); };
    for (const Measured& m : rows_) {
      std::vector<Cell> row;
      for (std::size_t c = 0; c < names_.size(); ++c)
        if (varies(c)) row.push_back(m.choices[c]);
      for (const Cell& cell : std::initializer_list<Cell>{m.nodes,
                                                          {double(m.bytes) / 1024, 4},
                                                          m.disjoint,
                                                          m.meeting,
                                                          m.separated,
                                                          m.contacts,
                                                          m.rejected,
                                                          m.updates,
                                                          {1e6 * m.seconds, 4},
                                                          {1e6 * m.predicted, 4},
                                                          ns(m.costs.volume),
                                                          ns(m.costs.triangle),
                                                          ns(m.costs.update),
                                                          {m.predicted / m.seconds, 3},
                                                          m.same ? "yes" : "NO"})
        row.push_back(cell);
      table.add(std::move(row));
    }
    run_.note("the same in all rows: " + same);
  }

  Measured measured(kit::AnyWalk& walk, const std::string& query) {
    Measured out;
    const double each = 1.0 / double(poses_.size());
    std::size_t dearest = 0;
    u64 most = 0;
    std::vector<Expected>& known = expected_[query];
    for (std::size_t k = 0; k < poses_.size(); ++k) {
      if (known.size() == k) known.push_back(expected(query, grid_.tolerance, a_, poses_[k], b_));
      const kit::Answer answer = walk(poses_[k]);
      const kit::Counts& n = answer.counts;
      out.same &= same(query, answer, known[k]);
      out.disjoint += each * double(n.disjoint), out.meeting += each * double(n.meeting);
      out.separated += each * double(n.separated), out.contacts += each * double(n.contacts);
      out.rejected += each * double(n.rejected), out.updates += each * double(n.updates);
      if (n.volume_tests() > most) most = n.volume_tests(), dearest = k;
    }
    out.seconds = each * best_seconds(
                             [&] {
                               for (const Pose& at : poses_) walk(at);
                             },
                             3, 0.01);
    out.costs = walk.costs(poses_[dearest], 0.01);
    out.predicted = (out.disjoint + out.meeting) * out.costs.volume +
                    (out.separated + out.contacts) * out.costs.triangle + out.updates * out.costs.update;
    return out;
  }

  double seconds_of_library(const std::string& query) const {
    return best_seconds(
               [&] {
                 for (const Pose& at : poses_) expected(query, grid_.tolerance, a_, at, b_);
               },
               3, 0.01) /
           double(poses_.size());
  }

  // What distinguishes a row from the others.
  std::string name(std::size_t row) const {
    std::string out;
    for (std::size_t c = 0; c < names_.size(); ++c) {
      if (!varies(c)) continue;
      const Cell& cell = rows_[row].choices[c];
      const bool alone = !cell.is_number && cell.text != "yes" && cell.text != "no";  // says what it is
      out += (out.empty() ? "" : ", ") + (alone ? "" : names_[c] + " ") + cell.text;
    }
    return out.empty() ? rows_[row].choices[0].text : out;
  }

  void plot() {
    Plot predicted("Time as the cost equation predicts it, and as measured", {"measured, µs", true},
                   {"predicted, µs", true}),
        tests("Time against tests of volumes", {"tests of volumes", true}, {"µs", true}),
        counts("Tests of each kind, row by row", {"row of the table", false, 0, double(rows_.size() + 1)},
               {"number", true});
    constexpr std::size_t most_names = 30;
    double low = std::numeric_limits<double>::infinity(), high = 0;
    Plot::Points of_time, of_tests, kinds[5];
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Measured& m = rows_[k];
      const double measured = 1e6 * m.seconds, as_predicted = 1e6 * m.predicted, volumes = m.disjoint + m.meeting;
      const double numbers[] = {m.disjoint, m.meeting, m.separated, m.contacts, m.updates};
      for (std::size_t i = 0; i < 5; ++i)
        if (numbers[i] > 0) kinds[i].push_back({double(k) + 0.8 + 0.1 * double(i), numbers[i]});  // side by side
      if (!(as_predicted > 0) || !(volumes > 0)) continue;
      low = std::min({low, measured, as_predicted}), high = std::max({high, measured, as_predicted});
      if (rows_.size() <= most_names) {
        predicted.mark(name(k), measured, as_predicted);
        tests.mark(name(k), volumes, measured);
      }
      of_time.push_back({measured, as_predicted}), of_tests.push_back({volumes, measured});
    }
    if (rows_.size() > most_names) {
      predicted.dots("combinations", of_time);
      tests.dots("combinations", of_tests);
    }
    if (high > 0) predicted.line("equal", {{low, low}, {high, high}});
    constexpr const char* names[] = {"D, disjoint volumes", "I, volumes that meet", "S, triangles apart",
                                     "K, triangles that touch", "updates"};
    for (std::size_t i = 0; i < 5; ++i)
      if (!kinds[i].empty()) counts.dots(names[i], kinds[i]);
    run_.plot("predicted", predicted);
    run_.plot("tests", tests);
    run_.plot("counts", counts);
  }

  Run& run_;
  const WalkGrid& grid_;
  const Model &a_, &b_;
  std::span<const Pose> poses_;
  std::vector<std::string> names_;  // of the choices
  std::vector<Measured> rows_;
  std::map<std::string, std::size_t> refused_;
  std::map<std::string, std::vector<Expected>> expected_;  // by query
  std::string key_, why_;
  std::vector<kit::AnyTree> trees_;
};

}  // namespace

std::size_t WalkGrid::size() const {
  std::size_t out = leaves.size() * branchings.size();
  for (const auto& list : words) out *= list.size();
  return out;
}

void run_grid(Run& run, const WalkGrid& grid, const Model& a, std::span<const Pose> b_in_a, const Model& b) {
  Grid(run, grid, a, b_in_a, b).run();
}

}  // namespace apart::lab
