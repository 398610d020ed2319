// Partitions elements by a split rule, sequentially or in parallel, and rescales small parts.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/split/bins.hpp>
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
  return split_lanes().write_down(elements.data(), static_cast<u32>(elements.size()), mesh.vertices(), mesh.faces(),
                                  in.origin, in.scale);
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

constexpr std::size_t kPiece = 1 << 12;

// How many of each piece come first, after those of the pieces before it; the last of these is how many of all.
template <class First>
std::vector<u32> counted(std::span<const Element> elements, const Workers& workers, First belongs_first) {
  std::vector<u32> before((elements.size() + kPiece - 1) / kPiece + 1);
  workers.for_ranges(elements.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    u32 first = 0;
    for (const Element& e : elements.subspan(begin, end - begin)) first += belongs_first(e);
    before[begin / kPiece + 1] = first;
  });
  std::partial_sum(before.begin(), before.end(), before.begin());
  return before;
}

// As SplitLanes::part does, in parallel: after counting, each piece knows where its elements go. Returns how many come
// first.
template <class First>
u32 part(std::span<const Element> elements, Element* to, const Workers& workers, First belongs_first,
         CentreBox (&centres)[2]) {
  const std::vector<u32> before = counted(elements, workers, belongs_first);
  const u32 middle = before.back();
  struct TwoBoxes {
    CentreBox of[2];
    void add(const TwoBoxes& b) { of[0].add(b.of[0]), of[1].add(b.of[1]); }
  };
  const TwoBoxes boxes = workers.sum<TwoBoxes>(elements.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    u32 first = before[begin / kPiece], second = middle + static_cast<u32>(begin) - first;
    const u32 starts[2] = {second, first};
    for (const Element& e : elements.subspan(begin, end - begin)) {
      const u32 here = belongs_first(e), at = second + ((first - second) & (0 - here));  // branchless
      to[at] = e;
      first += here, second += 1 - here;
    }
    return TwoBoxes{{centre_box({to + starts[1], to + first}), centre_box({to + starts[0], to + second})}};
  });
  centres[0] = boxes.of[0], centres[1] = boxes.of[1];
  return middle;
}

// In place.
u32 halve(std::span<Element> elements, const Direction& direction, CentreBox (&centres)[2]) {
  const u32 half = static_cast<u32>(elements.size() / 2);
  with_projection(direction, [&](auto project) {
    std::nth_element(elements.begin(), elements.begin() + half, elements.end(),
                     [&](const Element& a, const Element& b) {
                       const float at_a = project(a), at_b = project(b);
                       return at_a != at_b ? at_a < at_b : a.primitive() < b.primitive();
                     });
  });
  centres[0] = centre_box(elements.first(half)), centres[1] = centre_box(elements.subspan(half));
  return half;
}

// By a cut that is not in halves; the cut is not copied, which would wait for the stores of its numbers. If one side
// would be empty, the elements may not have been moved.
u32 cut_in_two(std::span<const Element> elements, Element* to, Cut& cut, const Workers& workers,
               CentreBox (&centres)[2]) {
  return with_projection(cut.direction, [&](auto project) {
    const auto belongs_first = [&](const Element& e) { return (project(e) - cut.start) * cut.scale < cut.below; };
    if (elements.size() > kPiece && workers.threads() > 1) return part(elements, to, workers, belongs_first, centres);
    if (cut.first == 0) cut.first = counted(elements, workers, belongs_first).back();
    if (cut.first > 0) split_lanes().part(elements.data(), static_cast<u32>(elements.size()), cut, to, centres);
    return cut.first;
  });
}

}  // namespace

Cutter::Range Cutter::start(const Workers& workers) {
  const u32 n = mesh_.size();
  for (auto& side : elements_) side.resize(n);
  const std::span<const Vec3d> vertices = mesh_.vertices();
  const Bounds box = workers.sum<Bounds>(vertices.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    Bounds part;
    for (Vec3d v : vertices.subspan(begin, end - begin)) part.add(v);
    return part;
  });
  Range root{0, n, 0, 0, {}, coordinates_for(box)};
  root.centres = workers.sum<CentreBox>(n, kPiece, [&](std::size_t begin, std::size_t end) {
    const std::span<Element> elements(&elements_[0][begin], end - begin);
    for (std::size_t i = begin; i < end; ++i) elements[i - begin].set_primitive(static_cast<u32>(i));
    return write_down(elements, mesh_, root.in);
  });
  return root;
}

void Cutter::cut(Range& range, Range parts[2], const Workers& workers) {
  const std::span<Element> here = elements(range, range.side);
  sharpen(range, here);
  // Further down there are more ranges than threads, and sharing one would only cost.
  const Workers& sharers = here.size() > mesh_.size() / workers.threads() ? workers : Workers::alone();
  Cut where = free_to_cut(range.end - range.begin, range.depth, depth_limit(mesh_.size()))
                  ? split_(Subset{here, range.centres, mesh_, range.in.origin, range.in.scale, sharers})
                  : Cut{.direction = Direction::axis(range.centres.longest()), .halves = true};
  u32 side = 1 - range.side, first = 0;
  CentreBox centres[2];
  if (!where.halves) first = cut_in_two(here, elements(range, side).data(), where, sharers, centres);
  if (first == 0 || first == here.size()) {
    first = halve(here, where.direction, centres);
    side = range.side;
  }
  const u32 middle = range.begin + first;
  parts[0] = {range.begin, middle, range.depth + 1, side, centres[0], range.in};
  parts[1] = {middle, range.end, range.depth + 1, side, centres[1], range.in};
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
