// The result of checking two parts: state, distance, contact curves, penetration.
#pragma once
#include <apart/queries/containment.hpp>
#include <apart/queries/intersection.hpp>
#include <apart/queries/separation.hpp>
#include <apart/scene/rules.hpp>

namespace apart {

// From worst to best.
enum class PairState {
  duplicate,  // the same surface at the same place, to the tolerance: same_surface()
  clash,      // solids share space, or surfaces cross
  contained,  // one solid lies inside the other, its surface not crossing
  touch,      // distance and penetration are at most the tolerance
  near,       // less than the clearance apart
  clear,
};
constexpr std::string_view to_string(PairState state) {
  constexpr std::string_view names[] = {"duplicate", "clash", "contained", "touch", "near", "clear"};
  return names[static_cast<int>(state)];
}

// Of a motion, in whose frames and between them. Times are counted in frames: 2.5 is halfway from frame 2 to frame 3.
struct PairFrames {
  u32 first = 0, worst = 0, found = 0;    // of the frames in which it is not clear; how many
  std::optional<double> first_contact{};  // proven free before
  std::optional<Vec3d> contact_point{};   // a point of both then, in world coordinates
  double worst_at = 0, least_at = 0, least_clearance = Bounds::kInfinity;  // the report is of when it is worst
  bool between = false, searched = false;  // in contact between frames alone; all between frames was searched
};

struct PairReport {
  u32 a = 0, b = 0;  // indices of parts; equal for a self-collision
  PairState state = PairState::clear;
  double distance = 0;          // 0 for touch, clash, contained and duplicate
  bool measured = true;         // else `distance` is a proven lower bound, and there are no points
  Vec3d on_a{}, on_b{};         // nearest points, or one that is shared; in world coordinates, as all points here
  u64 triangle_pairs = 0;       // that intersect or touch
  std::vector<Curve> curves{};  // of a clash or a touch; the longest first
  double curve_length = 0;
  Bounds box{};          // of the shared region, or of the two nearest points; of the inner one if contained
  Inside inside{};       // which one, if contained; also of a clear pair if the check is without `solid`
  bool in_open = false;  // a clear pair: one is inside the other by winding number, but that is not closed
  std::optional<double> overlap_thickness{};    // of a clash of two solids: see overlap_thickness()
  std::optional<double> overlap_volume{};       // that two solids share, if neither crosses itself
  std::optional<SeparationBound> separation{};  // of a clash, of one inside the other, of duplicates
  double separation_at_least = 0;               // proven, by penetration() within a budget; 0: not known
  double clearance = 0, touch = 0;              // required of this pair
  double error = 0;  // of both parts: distances may be off by this; one below the clearance plus this is near
  std::string ignored_because{};  // not empty: known and accepted
  PairFrames frames{};

  // Is it a finding? What is clear, or known and accepted, is not.
  bool finding() const { return ignored_because.empty() && state != PairState::clear; }
  // Does it count as a problem? A touch does if a clearance is required.
  bool bad() const { return finding() && (state != PairState::touch || clearance > 0); }
};

// By state, clear ones with one inside the other before the rest; then by larger separation (its bound), smaller
// distance, and longer contact curves.
bool worse(const PairReport& x, const PairReport& y);

}  // namespace apart
