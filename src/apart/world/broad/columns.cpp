#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/world/broad/columns.hpp>
#include <apart/world/broad/spread.hpp>
#include <bit>
#include <cmath>
#include <limits>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/world/broad/columns_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::world {

u32 column_self_pairs_avx2(const ColumnView& view, u32 at, u32 end, BoxPair* out, u32 room, u32* written);
u32 column_overlapping_avx2(const ColumnView& view, u32 at, const FloatBox& box, const Bounds& exact, u32 first,
                            u32* out, u32 room, u32* written);

namespace {

constexpr u32 kPadding = 8;  // lanes that a kernel may read beyond the end of a column

float float_of(double x, double centre) {
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(larger(-most, lesser(x - centre, most)));
}

// Floats in the order of unsigned integers.
u32 sortable(float x) {
  const u32 b = std::bit_cast<u32>(x + 0.0f);  // one zero
  return b & 0x80000000u ? ~b : b | 0x80000000u;
}

// Sorts words by their upper halves, which are keys; the lower ones are positions.
void sort_words(std::span<u64> words, std::vector<u64>& other) {
  if (words.size() < 200) {
    std::sort(words.begin(), words.end());
    return;
  }
  constexpr int kBits = 8;
  constexpr std::size_t kBuckets = std::size_t(1) << kBits;
  std::array<std::array<u32, kBuckets>, 4> counts{};
  for (u64 w : words)
    for (int pass = 0; pass < 4; ++pass) ++counts[std::size_t(pass)][w >> (32 + kBits * pass) & (kBuckets - 1)];
  other.resize(words.size());
  std::span<u64> from = words, to = other;
  for (int pass = 0; pass < 4; ++pass) {
    auto& count = counts[std::size_t(pass)];
    if (*std::max_element(count.begin(), count.end()) == words.size()) continue;
    u32 sum = 0;
    for (u32& c : count) c = std::exchange(sum, sum + c);
    for (u64 w : from) to[count[w >> (32 + kBits * pass) & (kBuckets - 1)]++] = w;
    std::swap(from, to);
  }
  if (from.data() != words.data()) std::copy(from.begin(), from.end(), words.begin());
}

u32 cell_of(float x, float begin, float scale, u32 count) {
  // Monotone in x; NaN, of an infinite extent, is 0.
  return static_cast<u32>(static_cast<std::int32_t>(larger(0.0f, lesser((x - begin) * scale, float(count - 1)))));
}

}  // namespace

FloatBox ColumnLevel::as_floats(const Bounds& box) const {
  const int u = axis_ == 2 ? 0 : axis_ + 1, v = axis_ == 0 ? 2 : axis_ - 1;
  return {float_of(box.low[axis_], centre_[axis_]), float_of(box.high[axis_], centre_[axis_]),
          float_of(box.low[u], centre_[u]),         float_of(box.high[u], centre_[u]),
          float_of(box.low[v], centre_[v]),         float_of(box.high[v], centre_[v])};
}

ColumnLevel::Ranges ColumnLevel::crossed(const FloatBox& box) const {
  return {cell_of(box.low_u, begin_u_, scale_u_, count_u_), cell_of(box.high_u, begin_u_, scale_u_, count_u_),
          cell_of(box.low_v, begin_v_, scale_v_, count_v_), cell_of(box.high_v, begin_v_, scale_v_, count_v_)};
}

ColumnView ColumnLevel::view() const {
  return {numbers(0), numbers(1), numbers(2), numbers(3), numbers(4), numbers(5), tags_.data(), boxes_.data()};
}

// Sweep axis and width of the columns: the least estimate of the cost, as if the boxes were spread evenly. A box costs
// its copies, each a share of sorting and a window of candidates, eight at once.
void ColumnLevel::choose(std::span<const Bounds> boxes, std::span<const u32> members) {
  Bounds all;
  Vec3d mean{};
  for (u32 i : members) {
    const Bounds b{within_range(boxes[i].low), within_range(boxes[i].high)};
    all.add(b);
    mean += b.size();
  }
  const double n = double(members.size());
  mean = mean / n;
  centre_ = all.centre();
  const Vec3d size = all.size();
  double best = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double share = size[axis] > 0 ? mean[axis] / size[axis] : 1;
    const double start = larger(larger(mean[u], mean[v]), 1e-3 * larger(size[u], size[v]));
    for (double width = 0.5 * start;; width *= 1.25) {
      const auto count = [&](double whole) {
        return whole > 0 && width > 0 ? larger(1.0, lesser(std::floor(whole / width), 4096.0)) : 1.0;
      };
      const double nu = count(size[u]), nv = count(size[v]);
      if (nu * nv <= n / 4 + 1) {
        const auto copies_along = [](double part, double whole, double cells) {
          return whole > 0 ? lesser(cells, 1 + part * cells / whole) : 1;
        };
        const double copies = copies_along(mean[u], size[u], nu) * copies_along(mean[v], size[v], nv);
        const double cost = copies * (30 + 2.5 * (0.5 + n * copies / (nu * nv) * share / 8));
        if (cost < best) {
          best = cost, axis_ = axis;
          count_u_ = static_cast<u32>(nu), count_v_ = static_cast<u32>(nv);
        }
      }
      if (nu * nv <= 1) break;
    }
  }
  const int u = (axis_ + 1) % 3, v = (axis_ + 2) % 3;
  begin_u_ = float_of(all.low[u], centre_[u]), begin_v_ = float_of(all.low[v], centre_[v]);
  const auto scale = [](float begin, float end, u32 count) {
    const float by = float(count) / (end - begin);
    return std::isfinite(by) ? by : 0;  // no extent: one column holds all
  };
  scale_u_ = scale(begin_u_, float_of(all.high[u], centre_[u]), count_u_);
  scale_v_ = scale(begin_v_, float_of(all.high[v], centre_[v]), count_v_);
}

ColumnLevel::ColumnLevel(std::span<const Bounds> boxes, std::span<const u32> members, const Workers& workers)
    : boxes_(boxes), size_(members.size()) {
  APART_ASSERT(boxes.size() < (std::size_t(1) << 30), "more boxes than a tag can index");
  if (members.empty()) return;
  choose(boxes, members);
  fill(members, workers);
}

void ColumnLevel::fill(std::span<const u32> members, const Workers& workers) {
  const std::size_t columns = std::size_t(count_u_) * count_v_;
  struct Placed {
    FloatBox box;
    std::uint16_t low_u, high_u, low_v, high_v;
  };
  LargeVector<Placed> placed(members.size());
  constexpr std::size_t kGrain = 8192;
  std::vector<float> widest(members.size() / kGrain + 1, 0);
  workers.for_ranges(members.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    float most = 0;
    const int u = (axis_ + 1) % 3, v = (axis_ + 2) % 3;
    const double cx = centre_[axis_], cu = centre_[u], cv = centre_[v];
    for (std::size_t m = begin; m < end; ++m) {
      const Bounds& at = boxes_[members[m]];
      const FloatBox box{float_of(at.low[axis_], cx), float_of(at.high[axis_], cx), float_of(at.low[u], cu),
                         float_of(at.high[u], cu),    float_of(at.low[v], cv),      float_of(at.high[v], cv)};
      const Ranges r = crossed(box);
      placed[m] = {box, static_cast<std::uint16_t>(r.low_u), static_cast<std::uint16_t>(r.high_u),
                   static_cast<std::uint16_t>(r.low_v), static_cast<std::uint16_t>(r.high_v)};
      most = larger(most, box.high_x - box.low_x);
    }
    widest[begin / kGrain] = most;
  });
  widest_ = *std::max_element(widest.begin(), widest.end());
  const auto each_column = [&](const Placed& p, auto f) {
    for (u32 u = p.low_u; u <= p.high_u; ++u)
      for (u32 v = p.low_v; v <= p.high_v; ++v) f(column(u, v), u, v);
  };
  std::vector<u32> counts(columns, 0);
  for (const Placed& p : placed) each_column(p, [&](u32 c, u32, u32) { ++counts[c]; });
  begin_.resize(columns + 1);
  std::size_t total = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    begin_[c] = static_cast<u32>(total);
    total += counts[c] + kPadding;
  }
  APART_ASSERT(total < ~u32(0), "more copies of boxes than can be indexed");
  begin_[columns] = static_cast<u32>(total);
  // What is sorted is a word for each copy, its low end above and its member below; numbers follow once they are
  // sorted.
  LargeVector<u64> words(total);
  std::vector<u32> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t m = 0; m < placed.size(); ++m) {
    const u64 word = u64(sortable(placed[m].box.low_x)) << 32 | m;
    each_column(placed[m], [&](u32 c, u32, u32) { words[next[c]++] = word; });
  }
  total_ = total;
  numbers_.resize(6 * total);
  tags_.resize(total);
  const std::size_t grain = larger(std::size_t(1), columns / 256);
  std::vector<double> windows(columns / grain + 1, 0);
  std::vector<u32> samples(columns / grain + 1, 0);
  workers.for_ranges(columns, grain, [&](std::size_t first, std::size_t last) {
    std::vector<u64> other;
    for (std::size_t c = first; c < last; ++c) {
      const u32 begin = begin_[c], count = next[c] - begin;
      const u32 u = static_cast<u32>(c) / count_v_, v = static_cast<u32>(c) % count_v_;
      sort_words(std::span(words).subspan(begin, count), other);
      for (u32 i = 0; i < count; ++i) {
        const u32 m = static_cast<u32>(words[begin + i]);
        const Placed& p = placed[m];
        const float all[6] = {p.box.low_x, p.box.high_x, p.box.low_u, p.box.high_u, p.box.low_v, p.box.high_v};
        for (std::size_t k = 0; k < 6; ++k) numbers(k)[begin + i] = all[k];
        tags_[begin + i] = members[m] << 2 | u32(u == p.low_u) | u32(v == p.low_v) << 1;
      }
      for (u32 i = 0; i < kPadding; ++i) {
        for (std::size_t k = 0; k < 6; ++k) numbers(k)[begin + count + i] = std::numeric_limits<float>::infinity();
        tags_[begin + count + i] = 0;
      }
      const float* const lows = numbers(0) + begin;
      for (u32 i = 0; i < count; i += 64) {
        const float* const end = std::upper_bound(lows + i, lows + count, numbers(1)[begin + i]);
        windows[first / grain] += double(end - (lows + i));
        ++samples[first / grain];
      }
    }
  });
  double sum = 0, sampled = 0;
  for (double w : windows) sum += w;
  for (u32 s : samples) sampled += s;
  window_ = sampled > 0 ? sum / sampled : 0;
}

void ColumnLevel::self_pairs(Pairs& out, const Workers& workers) const {
  if (size_ == 0) return;
  constexpr PerLaneWidth<decltype(&column_self_pairs_avx2)> kernels{
      any_machine::column_self_pairs<1>, any_machine::column_self_pairs<4>, APART_AVX2(column_self_pairs_avx2)};
  const auto kernel = kernels.of_machine();
  const ColumnView all = view();
  const std::size_t columns = begin_.size() - 1;
  // A chunk's pairs are written in place: room for one more round at its end.
  Pairs found = joined_pairs(
      columns, larger(std::size_t(1), columns / 256), workers, [&](std::size_t first, std::size_t last, Pairs& part) {
        std::size_t size = 0;
        part.resize(2 * std::size_t(begin_[last] - begin_[first]) + 1024);
        for (std::size_t c = first; c < last; ++c) {
          const u32 end = begin_[c + 1] - kPadding;
          for (u32 at = begin_[c]; at < end;) {
            if (part.size() - size <= end - at) part.resize(2 * part.size() + (end - at));
            const std::size_t room = lesser(part.size() - size, std::size_t{std::numeric_limits<u32>::max()});
            u32 written = 0;
            at = kernel(all, at, end, part.data() + size, static_cast<u32>(room), &written);
            size += written;
          }
        }
        part.resize(size);
      });
  if (out.empty())
    out = std::move(found);
  else
    out.insert(out.end(), found.begin(), found.end());
}

std::size_t ColumnLevel::columns_crossed(const Bounds& box) const {
  const Ranges r = crossed(as_floats(box));
  return std::size_t(r.high_u - r.low_u + 1) * (r.high_v - r.low_v + 1);
}

ColumnLevel::Search ColumnLevel::begin(const Bounds& box) const {
  Search search{};
  search.done = size_ == 0 || box.empty();
  if (search.done) return search;
  search.box = as_floats(box);
  search.columns = crossed(search.box);
  search.u = search.columns.low_u, search.v = search.columns.low_v;
  enter(search);
  return search;
}

// To the first in the column that may reach the box.
void ColumnLevel::enter(Search& search) const {
  const u32 c = column(search.u, search.v);
  const float* const lows = numbers(0);
  // Twice the rounding of one subtraction of floats, and of the widths that it is compared with.
  const float from = search.box.low_x - widest_;
  const float early = from - 4 * std::numeric_limits<float>::epsilon() * (std::abs(search.box.low_x) + widest_);
  search.at = static_cast<u32>(std::lower_bound(lows + begin_[c], lows + begin_[c + 1] - kPadding, early) - lows);
}

u32 ColumnLevel::next(Search& search, const Bounds& box, std::span<u32, 128> found) const {
  constexpr PerLaneWidth<decltype(&column_overlapping_avx2)> kernels{
      any_machine::column_overlapping<1>, any_machine::column_overlapping<4>, APART_AVX2(column_overlapping_avx2)};
  const Ranges& r = search.columns;
  const u32 first = u32(search.u == r.low_u) | u32(search.v == r.low_v) << 1;
  u32 count = 0;
  search.at = kernels.of_machine()(view(), search.at, search.box, box, first, found.data(), 128, &count);
  if (search.at == ~u32(0)) {
    if (search.v < r.high_v)
      ++search.v;
    else if (search.u < r.high_u)
      ++search.u, search.v = r.low_v;
    else
      search.done = true;
    if (!search.done) enter(search);
  }
  return count;
}

Columns::Columns(std::span<const Bounds> boxes, const Workers& workers) : boxes_(boxes) {
  // By the exponent of the largest side: a level takes the smaller nine tenths and what is at most eight times larger.
  std::vector<std::int16_t> exponent(boxes.size());
  std::vector<u32> rest;
  rest.reserve(boxes.size());
  for (u32 i = 0; i < boxes.size(); ++i) {
    const Bounds& box = boxes[i];
    if (!(box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z)) continue;
    double side = largest(box.size());
    if (!(side <= kFarthestBound)) side = kFarthestBound;
    exponent[i] = static_cast<std::int16_t>(std::bit_cast<u64>(side) >> 52);
    rest.push_back(i);
  }
  while (!rest.empty()) {
    std::array<u32, 2048> counts{};
    for (u32 i : rest) ++counts[std::size_t(exponent[i])];
    std::size_t limit = 0;
    for (u64 sum = counts[0]; sum * 10 < rest.size() * u64(9);) sum += counts[++limit];
    std::vector<u32> members, larger_ones;
    for (u32 i : rest) (exponent[i] <= std::int16_t(limit + 3) ? members : larger_ones).push_back(i);
    levels_.emplace_back(boxes, members, workers);
    members_.push_back(std::move(members));
    rest = std::move(larger_ones);
  }
}

bool Columns::crowded() const {
  return std::any_of(levels_.begin(), levels_.end(),
                     [](const ColumnLevel& level) { return level.mean_window() > 1500; });
}

Pairs Columns::pairs(const Workers& workers) const {
  Pairs out;
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    levels_[k].self_pairs(out, workers);
    // With each smaller level: either side may search in the other's columns.
    for (std::size_t s = 0; s < k; ++s) {
      std::size_t crossed = 0;
      for (u32 i : members_[k]) crossed += levels_[s].columns_crossed(boxes_[i]);
      const bool down = crossed < 2 * members_[s].size();
      const ColumnLevel& target = levels_[down ? s : k];
      const std::vector<u32>& searching = members_[down ? k : s];
      const Pairs found = joined_pairs(
          searching.size(), down ? 16 : 4096, workers, [&](std::size_t begin, std::size_t end, Pairs& part) {
            for (std::size_t m = begin; m < end; ++m)
              target.each_overlapping(boxes_[searching[m]], [&](u32 j) { part.push_back(ordered(searching[m], j)); });
          });
      out.insert(out.end(), found.begin(), found.end());
    }
  }
  return out;
}

}  // namespace apart::world
