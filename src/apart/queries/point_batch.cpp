// The order in which many points are queried: along a Morton curve, so that one answer is a good start for the next.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/base/progress.hpp>
#include <apart/base/workers.hpp>
#include <apart/queries/point_batch.hpp>
#include <atomic>

namespace apart {
namespace {

constexpr std::size_t kSorted = 32768;  // points that one thread sorts at once

// The lowest ten bits, with two zeros after each.
u32 spread(u32 x) {
  x = (x | x << 16) & 0x030000ff;
  x = (x | x << 8) & 0x0300f00f;
  x = (x | x << 4) & 0x030c30c3;
  return (x | x << 2) & 0x09249249;
}

// By the upper half, ten bits at a time: the lower halves are in order.
void sort_by_code(std::span<u64> keys) {
  std::vector<u64> other(keys.size());
  std::span<u64> from = keys, to = other;
  u32 counts[3][1024] = {};
  for (const u64 key : keys)
    for (int digit = 0; digit < 3; ++digit) ++counts[digit][key >> (32 + 10 * digit) & 1023];
  for (int digit = 0; digit < 3; ++digit) {
    u32 place = 0;
    for (u32& count : counts[digit]) place += std::exchange(count, place);
    for (const u64 key : from) to[counts[digit][key >> (32 + 10 * digit) & 1023]++] = key;
    std::swap(from, to);
  }
  std::copy(from.begin(), from.end(), keys.begin());  // three times: it is in the other array
}

std::vector<u32> in_morton_order(std::span<const Vec3d> points, const Workers& workers) {
  Bounds box;
  for (const Vec3d p : points)
    if (is_finite(p)) box.add(p);
  const double size = box.empty() ? 0 : largest(box.size());
  const double cells = size > 0 && size < 1e300 ? 1023.99 / size : 0;
  std::vector<u64> keys(points.size());
  workers.for_ranges(points.size(), kSorted, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3d at = is_finite(points[i]) ? cells * (points[i] - box.low) : Vec3d{};
      const u32 code =
          spread(static_cast<u32>(at.x)) << 2 | spread(static_cast<u32>(at.y)) << 1 | spread(static_cast<u32>(at.z));
      keys[i] = u64(code) << 32 | i;
    }
    sort_by_code({keys.data() + begin, end - begin});
  });
  for (std::size_t sorted = kSorted; sorted < keys.size(); sorted *= 2)
    workers.for_ranges(keys.size(), 2 * sorted, [&](std::size_t begin, std::size_t end) {
      if (end - begin <= sorted) return;
      const auto at = [&](std::size_t i) { return keys.begin() + static_cast<std::ptrdiff_t>(i); };
      std::inplace_merge(at(begin), at(begin + sorted), at(end));
    });
  std::vector<u32> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<u32>(keys[i]);
  return order;
}

}  // namespace

Status run_points(std::span<const Vec3d> points, const BatchOptions& how,
                  const std::function<void(std::span<const u32>)>& query) {
  APART_ASSERT(points.size() <= ~u32(0), "more points than can be numbered");
  const Workers workers(how.threads);
  const std::vector<u32> order = in_morton_order(points, workers);
  const BuildWatch watch{how.progress};
  Progress progress(watch, points.size());
  std::atomic<std::size_t> done = 0;
  workers.for_ranges(points.size(), 256, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    query({order.data() + begin, end - begin});
    done += end - begin;
    progress.add(end - begin);
  });
  return done == points.size() ? Status::exact : Status::cancelled;
}

}  // namespace apart
