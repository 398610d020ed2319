// Contacts of all pairs of a world, with warm starts that the caller keeps.
#include <algorithm>
#include <apart/world/pair_contacts.hpp>
#include <apart/world/world_state.hpp>
#include <map>

namespace apart {

using namespace world;

struct WorldMemory::State {
  struct Pair {
    PairCache cache;
    std::shared_ptr<const WorldBody> a, b;  // of whom: an id may be used again
    std::optional<Polytope> polytope_a{}, polytope_b{};
    bool seen = false;
  };
  std::map<BoxPair, Pair> pairs;
};

WorldMemory::WorldMemory() : state_(new State) {}
WorldMemory::~WorldMemory() = default;
WorldMemory::WorldMemory(WorldMemory&&) noexcept = default;
WorldMemory& WorldMemory::operator=(WorldMemory&&) noexcept = default;
std::size_t WorldMemory::pairs() const { return state_->pairs.size(); }

std::vector<PairContacts> World::contacts(double margin, WorldMemory& memory) const {
  const State& s = *state_;
  const std::vector<BoxPair> pairs = candidates(margin);
  auto& known = memory.state_->pairs;
  for (auto& [pair, kept] : known) kept.seen = false;
  std::vector<PairContacts> out(pairs.size());
  std::vector<WorldMemory::State::Pair*> warm;
  for (const BoxPair& p : pairs) {
    WorldMemory::State::Pair& kept = known[p];
    if (kept.a != s.bodies[p.a].body || kept.b != s.bodies[p.b].body)
      kept = {{},
              s.bodies[p.a].body,
              s.bodies[p.b].body,
              polytope_of(s.bodies[p.a].body->geometry),
              polytope_of(s.bodies[p.b].body->geometry)};
    kept.seen = true;
    warm.push_back(&kept);
  }
  std::erase_if(known, [](const auto& entry) { return !entry.second.seen; });
  Workers(s.options.threads).for_ranges(pairs.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const PlacedBody &a = s.bodies[pairs[i].a], &b = s.bodies[pairs[i].b];
      out[i].a = pairs[i].a, out[i].b = pairs[i].b;
      find_contacts({a.body->geometry, a.pose, warm[i]->polytope_a}, {b.body->geometry, b.pose, warm[i]->polytope_b},
                    margin, warm[i]->cache, out[i]);
    }
  });
  std::erase_if(out, [](const PairContacts& p) { return p.contacts.empty() && p.status == Status::exact; });
  return out;
}

}  // namespace apart
