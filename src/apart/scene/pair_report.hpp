// How do two parts lie to each other, and what of it belongs in a report?
#pragma once
#include <apart/queries/containment.hpp>
#include <apart/queries/intersection.hpp>
#include <apart/queries/separation.hpp>
#include <apart/queries/tracker.hpp>
#include <apart/scene/rules.hpp>

namespace apart {

// From bad to good.
enum class PairState {
  duplicate,  // the same surface at the same place, to the tolerance: same_surface()
  clash,      // solids share space, or surfaces cross
  contained,  // one solid lies inside the other, its surface not crossing
  touch,      // not farther apart, nor deeper in each other, than the tolerance
  near,       // less than the clearance apart
  clear,
};
constexpr std::string_view to_string(PairState state) {
  constexpr std::string_view names[] = {"duplicate", "clash", "contained", "touch", "near", "clear"};
  return names[static_cast<int>(state)];
}

// In which frames of a motion.
struct PairFrames {
  u32 first = 0, worst = 0;  // of those in which it is not clear; the other numbers of the report are the worst one's
  u32 found = 0;             // in how many it is not clear; 0: in none
};

struct PairReport {
  u32 a = 0, b = 0;  // numbers of parts; the same twice: the part runs into itself
  PairState state = PairState::clear;
  double distance = 0;          // 0 when they touch, clash, are contained or duplicates
  bool measured = true;         // else `distance` is a proven lower bound, and there are no points
  Vec3d on_a{}, on_b{};         // nearest points, or one that is shared; in the world, as all points here
  u64 triangle_pairs = 0;       // that meet
  std::vector<Curve> curves{};  // of a clash or a touch; the longest first
  double curve_length = 0;
  Bounds box{};     // of what is shared, or of the two nearest points; of the inner one when contained
  Inside inside{};  // which one, when contained
  std::optional<double> overlap_thickness{};    // of a clash of two solids: see overlap_thickness()
  std::optional<SeparationBound> separation{};  // of a clash, of one inside the other, of duplicates
  double clearance = 0, touch = 0;              // what was asked of this pair
  // Both parts' errors: the true surfaces may be so much nearer or farther than `distance`, unless that is a bound.
  // Less than the clearance and this is near.
  double error = 0;
  std::string ignored_because{};  // not empty: known and accepted
  PairFrames frames{};            // of a motion

  // Is it something to look at? What is clear, or known and accepted, is not.
  bool finding() const { return ignored_because.empty() && state != PairState::clear; }
  // Does it count as a problem? A touch does when a clearance was asked for.
  bool bad() const { return finding() && (state != PairState::touch || clearance > 0); }
};

// What is to be known of a pair of parts before it is asked.
struct PairQuestion {
  double clearance = 0, touch = 0;
  bool solid = false, measure_clear = false;
  double gap = 0;  // a lower bound of the distance that is known already
};

// The tracker, if there is one, is of the same two models, and remembers where they were nearest.
PairReport ask_pair(const AssemblyPart& a, const AssemblyPart& b, const PairQuestion& question,
                    Tracker* tracker = nullptr);

// A part and itself; `found` are the self_collisions of its model.
PairReport ask_self(const AssemblyPart& part, std::vector<TouchingPair> found);

// By state; then what must move farther to be separated (by its bound), what is nearer, and what meets along longer
// curves.
bool worse(const PairReport& x, const PairReport& y);

}  // namespace apart
