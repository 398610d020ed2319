// Observers of a traversal. A probe is a type of the policy: NoProbe costs nothing.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart::traversal {

// The result of a test of two primitives.
enum class Found {
  nothing,  // continue
  contact,  // a result; continue
  enough,   // the query is answered
};

struct NoProbe {
  static constexpr void taken(u32, u32) {}
  static constexpr void volumes(u32, u32, bool, double) {}
  static constexpr void primitives(u32, u32, Found) {}
  static constexpr void boxes_apart(u32, u32) {}  // two primitives, rejected by an early-out test
  static constexpr void update() {}
};

// What one test of each kind costs, in seconds (measured by costs.hpp).
struct Costs {
  double volume = 0, primitive = 0, update = 0;
};

// The numbers of the cost equation T = Nv·Cv + Np·Cp + Nu·Cu (Gottschalk 2000, chapter 2).
struct Count {
  u64 disjoint = 0, meeting = 0;    // tests of two volumes: D and I
  u64 separated = 0, contacts = 0;  // tests of two primitives: S and K
  u64 updates = 0;                  // volumes placed
  u64 boxes = 0;                    // pairs of primitives rejected by an early-out test (boxes, planes)

  static constexpr void taken(u32, u32) {}
  void volumes(u32, u32, bool kept, double) { kept ? ++meeting : ++disjoint; }
  void primitives(u32, u32, Found found) { found == Found::nothing ? ++separated : ++contacts; }
  void boxes_apart(u32, u32) { ++boxes; }
  void update() { ++updates; }

  u64 volume_tests() const { return disjoint + meeting; }
  u64 primitive_tests() const { return separated + contacts; }
  double time(const Costs& cost) const {
    return double(volume_tests()) * cost.volume + double(primitive_tests()) * cost.primitive +
           double(updates) * cost.update;
  }
};

}  // namespace apart::traversal
