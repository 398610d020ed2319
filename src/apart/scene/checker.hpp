// A check in steps: which pairs are to be tested, the result of each, the report. What check() does in one process, and
// what several share by ranks.
#pragma once
#include <algorithm>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/self_facts.hpp>
#include <apart/queries/solid/one_solid.hpp>
#include <apart/scene/between_frames.hpp>
#include <apart/scene/check.hpp>
#include <apart/scene/excluded_pairs.hpp>
#include <apart/scene/model_cache.hpp>
#include <apart/scene/near_pairs.hpp>
#include <apart/scene/pair_check.hpp>
#include <apart/scene/share.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/traversal/query.hpp>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>

namespace apart::scene {

// A unit of parallel work: a pair, or a part and itself, in the frames in which it may be found.
struct CheckTask {
  u32 a, b;  // the first comes first in the canonical order
  double gap = 0;
  double work = 0;
  std::vector<u32> frames{};  // of a motion, in which they are near
  std::vector<u32> steps{};   // from which frames to the next they may be near

  bool moving() const { return !frames.empty() || !steps.empty(); }
  bool near_between_frames_alone() const { return frames.empty() && !steps.empty(); }
};

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Reports progress to the caller, who may stop the check.
class ProgressReporter {
 public:
  ProgressReporter(const CheckWatch& watch, std::span<const CheckTask> tasks) : watch_(watch) {
    for (const CheckTask& task : tasks) total_ += task.work;
    progress_.pairs = tasks.size();
    if (watch_.progress && !watch_.progress(progress_)) stopped_ = true;
  }

  bool stopped() const { return stopped_; }
  // Thread-safe: adds completed work, and a completed pair if `with_pair`.
  void done(double work, bool with_pair) {
    if (!watch_.progress) return;
    const std::lock_guard lock(reporting_);
    done_ += work;
    progress_.pairs_done += with_pair;
    progress_.share = progress_.pairs_done == progress_.pairs ? 1 : lesser(done_ / total_, 1.0);
    if (progress_.share > 0) progress_.seconds_left = seconds_since(start_) * (1 / progress_.share - 1);
    if (!stopped_ && !watch_.progress(progress_)) stopped_ = true;
  }

 private:
  const CheckWatch& watch_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double total_ = 0, done_ = 0;
  CheckProgress progress_;
  std::atomic<bool> stopped_ = false;
  std::mutex reporting_;
};

class Checker {
 public:
  Checker(std::span<const AssemblyPart> parts, const Motion& motion, const CheckRules& rules, const CheckWatch& watch)
      : parts_(parts),
        motion_(motion),
        rules_(rules),
        watch_(watch),
        workers_(watch.threads),
        models_(watch.memory, watch.release) {
    const std::vector<u32> order = canonical_order(parts);
    rank_.resize(parts.size());
    for (u32 k = 0; k < order.size(); ++k) rank_[order[k]] = k;
    slot_.assign(parts.size(), kNone);
    for (u32 k = 0; k < motion.parts.size(); ++k) slot_[motion.parts[k]] = k;
    for (u32 i = 0; i < parts.size(); ++i) {
      if (!parts[i].box || moves(i)) require_valid(i), models_.relieve();  // read before any pair is known
      out_of_core_ = out_of_core_ || parts[i].box;
    }
  }

  // Where a part's model is taken from instead of the part, if not empty: by ranks that do not read it themselves.
  std::function<Model(u32 part)> fetch{};

  CheckReport run() {
    CheckReport out = begin();
    const std::vector<CheckTask> tasks = this->tasks(out);
    out.broad_seconds = seconds_since(start_);
    std::vector<PairReport> reports(tasks.size());
    std::vector<char> done(tasks.size(), false);  // not bool: each is written by another thread
    ProgressReporter progress(watch_, tasks);
    for (std::size_t k = 0; watch_.known && k < tasks.size(); ++k)
      if (std::optional<PairReport> known = watch_.known(tasks[k].a, tasks[k].b)) {
        reports[k] = *std::move(known), done[k] = true;
        progress.done(tasks[k].work, true);
      }
    std::mutex telling;
    // Tasks are taken dynamically, so that the largest are started first.
    std::atomic<std::size_t> next = 0;
    workers_.for_ranges(tasks.size(), 1, [&](std::size_t, std::size_t) {
      if (progress.stopped()) return;
      const std::size_t k = next++;
      if (done[k]) return;
      std::optional<PairReport> report = compute(tasks[k], progress);
      if (!report) return;
      reports[k] = *std::move(report);
      done[k] = true;
      if (!watch_.found) return;
      const std::lock_guard lock(telling);
      watch_.found(reports[k]);
    });
    finish(out, tasks, std::move(reports), done);
    return out;
  }

  // All that is known before a pair is tested.
  CheckReport begin() const {
    CheckReport out;
    const u64 n = parts_.size();
    out.all_pairs = n > 0 ? n * (n - 1) / 2 : 0;
    out.excluded = excluded_pairs(parts_, rules_, workers_);
    out.ignored_by.assign(rules_.ignore.size(), 0);
    return out;
  }

  // The boxes of all parts at rest.
  const std::vector<Bounds>& boxes() {
    if (!around_.empty()) return around_;
    around_.resize(parts_.size());
    workers_.for_ranges(parts_.size(), 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) around_[i] = reach_box(parts_[i], parts_[i].pose);
    });
    return around_;
  }

  // The tasks that the rules leave, sorted by decreasing work, or along a curve if memory is bounded. Of a share: those
  // that are its own.
  std::vector<CheckTask> tasks(CheckReport& out, const Share* share = nullptr) {
    std::vector<CheckTask> tasks;
    for (auto& [ranks, task] : near_tasks(share)) {
      const AssemblyPart &a = parts_[task.a], &b = parts_[task.b];
      const double reach = larger(rules_.clearance_of(a, b) + a.error + b.error, rules_.touch_of(a, b));
      if (!rules_.selects(a, b) || (task.gap > reach && !rules_.all_pairs)) continue;
      if (leaves_out(task, out)) continue;
      if (!task.moving()) {
        if (!out_of_core_) task.gap = larger(task.gap, turned_gap(a, b));
        task.work = work_of(task, task.gap <= reach);
      }
      for (u32 frame : task.frames)
        task.work += work_of(task, turned_gap(a, pose(task.a, frame), b, pose(task.b, frame)) <= reach);
      task.work += double(task.steps.size()) * work_of(task, true);
      tasks.push_back(std::move(task));
    }
    if (rules_.self) add_self(tasks, out, share);
    std::stable_sort(tasks.begin(), tasks.end(),
                     [](const CheckTask& x, const CheckTask& y) { return x.work > y.work; });
    if (models_.bounded() || share) sort_by_place(tasks);
    return tasks;
  }

  // Nothing if it was stopped between two frames.
  std::optional<PairReport> compute(const CheckTask& task, ProgressReporter& progress) {
    std::optional<PairReport> report = check_task(task, progress);
    models_.relieve();
    if (report) report->a = task.a, report->b = task.b;
    return report;
  }

  // The report of the tasks, in any order.
  void finish(CheckReport& out, std::span<const CheckTask> tasks, std::vector<PairReport> reports,
              std::span<const char> done) const {
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      const CheckTask& task = tasks[k];
      if (!done[k])
        out.unfinished.emplace_back(task.a, task.b);
      else if (reports[k].state != PairState::clear || (task.a != task.b && !task.near_between_frames_alone()))
        out.pairs.push_back(std::move(reports[k]));
    }
    const auto earlier = [&](u32 a, u32 b, u32 c, u32 d) {
      return rank_[a] != rank_[c] ? rank_[a] < rank_[c] : rank_[b] < rank_[d];
    };
    std::sort(out.pairs.begin(), out.pairs.end(), [&](const PairReport& x, const PairReport& y) {
      return worse(x, y) || (!worse(y, x) && earlier(x.a, x.b, y.a, y.b));
    });
    std::sort(out.unfinished.begin(), out.unfinished.end(),
              [&](const auto& x, const auto& y) { return earlier(x.first, x.second, y.first, y.second); });
    for (const PairReport& pair : out.pairs)
      if (!pair.ignored_because.empty()) count(out, rules_.ignored_by(parts_[pair.a], parts_[pair.b]));
    out.seconds = seconds_since(start_);
  }

 private:
  void count(CheckReport& out, const IgnoreRule* rule) const {
    ++out.ignored_by[static_cast<std::size_t>(rule - rules_.ignore.data())];
  }

  static constexpr u32 kNone = ~u32(0);

  void require_valid(u32 part) const {
    if (const std::string& problem = parts_[part].model.problem(); !problem.empty())
      throw UnreadableModel(part, problem);
  }

  bool moves(u32 part) const { return slot_[part] != kNone; }
  Pose pose(u32 part, u32 frame) const { return moves(part) ? motion_.frames[frame][slot_[part]] : parts_[part].pose; }

  // At a time, counted in frames.
  Pose pose_at(u32 part, double time) const {
    const u32 frame = static_cast<u32>(time);
    if (double(frame) == time || !moves(part)) return pose(part, frame);
    return RigidMotion::between(pose(part, frame), pose(part, frame + 1)).at(time - double(frame));
  }

  using TasksByRank = std::map<std::pair<u32, u32>, CheckTask>;  // sorted independently of the order of the parts

  // Broad phase: all pairs whose boxes are near, and in which frames.
  TasksByRank near_tasks(const Share* share) {
    std::vector<double> reaches;
    reaches.reserve(parts_.size());
    double largest_error = 0;
    for (const AssemblyPart& part : parts_) largest_error = larger(largest_error, part.error);
    for (const AssemblyPart& part : parts_)
      reaches.push_back(rules_.all_pairs ? std::numeric_limits<double>::infinity()
                                         : rules_.reach_of(part) + part.error + largest_error);
    const std::vector<Bounds> around =
        share && motion_.frames.empty() ? share->near(this->boxes(), reaches) : this->boxes();
    NearBoxes boxes(around, reaches);
    TasksByRank found;
    const auto note = [&](u32 i, u32 j, double gap) -> CheckTask& {
      const u32 a = rank_[i] < rank_[j] ? i : j, b = i ^ j ^ a;
      CheckTask& task = found.try_emplace({rank_[a], rank_[b]}, CheckTask{a, b, gap}).first->second;
      task.gap = lesser(task.gap, gap);
      return task;
    };
    const bool still = motion_.frames.empty();
    for (const NearPair& p : boxes.pairs())
      if (still || (!moves(p.a) && !moves(p.b))) note(p.a, p.b, p.gap);
    for (u32 frame = 0; frame < motion_.frames.size(); ++frame) {
      for (u32 part : motion_.parts) boxes.move(part, reach_box(parts_[part], pose(part, frame)));
      for (u32 i : motion_.parts)
        boxes.near(i, [&](u32 j, double gap) {
          if (!moves(j) || i < j) note(i, j, gap).frames.push_back(frame);
        });
      if (frame + 1 == motion_.frames.size()) continue;
      for (u32 part : motion_.parts)
        boxes.move(part, swept_box(parts_[part], pose(part, frame), pose(part, frame + 1)));
      for (u32 i : motion_.parts)
        boxes.near(i, [&](u32 j, double gap) {
          if (!moves(j) || i < j) note(i, j, gap).steps.push_back(frame);
        });
    }
    if (share) std::erase_if(found, [&](const auto& one) { return !share->has(one.second.a, one.second.b); });
    return found;
  }

  // Along a space-filling curve, so that what one task has read and derived serves the next.
  void sort_by_place(std::vector<CheckTask>& tasks) const {
    const std::vector<u64> along = places_along_curve(around_);
    std::stable_sort(tasks.begin(), tasks.end(), [&](const CheckTask& x, const CheckTask& y) {
      return std::pair(along[x.a], along[x.b]) < std::pair(along[y.a], along[y.b]);
    });
  }

  // The distance of their oriented boxes, a tighter bound than that of axis-aligned boxes.
  static double turned_gap(const AssemblyPart& x, const Pose& pose_x, const AssemblyPart& y, const Pose& pose_y) {
    if (x.shape || y.shape) return 0;
    const ModelTree &a = x.model.tree(), &b = y.model.tree();
    const auto at = placement<float>(a.frame, relative(pose_x, pose_y), b.frame);
    return larger(0.0, Nearness::bound(gap(a.volume(a.root()), at, b.volume(b.root()))));
  }
  static double turned_gap(const AssemblyPart& x, const AssemblyPart& y) { return turned_gap(x, x.pose, y, y.pose); }

  // Estimated microseconds: few if the first test decides; else the traversal follows the regions where surfaces are
  // near, mostly along curves.
  double work_of(const CheckTask& task, bool near) const {
    if (!near) return 5;
    return 100 + 10 * (std::sqrt(parts_[task.a].model.mesh().size()) + std::sqrt(parts_[task.b].model.mesh().size()));
  }

  // Is the pair ignored without a reason? Then it is only counted.
  bool leaves_out(const CheckTask& task, CheckReport& out) const {
    const IgnoreRule* rule = rules_.ignored_by(parts_[task.a], parts_[task.b]);
    if (!rule || rule->touching || !rule->reason.empty()) return false;
    ++out.ignored;
    count(out, rule);
    return true;
  }

  void add_self(std::vector<CheckTask>& tasks, CheckReport& out, const Share* share) {
    std::set<const Face*> seen;  // the first instance of a model takes the time
    for (u32 i = 0; i < parts_.size(); ++i) {
      if (parts_[i].shape || (share && !share->has(i, i)) || leaves_out({i, i}, out)) continue;
      const bool first = seen.insert(parts_[i].model.mesh().faces().data()).second;
      tasks.push_back({.a = i, .b = i, .work = 5 + (first ? 5.0 * parts_[i].model.mesh().size() : 0)});
    }
  }

  // Nothing if it was stopped between two frames.
  std::optional<PairReport> check_task(CheckTask task, ProgressReporter& progress) {
    const IgnoreRule* rule = rules_.ignored_by(parts_[task.a], parts_[task.b]);
    const BorrowedPart a = borrowed(task.a), b = borrowed(task.b);
    if (out_of_core_ && !task.moving() && task.a != task.b) task.gap = larger(task.gap, turned_gap(*a, *b));
    std::optional<PairReport> out;
    if (task.moving()) {
      out = check_moving(task, *a, *b, rule, progress);
    } else {
      out = task.a == task.b ? check_itself(*a) : check_at_rest(task, *a, *b, rule);
      progress.done(task.work, true);
    }
    if (out && excuses(rule, *out))
      out->ignored_because = rule->reason.empty() ? "made to touch" : rule->reason;
    else if (out && task.a != task.b)
      measure_overlap(task, *a, *b, *out);
    return out;
  }

  // The part itself, or a copy whose model is dropped when memory is short.
  class BorrowedPart {
   public:
    explicit BorrowedPart(const AssemblyPart& lasting) : lasting_(&lasting) {}
    explicit BorrowedPart(AssemblyPart&& own) : own_(std::move(own)) {}
    const AssemblyPart& operator*() const { return own_ ? *own_ : *lasting_; }

   private:
    const AssemblyPart* lasting_ = nullptr;
    std::optional<AssemblyPart> own_{};
  };
  BorrowedPart borrowed(u32 part) {
    if (!fetch) require_valid(part);
    if (!models_.bounded() && !fetch) return BorrowedPart(parts_[part]);
    AssemblyPart copy = parts_[part];
    if (fetch) copy.model = fetch(part);
    if (const std::string& problem = copy.model.problem(); !problem.empty()) throw UnreadableModel(part, problem);
    if (models_.bounded()) copy.model = models_.get(copy.model);
    return BorrowedPart(std::move(copy));
  }

  // In the worst frame.
  void measure_overlap(const CheckTask& task, const AssemblyPart& a, const AssemblyPart& b, PairReport& out) {
    if (a.shape || b.shape || !a.model.closed() || !b.model.closed()) return;
    if (out.state == PairState::duplicate) {  // all of it, up to the touch tolerance
      if (const OneSolid solid = one_solid(a.model); solid.single)
        out.overlap_volume = std::abs(mass(solid.model.mesh()).volume);
      return;
    }
    if (out.state != PairState::clash && out.state != PairState::contained) return;
    const double at = out.frames.worst_at;
    const SolidIntersection found =
        solid_intersection(a.model, relative(pose_at(task.a, at), pose_at(task.b, at)), b.model);
    if (found.status == Status::exact) out.overlap_volume = found.volume;
  }
  static bool excuses(const IgnoreRule* rule, const PairReport& found) {
    return rule && (!rule->touching || found.state > PairState::contained);
  }
  // Is it a finding in this frame? A permitted touch is not.
  static bool counts(const IgnoreRule* rule, const PairReport& found) {
    return found.state != PairState::clear && !(rule && rule->touching && excuses(rule, found));
  }

  PairCheck parameters(const CheckTask& task) const {
    const AssemblyPart &a = parts_[task.a], &b = parts_[task.b];
    return {rules_.clearance_of(a, b), rules_.touch_of(a, b), rules_.solid, rules_.measure_clear, task.gap};
  }

  PairReport check_at_rest(const CheckTask& task, const AssemblyPart& a, const AssemblyPart& b,
                           const IgnoreRule* rule) const {
    PairReport out = check_pair(a, b, parameters(task));
    if (counts(rule, out)) out.frames.found = static_cast<u32>(motion_.frames.size());
    return out;
  }

  std::optional<PairReport> check_moving(const CheckTask& task, AssemblyPart a, AssemblyPart b, const IgnoreRule* rule,
                                         ProgressReporter& progress) const {
    const PairCheck what = parameters(task);
    Tracker tracker(a.model, b.model);
    std::optional<PairReport> worst, last;
    MotionOfPair between(a, b, what);
    u32 first = 0, worst_frame = 0, count = 0;
    const double work_of_one = task.work / double(task.frames.size() + task.steps.size());
    const auto contact_of = [](const PairReport& found) {  // where, if they are in contact
      return found.state <= PairState::touch ? std::optional(found.on_a) : std::nullopt;
    };
    const auto look = [&](u32 frame) {
      const Pose at_a = pose(task.a, frame), at_b = pose(task.b, frame);
      if (last && at_a == a.pose && at_b == b.pose) return;
      a.pose = at_a, b.pose = at_b;
      last = check_pair(a, b, what, &tracker);
    };
    std::vector<std::optional<Vec3d>> contact(motion_.frames.size() + 1);
    for (u32 frame : task.frames) {
      if (progress.stopped()) return {};
      look(frame);
      contact[frame] = contact_of(*last);
      if (last->measured && !contact[frame]) between.distance_in(frame, last->distance);
      if (!worst || worse(*last, *worst)) worst = last, worst_frame = frame;
      if (counts(rule, *last) && count++ == 0) first = frame;
      progress.done(work_of_one, frame == task.frames.back() && task.steps.empty());
    }
    for (u32 frame = 0, k = 0; frame < motion_.frames.size(); ++frame) {
      if (contact[frame]) between.contact_in(frame, *contact[frame]);
      if (k == task.steps.size() || task.steps[k] != frame) continue;
      if (progress.stopped()) return {};
      between.step(frame, pose(task.a, frame), pose(task.a, frame + 1), pose(task.b, frame), pose(task.b, frame + 1),
                   contact[frame].has_value(), contact[frame + 1].has_value());
      progress.done(work_of_one, ++k == task.steps.size());
    }
    if (!worst) {  // near between frames alone
      worst_frame = task.steps.front();
      look(worst_frame);
      worst = last;
    }
    PairFrames frames = between.times();
    frames.worst_at = worst_frame;
    if (const std::optional<PairReport>& found = between.worst(); found && worse(*found, *worst)) {
      frames.worst_at = found->frames.worst_at;
      worst_frame = static_cast<u32>(frames.worst_at);
      worst = found;
    }
    frames.first = count > 0 ? first : worst_frame, frames.worst = worst_frame, frames.found = count;
    frames.searched = motion_.frames.size() > 1 && !between.unfinished();
    worst->frames = frames;
    return worst;
  }

  static PairReport check_itself(const AssemblyPart& part) {
    return check_self(part, known_self_collisions(part.model));
  }

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::span<const AssemblyPart> parts_;
  const Motion& motion_;
  const CheckRules& rules_;
  const CheckWatch& watch_;
  Workers workers_;
  std::vector<u32> rank_, slot_;  // in the canonical order; among those that move
  std::vector<Bounds> around_;    // the boxes of all parts at rest
  bool out_of_core_ = false;      // some models are read when they are needed
  ModelCache models_;
};

}  // namespace apart::scene
