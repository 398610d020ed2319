// Parallel radix sort of primitives by Morton code.
#include <algorithm>
#include <apart/hierarchy/split/morton.hpp>
#include <bit>

namespace apart::hierarchy {
namespace {

constexpr std::size_t kMortonGrain = 1 << 15;

// Least significant digit radix sort. Each chunk of the keys counts its digits, so that all chunks know where to put
// theirs.
void sort_keys(UnsetVector<u64>& keys, u32 low_bit, u32 bits, const Workers& workers) {
  if (keys.size() < 4096) return std::sort(keys.begin(), keys.end());
  const u32 passes = (bits + 10) / 11, width = (bits + passes - 1) / passes;
  const std::size_t digits = std::size_t(1) << width, grain = std::max(kMortonGrain, keys.size() / 64 + 1);
  const std::size_t pieces = (keys.size() + grain - 1) / grain;
  UnsetVector<u64> to(keys.size());
  std::vector<u32> places(pieces * digits);
  for (u32 pass = 0; pass < passes; ++pass) {
    const u32 shift = low_bit + pass * width;
    const auto digit = [&](u64 key) { return static_cast<std::size_t>(key >> shift) & (digits - 1); };
    workers.for_ranges(keys.size(), grain, [&](std::size_t begin, std::size_t end) {
      u32* const count = &places[begin / grain * digits];
      std::fill(count, count + digits, 0u);
      for (std::size_t i = begin; i < end; ++i) ++count[digit(keys[i])];
    });
    u32 sum = 0;
    bool one_digit = false;
    for (std::size_t d = 0; d < digits; ++d) {
      const u32 before = sum;
      for (std::size_t p = 0; p < pieces; ++p) {
        const u32 count = places[p * digits + d];
        places[p * digits + d] = sum;
        sum += count;
      }
      one_digit |= sum - before == keys.size();
    }
    if (one_digit) continue;
    workers.for_ranges(keys.size(), grain, [&](std::size_t begin, std::size_t end) {
      u32* const place = &places[begin / grain * digits];
      for (std::size_t i = begin; i < end; ++i) to[place[digit(keys[i])]++] = keys[i];
    });
    keys.swap(to);
  }
}

}  // namespace

Bounds Centres::bounds(const Workers& workers) const {
  // A mesh's vertices bound the centres well enough, and are fewer.
  const std::size_t count = faces_.empty() ? boxes_.size() : vertices_.size();
  return workers.sum<Bounds>(count, kMortonGrain, [&](std::size_t begin, std::size_t end) {
    Bounds part;
    for (std::size_t i = begin; i < end; ++i) part.add(faces_.empty() ? boxes_[i].centre() : vertices_[i]);
    return part;
  });
}

MortonGrid::MortonGrid(const Bounds& box, u32 bits) : most_(std::ldexp(1.0, static_cast<int>(bits)) - 1) {
  // Half sizes, since whole ones may overflow; if cells are too small for a double all is one cell.
  const double half = largest(0.5 * box.high - 0.5 * box.low);
  const double scale = std::ldexp(0.5, static_cast<int>(bits)) / half;
  if (!(half > 0) || !std::isfinite(scale)) return;
  scale_ = scale;
  offset_ = scale * box.low;
}

MortonKeys morton_keys(const Centres& centres, const Workers& workers) {
  MortonKeys out;
  const u32 n = centres.size();
  if (n == 0) return out;
  out.index_bits = static_cast<u32>(std::bit_width(n - 1));
  out.axis_bits = std::min(21u, (64 - out.index_bits) / 3);
  out.keys.resize(n);
  const MortonGrid grid(centres.bounds(workers), out.axis_bits);
  workers.for_ranges(n, kMortonGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const u32 p = static_cast<u32>(i);
      out.keys[i] = out.key(grid.code(centres(p)), p);
    }
  });
  sort_keys(out.keys, out.index_bits, 3 * out.axis_bits, workers);
  return out;
}

}  // namespace apart::hierarchy
