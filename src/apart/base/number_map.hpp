// A map from few numbers of a large range to others: one array, searched from the place of a number's hash on.
#pragma once
#include <apart/base/vec3.hpp>
#include <utility>
#include <vector>

namespace apart {

class NumberMap {
 public:
  // Not a key.
  static constexpr u32 kNone = ~u32{0};

  // With room for some.
  explicit NumberMap(std::size_t expected = 0) {
    while (slots() < 2 * expected && shift_ > 2) --shift_;
    slots_.resize(slots());
  }

  // The value of a key, or nothing.
  u32* find(u32 key) {
    Slot& at = slots_[place(key)];
    return at.key == key ? &at.value : nullptr;
  }
  // Adds the value, unless the key is there; the value that it then has, and whether it was added. Valid until the next
  // is added.
  std::pair<u32*, bool> add(u32 key, u32 value) {
    Slot* at = &slots_[place(key)];
    if (at->key == key) return {&at->value, false};
    if (2 * ++size_ > slots_.size()) {
      grow();
      at = &slots_[place(key)];
    }
    *at = {key, value};
    return {&at->value, true};
  }

 private:
  struct Slot {
    u32 key = kNone, value = 0;
  };
  std::size_t slots() const { return std::size_t{1} << (32 - shift_); }
  std::size_t place(u32 key) const {
    std::size_t at = (key * u32{0x9e3779b1}) >> shift_;
    while (slots_[at].key != key && slots_[at].key != kNone) at = at + 1 == slots_.size() ? 0 : at + 1;
    return at;
  }
  void grow() {
    const std::vector<Slot> before = std::move(slots_);
    --shift_;
    slots_.assign(slots(), {});
    for (const Slot& slot : before)
      if (slot.key != kNone) slots_[place(slot.key)] = slot;
  }

  u32 shift_ = 32 - 8;
  std::size_t size_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace apart
