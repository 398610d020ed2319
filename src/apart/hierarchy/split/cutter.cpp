// Partitions elements by a split rule, sequentially or in parallel, and rescales small parts.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/split/cutter.hpp>
#include <apart/hierarchy/split/depth.hpp>
#include <apart/hierarchy/split/project.hpp>
#include <numeric>

namespace apart::hierarchy {
namespace {

using Lanes = Pack<float, 4>;

// Such that the centres in this box fill −1 … 1.
Cutter::Coordinates coordinates_for(const Bounds& box) {
  const Vec3d half = 0.5 * box.high - 0.5 * box.low;
  int exponent = 0;
  std::frexp(largest(half), &exponent);
  return {box.centre(), largest(half) > 0 ? std::ldexp(1.0, -std::clamp(exponent, -1000, 1000)) : 1.0};
}

Bounds box_of(const Triangle& t) {
  Bounds box;
  for (int k = 0; k < 3; ++k) box.add(t[k]);
  return box;
}

// Stores elements of given primitives; returns the box of their centres.
CentreBox write_down(std::span<Element> elements, const Mesh& mesh, const Cutter::Coordinates& in) {
  Lanes low(CentreBox::kMost), high(-CentreBox::kMost);
  for (Element& e : elements) {
    const Bounds box = box_of(mesh.triangle(e.primitive()));
    const Vec3f centre = cast<float>(in.scale * (box.centre() - in.origin));
    const Vec3d half = in.scale * (0.5 * box.high - 0.5 * box.low);
    for (int k = 0; k < 3; ++k) {
      e.centre[k] = centre[k];
      // Boxes that are huge relative to the distances between their centres are clamped; their areas must fit a float.
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

// Stable partition, with the boxes of both sides in the same pass. Every element is written to both places, and only
// one of them advances: a branch would be mispredicted half the time.
template <class First>
TwoBoxes part_alone(std::span<Element> elements, Element* spare, First belongs_first) {
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
    const Lanes away = Lanes::load(kAway[here]);  // excludes the others from the box
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

// The same in parallel, with more passes: after counting, each chunk knows where its elements go.
template <class First>
TwoBoxes part(std::span<Element> elements, Element* spare, const Workers& workers, First belongs_first) {
  constexpr std::size_t kPiece = 1 << 12;
  if (elements.size() <= kPiece || workers.threads() == 1) return part_alone(elements, spare, belongs_first);
  const std::size_t count = elements.size();
  std::vector<u32> before((count + kPiece - 1) / kPiece + 1);
  workers.for_ranges(count, kPiece, [&](std::size_t begin, std::size_t end) {
    u32 first = 0;
    for (const Element& e : elements.subspan(begin, end - begin)) first += belongs_first(e);
    before[begin / kPiece + 1] = first;
  });
  std::partial_sum(before.begin(), before.end(), before.begin());
  const u32 middle = before.back();
  workers.for_ranges(count, kPiece, [&](std::size_t begin, std::size_t end) {
    u32 first = before[begin / kPiece], second = middle + static_cast<u32>(begin) - first;
    for (const Element& e : elements.subspan(begin, end - begin)) {
      const u32 here = belongs_first(e), at = second + ((first - second) & (0 - here));  // branchless
      spare[at] = e;
      first += here, second += 1 - here;
    }
  });
  workers.for_ranges(count, kPiece, [&](std::size_t begin, std::size_t end) {
    std::copy(spare + begin, spare + end, elements.begin() + static_cast<std::ptrdiff_t>(begin));
  });
  const auto box = [&](std::span<const Element> some) {
    return workers.sum<CentreBox>(some.size(), kPiece, [&](std::size_t begin, std::size_t end) {
      return centre_box(some.subspan(begin, end - begin));
    });
  };
  return {middle, {box(elements.first(middle)), box(elements.subspan(middle))}};
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

TwoBoxes cut_in_two(std::span<Element> elements, Element* spare, const Cut& cut, const Workers& workers) {
  if (!cut.halves) {
    const TwoBoxes out = with_projection(cut.direction, [&](auto project) {
      return part(elements, spare, workers,
                  [&](const Element& e) { return (project(e) - cut.start) * cut.scale < cut.below; });
    });
    if (out.first > 0 && out.first < elements.size()) return out;
  }
  return halve(elements, cut.direction);
}

}  // namespace

Cutter::Range Cutter::start(const Workers& workers) {
  constexpr u32 kPiece = 4096;
  const u32 n = mesh_.size();
  elements_.resize(n);
  spare_.resize(n);
  const std::span<const Vec3d> vertices = mesh_.vertices();
  const Bounds box = workers.sum<Bounds>(vertices.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    Bounds part;
    for (Vec3d v : vertices.subspan(begin, end - begin)) part.add(v);
    return part;
  });
  Range root{0, n, 0, {}, coordinates_for(box)};
  root.centres = workers.sum<CentreBox>(n, kPiece, [&](std::size_t begin, std::size_t end) {
    const std::span<Element> elements(&elements_[begin], end - begin);
    for (std::size_t i = begin; i < end; ++i) elements[i - begin].set_primitive(static_cast<u32>(i));
    return write_down(elements, mesh_, root.in);
  });
  return root;
}

void Cutter::cut(Range& range, Range parts[2], const Workers& workers) {
  const std::span<Element> elements(&elements_[range.begin], range.end - range.begin);
  sharpen(range, elements);
  // Further down there are more ranges than threads, and sharing one would only cost.
  const Workers& sharers = elements.size() > mesh_.size() / workers.threads() ? workers : Workers::alone();
  const Cut where = free_to_cut(range.end - range.begin, range.depth, depth_limit(mesh_.size()))
                        ? split_(Subset{elements, range.centres, mesh_, range.in.origin, range.in.scale, sharers})
                        : Cut{.direction = Direction::axis(range.centres.longest()), .halves = true};
  const TwoBoxes two = cut_in_two(elements, &spare_[range.begin], where, sharers);
  const u32 middle = range.begin + two.first;
  parts[0] = {range.begin, middle, range.depth + 1, two.centres[0], range.in};
  parts[1] = {middle, range.end, range.depth + 1, two.centres[1], range.in};
}

// Small parts far from the origin have few significant float digits; they are re-encoded relative to their own centre,
// from the doubles.
void Cutter::sharpen(Range& range, std::span<Element> elements) const {
  float size = 0, far = 0;
  for (int k = 0; k < 3; ++k) {
    size = larger(size, range.centres.side(k));
    far = larger(far, larger(std::abs(range.centres.low[k]), std::abs(range.centres.high[k])));
  }
  if (!(size < far * 0x1p-13f)) return;
  Bounds box;
  for (const Element& e : elements) box.add(box_of(mesh_.triangle(e.primitive())).centre());
  range.in = coordinates_for(box);
  range.centres = write_down(elements, mesh_, range.in);
}

}  // namespace apart::hierarchy
