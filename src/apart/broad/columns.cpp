#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/broad/columns.hpp>
#include <apart/broad/spread.hpp>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/broad/columns_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::broad {

u32 column_self_pairs_avx2(const ColumnView& view, const Column& column, u32 at, BoxPair* out, u32 room, u32* written);
u32 column_overlapping_avx2(const ColumnView& view, u32 at, u32 end, bool sorted, const FloatBox& box,
                            const Bounds& exact, u32 first, u32* out, u32 room, u32* written);

namespace {

constexpr u32 kPadding = 8;      // lanes that a kernel may read beyond the end of a column
constexpr double kInSlab = 3;    // boxes of a slab, if they are spread evenly
constexpr u32 kMostInSlab = 64;  // more: its column is sorted

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

AxisCells cells_between(float begin, float end, u32 count) {
  const float by = float(count) / (end - begin);
  return {begin, std::isfinite(by) ? by : 0, float(count - 1), count};  // no extent: one cell holds all
}

// A box in a column, before the column is put in order.
struct InColumn {
  FloatBox box;
  u32 tag;
  u32 slab;
};
static_assert(sizeof(InColumn) == 32);

// The exponent of the largest side.
std::size_t size_class(const Bounds& box) {
  return static_cast<std::size_t>(std::bit_cast<u64>(largest(box.size())) >> 52) % BoxSizes::kClasses;
}

// Of boxes(0) … boxes(count − 1), without the empty ones.
template <class Boxes>
BoxSizes sizes_of(std::size_t count, Boxes boxes) {
  BoxSizes out;
  for (std::size_t i = 0; i < count; ++i) {
    const Bounds& box = boxes(i);
    if (is_empty(box)) continue;
    out.all.add(box);
    out.sum += box.size();
    ++out.of_class[size_class(box)];
    ++out.count;
  }
  const Bounds finite = within_range(out.all);
  if (finite.low == out.all.low && finite.high == out.all.high) return out;
  out = {};
  out.unbounded = true;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_empty(boxes(i))) continue;
    const Bounds box = within_range(boxes(i));
    out.all.add(box);
    out.sum += box.size();
    ++out.of_class[size_class(box)];
    ++out.count;
  }
  return out;
}

}  // namespace

FloatBox ColumnLevel::as_floats(const Bounds& box) const {
  const int u = axis_ == 2 ? 0 : axis_ + 1, v = axis_ == 0 ? 2 : axis_ - 1;
  return {float_of(box.low[axis_], centre_[axis_]), float_of(box.high[axis_], centre_[axis_]),
          float_of(box.low[u], centre_[u]),         float_of(box.high[u], centre_[u]),
          float_of(box.low[v], centre_[v]),         float_of(box.high[v], centre_[v])};
}

// The same where no coordinate is beyond those of floats, for an axis that the compiler knows.
template <int X>
FloatBox ColumnLevel::near_floats(const Bounds& box) const {
  constexpr int u = (X + 1) % 3, v = (X + 2) % 3;
  const Vec3d low = box.low - centre_, high = box.high - centre_;
  return {static_cast<float>(low[X]),  static_cast<float>(high[X]), static_cast<float>(low[u]),
          static_cast<float>(high[u]), static_cast<float>(low[v]),  static_cast<float>(high[v])};
}

ColumnView ColumnLevel::view() const {
  return {numbers(0), numbers(1), numbers(2), numbers(3), numbers(4), numbers(5), tags_.data(), boxes_.data(), slabs_};
}

Column ColumnLevel::column(u32 index) const {
  return {begin_[index], begin_[index + 1] - kPadding, slab_ends_.data() + std::size_t(index) * slabs_.count,
          sorted_[index] != 0};
}

// Sweep axis and width of the columns: the least estimate of the cost, as if the boxes were spread evenly. A box costs
// its copies, each that of bringing it into its place and of a window of candidates, eight at once.
void ColumnLevel::choose(const BoxSizes& sizes) {
  const Bounds& all = sizes.all;
  const double n = sizes.count;
  const Vec3d mean = sizes.sum / n;
  centre_ = all.centre();
  const Vec3d size = all.size();
  wide_ = !(largest(size) < 1e38);
  double best = std::numeric_limits<double>::infinity(), in_column = 1;
  u32 count_u = 1, count_v = 1;
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
        const double window = n * copies / (nu * nv) * share + 0.5 * kInSlab;
        const double cost = copies * (25 + 8 * (0.5 + window / 8));
        if (cost < best) {
          best = cost, axis_ = axis, in_column = n * copies / (nu * nv);
          count_u = static_cast<u32>(nu), count_v = static_cast<u32>(nv);
        }
      }
      if (nu * nv <= 1) break;
    }
  }
  const auto cells = [&](int axis, u32 count) {
    return cells_between(float_of(all.low[axis], centre_[axis]), float_of(all.high[axis], centre_[axis]), count);
  };
  cells_u_ = cells((axis_ + 1) % 3, count_u), cells_v_ = cells((axis_ + 2) % 3, count_v);
  slabs_ = cells(axis_, static_cast<u32>(larger(1.0, lesser(in_column / kInSlab, 65536.0))));
}

ColumnLevel::ColumnLevel(std::span<const Bounds> boxes, std::span<const u32> members, const BoxSizes& sizes,
                         const Workers& workers)
    : boxes_(boxes), size_(members.size()) {
  APART_ASSERT(boxes.size() < (std::size_t(1) << 30), "more boxes than a tag can index");
  if (members.empty()) return;
  choose(sizes);
  fill(members, workers);
}

void ColumnLevel::fill(std::span<const u32> members, const Workers& workers) {
  const u32 count_u = cells_u_.count, count_v = cells_v_.count;
  const std::size_t columns = std::size_t(count_u) * count_v;
  struct Placed {
    FloatBox box;
    std::uint16_t low_u, high_u, low_v, high_v;
  };
  // In parallel by chunks, of which each knows where its own go: the order is that of the members for any number.
  const std::size_t most_chunks =
      workers.threads() <= 1 ? 1 : larger(std::size_t(1), lesser(std::size_t(64), 4 * members.size() / columns));
  const std::size_t grain = larger(std::size_t(8192), (members.size() + most_chunks - 1) / most_chunks);
  const std::size_t chunks = (members.size() + grain - 1) / grain;
  LargeVector<Placed> placed(members.size());
  std::vector<float> widest(chunks, 0);
  // How many are in a column: differences along u and v first, four for a box however many columns it crosses.
  const std::size_t row = count_v + 1;
  std::vector<std::vector<u32>> counts(chunks);
  workers.for_ranges(members.size(), grain, [&](std::size_t begin, std::size_t end) {
    float most = 0;
    std::vector<u32>& count = counts[begin / grain];
    count.assign((count_u + 1) * row, 0);
    const auto place = [&](auto as_floats) {
      for (std::size_t m = begin; m < end; ++m) {
        const FloatBox box = as_floats(boxes_[members[m]]);
        const Ranges r = crossed(box);
        placed[m] = {box, static_cast<std::uint16_t>(r.low_u), static_cast<std::uint16_t>(r.high_u),
                     static_cast<std::uint16_t>(r.low_v), static_cast<std::uint16_t>(r.high_v)};
        u32 *const low = count.data() + r.low_u * row, *const high = count.data() + (r.high_u + 1) * row;
        ++low[r.low_v], --low[r.high_v + 1], --high[r.low_v], ++high[r.high_v + 1];
        most = larger(most, box.high_x - box.low_x);
      }
    };
    if (wide_)
      place([&](const Bounds& box) { return as_floats(box); });
    else if (axis_ == 0)
      place([&](const Bounds& box) { return near_floats<0>(box); });
    else if (axis_ == 1)
      place([&](const Bounds& box) { return near_floats<1>(box); });
    else
      place([&](const Bounds& box) { return near_floats<2>(box); });
    widest[begin / grain] = most;
    for (std::size_t i = 0; i <= count_u; ++i)
      for (std::size_t j = 1; j < row; ++j) count[i * row + j] += count[i * row + j - 1];
    for (std::size_t i = row; i < count.size(); ++i) count[i] += count[i - row];
  });
  widest_ = *std::max_element(widest.begin(), widest.end());
  begin_.resize(columns + 1);
  std::size_t total = 0;
  for (u32 u = 0; u < count_u; ++u)
    for (u32 v = 0; v < count_v; ++v) {
      begin_[column(u, v)] = static_cast<u32>(total);
      for (std::vector<u32>& count : counts) {
        u32& of = count[u * row + v];
        total += std::exchange(of, static_cast<u32>(total));
      }
      total += kPadding;
    }
  APART_ASSERT(total < ~u32(0), "more copies of boxes than can be indexed");
  begin_[columns] = static_cast<u32>(total);
  LargeVector<InColumn> copies(total);
  workers.for_ranges(members.size(), grain, [&](std::size_t begin, std::size_t end) {
    std::vector<u32>& next = counts[begin / grain];
    for (std::size_t m = begin; m < end; ++m) {
      const Placed& p = placed[m];
      InColumn copy{p.box, members[m] << 2 | 3, slabs_.of(p.box.low_x)};
      if (p.low_u == p.high_u && p.low_v == p.high_v) {
        copies[next[p.low_u * row + p.low_v]++] = copy;
        continue;
      }
      for (u32 u = p.low_u; u <= p.high_u; ++u)
        for (u32 v = p.low_v; v <= p.high_v; ++v) {
          copy.tag = members[m] << 2 | u32(u == p.low_u) | u32(v == p.low_v) << 1;
          copies[next[u * row + v]++] = copy;
        }
    }
  });
  total_ = total;
  numbers_.resize(6 * total_);
  tags_.resize(total_);
  sorted_.assign(columns, 0);
  slab_ends_.resize(columns * slabs_.count);
  const std::size_t columns_at_once = larger(std::size_t(1), columns / 256);
  std::vector<double> windows(columns / columns_at_once + 1, 0);
  std::vector<u32> samples(columns / columns_at_once + 1, 0);
  workers.for_ranges(columns, columns_at_once, [&](std::size_t first, std::size_t last) {
    std::vector<u32> places(slabs_.count);
    std::vector<u64> words, other;
    for (std::size_t c = first; c < last; ++c) {
      const u32 begin = begin_[c], count = begin_[c + 1] - kPadding - begin;
      const std::span<const InColumn> here(copies.data() + begin, count);
      u32* const ends = slab_ends_.data() + c * slabs_.count;
      std::fill(places.begin(), places.end(), u32(0));
      for (const InColumn& copy : here) ++places[copy.slab];
      u32 sum = begin, most = 0;
      for (u32 s = 0; s < slabs_.count; ++s) {
        most = larger(most, places[s]);
        ends[s] = sum += std::exchange(places[s], sum);
      }
      const auto put = [&](const InColumn& copy, u32 at) {
        const float all[6] = {copy.box.low_x,  copy.box.high_x, copy.box.low_u,
                              copy.box.high_u, copy.box.low_v,  copy.box.high_v};
        for (std::size_t k = 0; k < 6; ++k) numbers(k)[at] = all[k];
        tags_[at] = copy.tag;
      };
      if (most <= kMostInSlab) {
        for (const InColumn& copy : here) put(copy, places[copy.slab]++);
      } else {
        sorted_[c] = 1;
        words.resize(count);
        for (u32 i = 0; i < count; ++i) words[i] = u64(sortable(here[i].box.low_x)) << 32 | i;
        sort_words(words, other);
        for (u32 i = 0; i < count; ++i) put(here[static_cast<u32>(words[i])], begin + i);
      }
      for (u32 i = begin + count; i < begin_[c + 1]; ++i) {
        for (std::size_t k = 0; k < 6; ++k) numbers(k)[i] = std::numeric_limits<float>::infinity();
        tags_[i] = 0;
      }
      const float* const lows = numbers(0) + begin;
      for (u32 i = 0; i < count; i += 64) {
        const float high = numbers(1)[begin + i];
        const u32 end = sorted_[c] ? static_cast<u32>(std::upper_bound(lows + i, lows + count, high) - lows)
                                   : ends[slabs_.of(high)] - begin;
        windows[first / columns_at_once] += double(end - i);
        ++samples[first / columns_at_once];
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
  // A chunk's pairs are written in place.
  Pairs found = joined_pairs(
      columns, larger(std::size_t(1), columns / 256), workers, [&](std::size_t first, std::size_t last, Pairs& part) {
        std::size_t size = 0;
        part.resize(2 * std::size_t(begin_[last] - begin_[first]) + 1024);
        for (std::size_t c = first; c < last; ++c) {
          const Column of = column(static_cast<u32>(c));
          for (u32 at = of.begin; at < of.end;) {
            if (part.size() - size < of.end - at + kPadding) part.resize(2 * part.size() + (of.end - at));
            const std::size_t room = lesser(part.size() - size, std::size_t{std::numeric_limits<u32>::max()});
            u32 written = 0;
            at = kernel(all, of, at, part.data() + size, static_cast<u32>(room), &written);
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
  const Column in = column(column(search.u, search.v));
  // Twice the rounding of one subtraction of floats, and of the widths that it is compared with.
  const float from = search.box.low_x - widest_;
  const float early = from - 4 * std::numeric_limits<float>::epsilon() * (std::abs(search.box.low_x) + widest_);
  const u32 slab = slabs_.of(early);
  search.at = slab > 0 ? in.slab_end[slab - 1] : in.begin;
  search.end = in.slab_end[slabs_.of(search.box.high_x)];
  search.sorted = in.sorted;
  const float* const lows = numbers(0);
  if (in.sorted) search.at = static_cast<u32>(std::lower_bound(lows + search.at, lows + search.end, early) - lows);
}

u32 ColumnLevel::next(Search& search, const Bounds& box, std::span<u32, 128> found) const {
  constexpr PerLaneWidth<decltype(&column_overlapping_avx2)> kernels{
      any_machine::column_overlapping<1>, any_machine::column_overlapping<4>, APART_AVX2(column_overlapping_avx2)};
  const Ranges& r = search.columns;
  const u32 first = u32(search.u == r.low_u) | u32(search.v == r.low_v) << 1;
  u32 count = 0;
  search.at = kernels.of_machine()(view(), search.at, search.end, search.sorted, search.box, box, first, found.data(),
                                   128, &count);
  if (search.at == search.end) {
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
  const BoxSizes all = sizes_of(boxes.size(), [&](std::size_t i) -> const Bounds& { return boxes[i]; });
  // A level takes the smaller nine tenths, and what is at most eight times larger.
  std::vector<std::size_t> limits;  // the first class that is above each level
  for (u64 left = all.count, at = 0; left > 0;) {
    u64 sum = 0;
    while (sum * 10 < left * 9) sum += all.of_class[at++];
    for (const u64 end = lesser(at + 3, u64{BoxSizes::kClasses}); at < end;) sum += all.of_class[at++];
    limits.push_back(at);
    left -= sum;
  }
  members_.resize(limits.size());
  if (limits.size() == 1 && all.count == boxes.size()) {
    members_[0].resize(all.count);
    std::iota(members_[0].begin(), members_[0].end(), u32(0));
  } else {
    for (u32 i = 0; i < boxes.size(); ++i) {
      if (is_empty(boxes[i])) continue;
      const std::size_t size = size_class(all.unbounded ? within_range(boxes[i]) : boxes[i]);
      std::size_t level = 0;
      while (limits[level] <= size) ++level;
      members_[level].push_back(i);
    }
  }
  for (const std::vector<u32>& members : members_)
    levels_.emplace_back(
        boxes, members,
        members_.size() == 1
            ? all
            : sizes_of(members.size(), [&](std::size_t m) -> const Bounds& { return boxes[members[m]]; }),
        workers);
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

}  // namespace apart::broad
