// Watching a walk. A probe is a template argument: NoProbe costs nothing.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart {

// What a leaf test found.
enum class Found {
  nothing,  // go on
  contact,  // something; go on
  enough,   // the question is answered
};

struct NoProbe {
  static constexpr void volumes(auto, auto, bool) {}
  static constexpr void primitives(u32, u32, Found) {}
};

// The numbers of the cost equation (Gottschalk 2000, section 2.6).
struct Count {
  u64 disjoint = 0, meeting = 0;    // tests of two volumes
  u64 separated = 0, contacts = 0;  // tests of two primitives

  void volumes(auto, auto, bool kept) { kept ? ++meeting : ++disjoint; }
  void primitives(u32, u32, Found found) { found == Found::nothing ? ++separated : ++contacts; }
  u64 volume_tests() const { return disjoint + meeting; }
  u64 primitive_tests() const { return separated + contacts; }
};

}  // namespace apart
