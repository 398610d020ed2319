// What a caller may keep of one pair from query to query: a warm start.
#pragma once
#include <cstddef>

namespace apart {

namespace queries {
struct PairCacheState;
}

// Holds where the last query ended, which saves work when things move little; answers stay the same, to rounding. Keep
// one for each pair and thread. The two stay where they are in memory, and as they are. Two models do not use it:
// Tracker remembers more of them.
class PairCache {
 public:
  PairCache();
  void clear() { *this = PairCache(); }

 private:
  friend struct queries::PairCacheState;
  alignas(8) std::byte state_[672];
};

}  // namespace apart
