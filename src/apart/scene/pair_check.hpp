// Computes the report of one pair of parts.
#pragma once
#include <apart/queries/tracker.hpp>
#include <apart/scene/pair_report.hpp>

namespace apart::scene {

// The parameters of a pair's check.
struct PairCheck {
  double clearance = 0, touch = 0;
  bool solid = false, measure_clear = false;
  double gap = 0;  // a known lower bound of the distance
};

// An optional tracker of the same two models provides a warm start.
PairReport check_pair(const AssemblyPart& a, const AssemblyPart& b, const PairCheck& query, Tracker* tracker = nullptr);

// A part and itself; `found` are the self_collisions of its model.
PairReport check_self(const AssemblyPart& part, std::vector<TouchingPair> found);

}  // namespace apart::scene
