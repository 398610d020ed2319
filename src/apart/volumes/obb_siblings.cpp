#include <apart/volumes/obb_siblings.hpp>
#include <atomic>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/volumes/obb_siblings_kernel.hpp>

namespace apart {

#if APART_WITH_AVX2
extern const SiblingTests kSiblingTestsAvx2;
#endif

namespace {

template <int W>
constexpr SiblingTests kSiblingTests{siblings_overlap<W>, siblings_gap<W>, siblings_reach<W>};

const SiblingTests& tests_of(LaneWidth width) {
  switch (width) {
    case LaneWidth::one:
      return kSiblingTests<1>;
    case LaneWidth::four:
      return kSiblingTests<4>;
    case LaneWidth::eight:
      break;
  }
#if APART_WITH_AVX2
  if (has_lanes(LaneWidth::eight)) return kSiblingTestsAvx2;
#endif
  return kSiblingTests<4>;
}

std::atomic<const SiblingTests*> chosen = nullptr;

}  // namespace

bool has_lanes(LaneWidth width) {
#if APART_WITH_AVX2
  if (width == LaneWidth::eight) return __builtin_cpu_supports("avx2");
#endif
  return width != LaneWidth::eight;
}

void use_lanes(std::optional<LaneWidth> width) { chosen = &tests_of(width.value_or(LaneWidth::eight)); }

const SiblingTests& sibling_tests() {
  const SiblingTests* tests = chosen.load(std::memory_order_relaxed);
  if (!tests) chosen = tests = &tests_of(LaneWidth::eight);
  return *tests;
}

}  // namespace apart
