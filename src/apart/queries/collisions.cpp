#include <apart/queries/ask.hpp>

namespace apart {

Collisions collisions(const Model& a, const Posed& b_in_a, const Model& b, std::size_t limit) {
  return ask_collisions(a, b_in_a, b, limit, [&](auto& query) { return run_walk(a, b_in_a, b, query, {}); });
}

}  // namespace apart
