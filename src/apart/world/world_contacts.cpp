// Contacts of all pairs of a world, with warm starts that the caller keeps.
#include <algorithm>
#include <apart/queries/contacts.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/world/world_state.hpp>
#include <map>

namespace apart {

using namespace world;

struct WorldMemory::State {
  struct Pair {
    PairCache cache;
    std::shared_ptr<const WorldBody> a, b;  // of whom: an id may be used again
    bool seen = false;
  };
  std::map<BoxPair, Pair> pairs;
};

WorldMemory::WorldMemory() : state_(new State) {}
WorldMemory::~WorldMemory() = default;
WorldMemory::WorldMemory(WorldMemory&&) noexcept = default;
WorldMemory& WorldMemory::operator=(WorldMemory&&) noexcept = default;
std::size_t WorldMemory::pairs() const { return state_->pairs.size(); }

namespace {

void add_contact(PairContacts& out, const Pose& frame, Vec3d on_a, Vec3d on_b, Vec3d normal, double distance) {
  out.contacts.push_back({frame * on_a, frame * on_b, frame.rotate(normal), distance});
}

void contacts_of_shapes(const Shape& a, const PlacedBody& at_a, const Shape& b, const PlacedBody& at_b, double margin,
                        PairContacts& out) {
  const Manifold found = query_in_world(
      at_a.pose, at_b.pose, [&](const Pose& b_in_a) { return shape_manifold(a, b_in_a, b, {.margin = margin}); });
  for (int i = 0; i < found.count; ++i)
    add_contact(out, at_a.pose, found.points[i].on_a, found.points[i].on_b, found.normal, -found.points[i].depth);
  if (found.status != Status::exact) out.status = found.status;
}

void contacts_of_models(const Model& a, const PlacedBody& at_a, const Model& b, const PlacedBody& at_b, double margin,
                        PairContacts& out) {
  const Contacts found = contacts(a, inverse(at_a.pose) * at_b.pose, b, margin);
  for (const Contact& c : found.contacts) add_contact(out, at_a.pose, c.on_a, c.on_b, c.normal, c.distance);
  for (const RegionDepth& r : found.overlaps)
    add_contact(out, at_a.pose, r.high, r.high - r.depth * r.normal, r.normal, -r.depth);
  out.status = found.status;
  if (found.contained || (found.touching && out.contacts.empty())) out.status = Status::unfinished;
}

// One contact: the nearest points, or the deepest ones.
void contact_of_both(const PlacedBody& a, const PlacedBody& b, double margin, PairCache& cache, PairContacts& out) {
  const Geometry &x = a.body->geometry, &y = b.body->geometry;
  const Distance near = distance(x, a.pose, y, b.pose, {.max = margin, .cache = &cache});
  if (near.status == Status::at_least || near.status == Status::nothing) return;
  if (near.distance > 0) {
    out.contacts.push_back({near.on_a, near.on_b, near.normal, near.distance});
    return;
  }
  const Penetration deep = penetration(x, a.pose, y, b.pose, {.rel_error = 0.1, .budget = Budget::of_tests(20000)});
  if (deep.status == Status::invalid || !std::isfinite(deep.depth)) {
    out.status = Status::unfinished;
    return;
  }
  out.contacts.push_back({deep.on_a, deep.on_b, deep.normal, -deep.depth});
  if (deep.status == Status::unfinished) out.status = Status::within_error;
}

}  // namespace

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
      kept = {{}, s.bodies[p.a].body, s.bodies[p.b].body, false};
    kept.seen = true;
    warm.push_back(&kept);
  }
  std::erase_if(known, [](const auto& entry) { return !entry.second.seen; });
  Workers(s.options.threads).for_ranges(pairs.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const PlacedBody &a = s.bodies[pairs[i].a], &b = s.bodies[pairs[i].b];
      out[i].a = pairs[i].a, out[i].b = pairs[i].b;
      const Geometry &x = a.body->geometry, &y = b.body->geometry;
      if (const Shape* p = std::get_if<Shape>(&x), *q = std::get_if<Shape>(&y); p && q) {
        const bool near = apart::within(x, a.pose, y, b.pose, margin, {.cache = &warm[i]->cache}).within;
        if (near) contacts_of_shapes(*p, a, *q, b, margin, out[i]);
      } else if (const Model* m = std::get_if<Model>(&x), *n = std::get_if<Model>(&y); m && n) {
        contacts_of_models(*m, a, *n, b, margin, out[i]);
      } else {
        contact_of_both(a, b, margin, warm[i]->cache, out[i]);
      }
    }
  });
  std::erase_if(out, [](const PairContacts& p) { return p.contacts.empty() && p.status == Status::exact; });
  return out;
}

}  // namespace apart
