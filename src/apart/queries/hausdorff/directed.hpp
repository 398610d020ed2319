// The directed Hausdorff distance of two surfaces by branch and bound: the farthest that a point of one is from the
// other.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/workers.hpp>
#include <apart/queries/hausdorff/surface_walk.hpp>
#include <apart/queries/hausdorff/twins.hpp>
#include <atomic>
#include <optional>

namespace apart::queries {

// A point of one surface that was found to be this far from the other, and the triangles on which both lie.
struct FarPoint {
  double distance = -1;
  Vec3d point{};
  u32 from = 0, to = 0;
};

// What is searched for: the greatest distance to within an error, or whether it exceeds a limit.
struct HausdorffGoal {
  double abs_error = 0, rel_error = 0;
  double limit = std::numeric_limits<double>::infinity();
  double rounding = 0;  // a bound for the error of all arithmetic

  // What is not farther than this is of no interest, once `found` is known.
  double threshold(double found) const {
    const double better = larger(larger(found + abs_error, found * (1 + rel_error)), found + 0.5 * rounding);
    return std::isfinite(limit) ? larger(found + 0.5 * rounding, limit - rounding) : better;
  }
  bool decided(double found) const { return std::isfinite(limit) && found - rounding > limit; }
};

// Counts tests, and reads the clock now and then.
class SpentBudget {
 public:
  explicit SpentBudget(const Budget& budget) : left_(budget.tests), until_(budget.until) {}
  void spend(u64 tests) { left_ -= lesser(left_, tests); }
  bool over() const {
    return left_ == 0 || (until_ != Budget::Clock::time_point::max() && Budget::Clock::now() >= until_);
  }

 private:
  u64 left_;
  Budget::Clock::time_point until_;
};

class DirectedHausdorff {
 public:
  // Twins, of both surfaces in any order, may be none; they are found when they are needed.
  DirectedHausdorff(const Surface& from, const Surface& to, Norm norm, const HausdorffGoal& goal, Twins* twins);

  // A few points, for a first lower bound.
  FarPoint sample();
  // `found` is the best of what is known already, also of the other direction. Runs until the rest is at most the
  // goal's threshold, or until the budget is spent.
  void run(FarPoint found, const Workers& workers, SpentBudget& budget);

  const FarPoint& found() const { return found_; }  // a distance of −1 if no point was farther than was known
  bool done() const { return done_; }
  // No point is farther; includes rounding.
  double at_most() const { return at_most_; }

 private:
  // A corner of a piece: a triangle at whose distance it is, and whether that is its nearest.
  struct Corner {
    Vec3d point{};
    double distance = 0;
    u32 triangle = 0;
    bool exact = false;
  };
  // A part of a triangle.
  struct Piece {
    Corner corners[3]{};
    double bound;  // no point of it is farther
    u32 from;      // the triangle
    u32 depth;
  };
  struct Node {
    u32 slot;
    u32 guess;  // a triangle that may be near
    double bound;
  };
  // A triangle that one triangle alone does not cover: waits until more is known.
  struct Waiting {
    u32 lane;         // of the triangle
    double farthest;  // of its corners from the best one
    u32 guess;        // a triangle that is near, if one was searched for
  };
  // What is tried for every triangle as long as it often succeeds.
  struct Tried {
    u64 times = 0, successes = 0;
    void operator+=(const Tried& more) { times += more.times, successes += more.successes; }
  };
  static bool pays(const Tried& before, const Tried& now, u64 least_share) {
    const u64 times = before.times + now.times;
    return times < 32 || least_share * (before.successes + now.successes) > times;
  }
  // The work of one thread: what it starts with, and what it found.
  struct Task {
    u32 number = 0;
    double known = -1;  // how far some point is
    FarPoint found{};   // that point, if this task found it
    double most = -1;   // the largest bound of what was dropped
    u64 tests = 0;
    Tried twins{}, covers{}, late_covers{};
    u32 lane_beside = Surface::kNone;  // that of the triangle beside the last one
    std::vector<Node> nodes{};
    std::vector<Waiting> waiting{};
    std::vector<Piece> pieces{};
  };
  // The distances of a piece's corners (rows) from their triangles (columns).
  struct Table {
    double of[3][3];
  };

  double threshold(const Task& task) const { return goal_.threshold(task.known); }
  void drop(Task& task, double bound) const { task.most = larger(task.most, bound); }
  void raise(Task& task, double least, Vec3d point, u32 from, u32 to) const;
  Corner exact_corner(Task& task, Vec3d point, u32 from, u32 guess) const;
  // Where the vertex is near enough to some triangle, not the nearest one.
  Corner vertex(Task& task, u32 v, u32 from, u32 guess, double enough = -1);
  void expand(Task& task, const Node& node);
  // Is the cover near enough? If so, the triangle is done.
  bool drop_covered(Task& task, const Triangle& t, const Surface::Cover& by) const;
  // From now on triangles are found across edges.
  void walk();
  bool same_numbers() const;  // do triangles of the same number cover each other?
  void find_twins(std::size_t nodes);
  u32 beside(Task& task, const Triangle& t, u32 lane, u32 guess);  // its lane
  double cover(const Triangle& t, u32 lane) const;
  double along_bound(const Triangle& t, u32 over, double enough) const;
  void start(Task& task, u32 lane, u32& guess);
  void overlay(Task& task, const Waiting& waiting);
  void add_piece(Task& task, u32 i, const Triangle& t, u32 guess);
  void bound(Piece& piece, Table& table) const;
  void refine(Task& task, const Piece& piece) const;
  Corner split_point(Task& task, const Piece& piece, const Table& table, int i, int j) const;

  const Surface& from_;
  const Surface& to_;
  Norm norm_;
  HausdorffGoal goal_;
  double longest_;  // in the norm, of a vector of Euclidean length 1
  FarPoint found_;
  double known_ = -1, most_ = -1, at_most_ = std::numeric_limits<double>::infinity();
  bool done_ = false;
  u32 tasks_ = 0;                    // numbers of tasks
  std::optional<SurfaceWalk> walk_;  // on the other surface, once many triangles are tested; then also:
  bool to_closed_ = false;
  const Across* across_ = nullptr;        // on this surface
  std::vector<std::atomic<u64>> beside_;  // of each lane: the task that found a triangle beside it, and its lane
  Tried twins_, covers_, late_covers_;    // the last where triangles are overlaid
  Twins* alike_;                          // triangles that correspond, if any do:
  const std::vector<double>* known_bounds_ = nullptr;
  // The distances of vertices that were computed, and the nearest triangles.
  struct Known {
    std::atomic<double> distance{0}, at_least{0};
    std::atomic<u32> triangle{Surface::kNone};
  };
  std::vector<Known> vertices_;
};

}  // namespace apart::queries
