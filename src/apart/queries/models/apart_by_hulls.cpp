#include <apart/queries/models/apart_by_hulls.hpp>
#include <apart/traversal/hulls_apart.hpp>
#include <atomic>
#include <bit>
#include <memory>

namespace apart::queries {
namespace {

// Of a model: what its queries have shown so far. It decides how long they take, and nothing else.
class HullsAsked {
 public:
  static const HullsAsked& of(const Model& model) {
    return *static_cast<const HullsAsked*>(
        model.derived([](const Model&) -> std::shared_ptr<const void> { return std::make_shared<HullsAsked>(); }));
  }

  // None as long as it was asked for too seldom, or while another thread makes it.
  const SupportMap* map(const Model& model) const {
    if (const SupportMap* const made = made_.load(std::memory_order_acquire)) return made;
    const u32 asked = asked_.load(std::memory_order_relaxed);
    // Whoever asks for no more has lost as long again as maps would have saved, at most.
    if (asked < kBefore + model.mesh().size() / 32) {
      asked_.store(asked + 1, std::memory_order_relaxed);  // one that is lost does not matter
      return nullptr;
    }
    if (making_.exchange(true, std::memory_order_acquire)) return nullptr;
    map_ = std::make_unique<const SupportMap>(model.tree(), model.mesh());
    made_.store(map_.get(), std::memory_order_release);
    return map_.get();
  }

  // After many tests in vain only samples are tested.
  bool worth_it(bool sample) const { return sample || in_vain_.load(std::memory_order_relaxed) < kInVain; }
  void note_sample(bool apart) const {
    const u32 before = in_vain_.load(std::memory_order_relaxed);
    const u32 now = apart ? 0 : lesser(before + 1, kInVain);
    if (now != before) in_vain_.store(now, std::memory_order_relaxed);
  }

 private:
  static constexpr u32 kBefore = 12000, kInVain = 8;
  mutable std::atomic<const SupportMap*> made_ = nullptr;
  mutable std::atomic<u32> asked_ = 0;
  mutable std::atomic<bool> making_ = false;
  mutable std::unique_ptr<const SupportMap> map_{};
  alignas(64) mutable std::atomic<u32> in_vain_ = 0;  // samples, since the last that were told apart
};

// One pose in sixteen, by its bits: threads would wait for a number that all of them count, or write after each test.
bool is_sample(const Pose& at) {
  const u64 bits = std::bit_cast<u64>(at.translation.x) + std::bit_cast<u64>(at.translation.y) +
                   std::bit_cast<u64>(at.translation.z) + std::bit_cast<u64>(at.rotation.rows[0].x);
  return bits * 0x9e3779b97f4a7c15 >> 60 == 0;
}

// Fewer triangles are walked as fast.
constexpr u32 kLeastTriangles = 256;

}  // namespace

bool apart_by_hulls(const Model& a, const Pose& b_in_a, const Model& b) {
  if (a.mesh().size() < kLeastTriangles || b.mesh().size() < kLeastTriangles) return false;
  const HullsAsked &of_a = HullsAsked::of(a), &of_b = HullsAsked::of(b);
  const SupportMap *const map_a = of_a.map(a), *const map_b = of_b.map(b);
  const bool sample = is_sample(b_in_a);
  if (!map_a || !map_b || !of_a.worth_it(sample)) return false;
  const bool apart = hulls_apart(a.tree().frame, *map_a, b_in_a, b.tree().frame, *map_b);
  if (sample) of_a.note_sample(apart);
  return apart;
}

}  // namespace apart::queries
