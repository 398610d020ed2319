// What every algorithm reports of two convex sets: the gap between them with its bounds, or only a verdict.
#pragma once
#include <apart/base/status.hpp>
#include <apart/base/vec3.hpp>
#include <limits>

namespace apart::convex {

// The outcome of a test that may be inconclusive; `apart` and `meet` are proven.
enum class Verdict : unsigned char { apart, meet, unsure };

struct ConvexGap {
  // Signed: of sets that overlap, minus the penetration depth.
  double distance = std::numeric_limits<double>::infinity();
  double at_least = -std::numeric_limits<double>::infinity();  // proven bounds of it
  double at_most = std::numeric_limits<double>::infinity();
  Vec3d on_a{}, on_b{};  // witness points: on_b − on_a = distance · normal
  Vec3d normal{};        // of length 1, from A to B: to move B along it by the depth separates them
  Status status = Status::unfinished;

  // To rounding: not proven apart. Touching counts.
  bool meet() const { return !(at_least > 0); }
};

}  // namespace apart::convex
