// The broad phases of other libraries, for broad_bench: each has its boxes, and counts the pairs that it reports.
#pragma once
#include <apart/base/bounds.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace apart::lab {

class BroadRival {
 public:
  virtual ~BroadRival() = default;
  virtual std::size_t pairs() = 0;
  virtual void move(std::span<const u32> ids, std::span<const Bounds> boxes) = 0;  // all boxes; those of ids moved
};

struct BroadRivalKind {
  std::string name;
  std::size_t most;  // boxes: more take minutes
  std::unique_ptr<BroadRival> (*make)(std::span<const Bounds>);
};

std::vector<BroadRivalKind> bullet_broad_phases();
std::vector<BroadRivalKind> fcl_managers();
std::vector<BroadRivalKind> embree_collide();
std::vector<BroadRivalKind> ode_spaces();

}  // namespace apart::lab
