#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/build.hpp>
#include <apart/hierarchy/depth.hpp>
#include <apart/hierarchy/project.hpp>
#include <apart/hierarchy/workers.hpp>
#include <atomic>
#include <memory>
#include <mutex>

namespace apart {

namespace {

using Lanes = Pack<float, 4>;

// Subtrees of this size and less are grown by one thread in one go, and reported when done.
constexpr u32 kOneGo = 4096;

// How much is done, told to the watch one call at a time and never falling.
class Progress {
 public:
  Progress(const BuildWatch& watch, u32 total) : watch_(watch), total_(total) {}

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void add(u32 count) {
    if (!watch_.progress || stopped()) return;
    const std::lock_guard one_at_a_time(lock_);
    done_ += count;
    if (!stopped() && !watch_.progress(double(done_) / total_)) stopped_.store(true, std::memory_order_relaxed);
  }

 private:
  const BuildWatch& watch_;
  u32 total_, done_ = 0;
  std::mutex lock_;
  std::atomic<bool> stopped_ = false;
};

// How the centres of a part are written down: c stands for origin + c / scale.
struct Coordinates {
  Vec3d origin;
  double scale = 1;

  // For centres in this box, such that they fill −1 … 1.
  static Coordinates of(const Bounds& box) {
    const Vec3d half = 0.5 * box.high - 0.5 * box.low;
    int exponent = 0;
    std::frexp(largest(half), &exponent);
    return {box.centre(), largest(half) > 0 ? std::ldexp(1.0, -std::clamp(exponent, -1000, 1000)) : 1.0};
  }
};

Bounds box_of(const Triangled& t) {
  Bounds box;
  for (int k = 0; k < 3; ++k) box.add(t[k]);
  return box;
}

// Writes down elements whose numbers are known; gives the box of their centres.
CentreBox write_down(std::span<Element> elements, const Mesh& mesh, const Coordinates& in) {
  Lanes low(CentreBox::kMost), high(-CentreBox::kMost);
  for (Element& e : elements) {
    const Bounds box = box_of(mesh.triangle(e.primitive()));
    const Vec3f centre = cast<float>(in.scale * (box.centre() - in.origin));
    const Vec3d half = in.scale * (0.5 * box.high - 0.5 * box.low);
    for (int k = 0; k < 3; ++k) {
      e.centre[k] = centre[k];
      // Boxes that dwarf the distances between their centres are all alike; their areas must stay in a float's range.
      e.half[k] = rounded<float>(lesser(half[k], 1e6));
    }
    e.half[3] = 0;
    const Lanes at = Lanes::load(e.centre);
    low = lesser(low, at), high = larger(high, at);
  }
  CentreBox box;
  low.store(box.low), high.store(box.high);
  return box;
}

CentreBox centre_box(std::span<const Element> elements) {
  Lanes low(CentreBox::kMost), high(-CentreBox::kMost);
  for (const Element& e : elements) {
    const Lanes at = Lanes::load(e.centre);
    low = lesser(low, at), high = larger(high, at);
  }
  CentreBox box;
  low.store(box.low), high.store(box.high);
  return box;
}

struct TwoBoxes {
  u32 first;  // how many elements come first
  CentreBox centres[2];
};

// Those that belong first to the front, in the order they had, and the boxes of both sides in the same pass. Every
// element is written to both places, and only one of them moves on: a branch would be guessed wrong half the time.
template <class First>
TwoBoxes part(std::span<Element> elements, Element* spare, First belongs_first) {
  constexpr float kFar = CentreBox::kMost / 2;
  alignas(16) constexpr float kAway[2][4] = {{kFar, kFar, kFar, kFar}, {0, 0, 0, 0}};
  Lanes low(CentreBox::kMost), high(-CentreBox::kMost);
  Element* const all = elements.data();
  const u32 count = static_cast<u32>(elements.size());
  u32 first = 0, second = 0;
  for (u32 i = 0; i < count; ++i) {
    const bool here = belongs_first(all[i]);
    const Lanes centre = Lanes::load(all[i].centre), half = Lanes::load(all[i].half);
    centre.store(all[first].centre), half.store(all[first].half);
    centre.store(spare[second].centre), half.store(spare[second].half);
    first += here, second += !here;
    const Lanes away = Lanes::load(kAway[here]);  // keeps the others out of the box
    low = lesser(low, centre + away), high = larger(high, centre - away);
  }
  TwoBoxes out;
  out.first = first;
  low.store(out.centres[0].low), high.store(out.centres[0].high);
  low = Lanes(CentreBox::kMost), high = Lanes(-CentreBox::kMost);
  for (u32 i = 0; i < second; ++i) {
    const Lanes centre = Lanes::load(spare[i].centre), half = Lanes::load(spare[i].half);
    centre.store(all[first + i].centre), half.store(all[first + i].half);
    low = lesser(low, centre), high = larger(high, centre);
  }
  low.store(out.centres[1].low), high.store(out.centres[1].high);
  return out;
}

TwoBoxes halve(std::span<Element> elements, const Direction& direction) {
  const u32 half = static_cast<u32>(elements.size() / 2);
  with_projection(direction, [&](auto project) {
    std::nth_element(elements.begin(), elements.begin() + half, elements.end(),
                     [&](const Element& a, const Element& b) {
                       const float at_a = project(a), at_b = project(b);
                       return at_a != at_b ? at_a < at_b : a.primitive() < b.primitive();
                     });
  });
  return {half, {centre_box(elements.first(half)), centre_box(elements.subspan(half))}};
}

TwoBoxes cut_in_two(std::span<Element> elements, Element* spare, const Cut& cut) {
  if (!cut.halves) {
    const TwoBoxes out = with_projection(cut.direction, [&](auto project) {
      return part(elements, spare, [&](const Element& e) { return (project(e) - cut.start) * cut.scale < cut.below; });
    });
    if (out.first > 0 && out.first < elements.size()) return out;
  }
  return halve(elements, cut.direction);
}

class Grower {
 public:
  Grower(const Mesh& mesh, const TopDown<AnySplit>& how, const BuildWatch& watch)
      : mesh_(mesh), how_(how), workers_(how.threads), progress_(watch, mesh.size()) {}

  Result<Topology> grow() {
    const u32 n = mesh_.size();
    if (n == 0) return Topology{};
    elements_ = std::make_unique_for_overwrite<Element[]>(n);
    spare_ = std::make_unique_for_overwrite<Element[]>(n);
    order_.resize(n);
    Bounds box;
    for (Vec3d v : mesh_.vertices()) box.add(v);
    Range root{0, n, 0, {}, Coordinates::of(box)};
    std::vector<CentreBox> boxes((n + kOneGo - 1) / kOneGo);
    workers_.for_ranges(n, kOneGo, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) elements_[i].set_primitive(static_cast<u32>(i));
      boxes[begin / kOneGo] = write_down({&elements_[begin], end - begin}, mesh_, root.in);
    });
    for (const CentreBox& b : boxes) root.centres.add(b);
    std::vector<Ref> below;
    const Ref top = grow(root, below, true);
    if (progress_.stopped()) return Error{"the build was stopped by its watch"};
    Topology out;
    out.nodes.reserve(1 + below.size());
    out.nodes.push_back({});
    out.nodes[0] = splice(out.nodes, below, top);
    out.order = std::move(order_);
    return out;
  }

 private:
  struct Range {
    u32 begin, end, depth;
    CentreBox centres;
    Coordinates in;
  };

  // Puts the nodes below a range into `nodes`, children of children behind children, those of the first before those
  // of the second; gives the range's own node.
  Ref grow(Range& range, std::vector<Ref>& nodes, bool last) {
    const u32 count = range.end - range.begin;
    if (progress_.stopped()) return {};
    if (count <= kOneGo) {
      const Ref ref = grow_in_one_go(range, nodes, last);
      progress_.add(count);
      return ref;
    }
    Range parts[2];
    cut(range, parts);
    std::vector<Ref> below[2];
    Ref child[2];
    workers_.both([&] { child[0] = grow(parts[0], below[0], false); },
                  [&] { child[1] = grow(parts[1], below[1], true); });
    const u32 first = static_cast<u32>(nodes.size());
    nodes.resize(first + 2);
    for (int k = 0; k < 2; ++k) nodes[first + static_cast<u32>(k)] = splice(nodes, below[k], child[k]);
    return Ref::inner(first, last);
  }

  Ref grow_in_one_go(Range& range, std::vector<Ref>& nodes, bool last) {
    if (range.end - range.begin <= how_.leaf_size) return leaf(range, last);
    Range parts[2];
    cut(range, parts);
    const u32 first = static_cast<u32>(nodes.size());
    nodes.resize(first + 2);
    for (u32 k = 0; k < 2; ++k) {
      const Ref child = grow_in_one_go(parts[k], nodes, k == 1);
      nodes[first + k] = child;
    }
    return Ref::inner(first, last);
  }

  Ref leaf(const Range& range, bool last) {
    for (u32 i = range.begin; i < range.end; ++i) order_[i] = Item(elements_[i].primitive(), i + 1 == range.end);
    return Ref::leaf(range.begin, last);
  }

  void cut(Range& range, Range parts[2]) {
    const std::span<Element> elements(&elements_[range.begin], range.end - range.begin);
    sharpen(range, elements);
    const Cut where = free_to_cut(range.end - range.begin, range.depth, depth_limit(mesh_.size()))
                          ? how_.split(Part{elements, range.centres, mesh_, range.in.origin, range.in.scale})
                          : Cut{.direction = Direction::axis(range.centres.longest()), .halves = true};
    const TwoBoxes two = cut_in_two(elements, &spare_[range.begin], where);
    const u32 middle = range.begin + two.first;
    parts[0] = {range.begin, middle, range.depth + 1, two.centres[0], range.in};
    parts[1] = {middle, range.end, range.depth + 1, two.centres[1], range.in};
  }

  // Small things far from the middle have few digits of a float left to tell them apart; they are then written down
  // anew about their own middle, from the doubles.
  void sharpen(Range& range, std::span<Element> elements) const {
    float size = 0, far = 0;
    for (int k = 0; k < 3; ++k) {
      size = larger(size, range.centres.side(k));
      far = larger(far, larger(std::abs(range.centres.low[k]), std::abs(range.centres.high[k])));
    }
    if (!(size < far * 0x1p-13f)) return;
    Bounds box;
    for (const Element& e : elements) box.add(box_of(mesh_.triangle(e.primitive())).centre());
    range.in = Coordinates::of(box);
    range.centres = write_down(elements, mesh_, range.in);
  }

  static Ref splice(std::vector<Ref>& nodes, std::span<const Ref> below, Ref top = {}) {
    const u32 offset = static_cast<u32>(nodes.size());
    const auto moved = [&](Ref r) { return r.is_leaf() ? r : Ref::inner(r.first() + offset, r.is_last()); };
    nodes.resize(offset + below.size());
    std::transform(below.begin(), below.end(), nodes.begin() + offset, moved);
    return moved(top);
  }

  const Mesh& mesh_;
  const TopDown<AnySplit>& how_;
  Workers workers_;
  Progress progress_;
  std::unique_ptr<Element[]> elements_, spare_;
  std::vector<Item> order_;
};

}  // namespace

Result<Topology> build(const Mesh& mesh, const TopDown<AnySplit>& how, const BuildWatch& watch) {
  APART_ASSERT(how.leaf_size >= 1 && how.leaf_size <= 128, "a leaf holds 1 … 128 primitives");
  APART_ASSERT(mesh.size() <= Ref::kMost / 2, "more primitives than a tree can name");
  return Grower(mesh, how, watch).grow();
}

}  // namespace apart
