// Rows of the comparison of convex bodies with other libraries: two hulls, boxes, capsules or balls, what is asked of
// them, and how they lie. Every method of every library computes the same poses; answers are compared, and times are
// taken in turns.
#pragma once
#include <apart/base/random.hpp>

#include "lab/rivals/rival.hpp"

namespace apart::lab {

// Hulls: far to deeply, touching but for 1e-9. Plain shapes: random poses, all apart or all overlapping.
enum class Lie { far_off, near_by, touching, slightly, deeply, apart, overlapping };

struct ConvexRow {
  std::string bodies;  // "hulls of 32", "box and ball"
  bool plain = false;  // of bodies that have closed forms
  ConvexTask task;
  Lie lie{};

  std::string query() const;  // "distance coherent"
  std::string name() const { return (plain ? "plain " : "") + bodies + " " + query() + " " + lie_name(); }
  const char* lie_name() const;
  bool meet() const { return lie == Lie::slightly || lie == Lie::deeply || lie == Lie::overlapping; }
};
std::vector<ConvexRow> convex_rows();

struct ConvexEffort {
  int pairs = 4;  // of hulls
  std::size_t poses = 64, plain_poses = 1000;
  int rounds = 5;
  double at_least = 2e-3;  // seconds of a round
};

// How many results are wrong by more than 1e-6, and by more than 1e-3, of the reference: the largest separation, or the
// least overlap, along all directions that any method found. Which points make a manifold, and along which normal, is
// each library's choice: it is wrong if it has points where bodies are beyond the margin, or none where they overlap,
// and off if its depth is not the least.
struct Verdict {
  int cases = 0, off = 0, wrong = 0;
  bool right() const { return wrong * 100 <= cases; }
};

struct ConvexTimed {
  std::string library, name;
  double ns = 0;
  Verdict verdict{};
  double first_ns = 0;  // of the library's first method: of ours, by default
};

// Of each library its fastest method that is right; if none is, the fastest. Ours is the first.
std::vector<ConvexTimed> measured(const ConvexRow& row, const std::vector<Rival>& others, const ConvexEffort& effort);

// The lesser times of two measurements of a row. Seconds lie between them: a core that is shared is slower by half for
// longer than a row takes.
void keep_faster(std::vector<ConvexTimed>& timed, const std::vector<ConvexTimed>& again);

// The fastest other that is right; null if there is none.
const ConvexTimed* fastest_other(const std::vector<ConvexTimed>& timed);

}  // namespace apart::lab
