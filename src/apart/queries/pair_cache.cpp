#include <apart/queries/pair_cache_state.hpp>
#include <type_traits>

namespace apart {

static_assert(sizeof(PairCacheState) <= sizeof(PairCache) && alignof(PairCacheState) <= alignof(PairCache));
static_assert(std::is_trivially_copyable_v<PairCacheState>);  // so is a PairCache

PairCache::PairCache() { new (state_) PairCacheState(); }

}  // namespace apart
