#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/motion/deforming/overlap_octree.hpp>
#include <apart/triangles/overlap.hpp>

namespace apart::motion {
namespace {

bool boxes_meet(const Bounds& p, const Bounds& q) {
  return p.low.x <= q.high.x && q.low.x <= p.high.x && p.low.y <= q.high.y && q.low.y <= p.high.y &&
         p.low.z <= q.high.z && q.low.z <= p.high.z;
}

struct BoxedTriangle {
  u32 index;
  Bounds box;
};

class OverlapOctree {
 public:
  OverlapOctree(std::span<const Triangle> a, std::span<const Triangle> b, OctreeFacts& facts)
      : a_(a), b_(b), facts_(facts) {}

  std::vector<TouchingPair> run() {
    const std::vector<BoxedTriangle> all_a = boxed(a_), all_b = boxed(b_);
    Bounds of_a, of_b;
    for (const BoxedTriangle& t : all_a) of_a.add(t.box);
    for (const BoxedTriangle& t : all_b) of_b.add(t.box);
    if (!all_a.empty() && !all_b.empty() && boxes_meet(of_a, of_b)) {
      whole_ = {larger(of_a.low, of_b.low), lesser(of_a.high, of_b.high)};
      const std::vector<BoxedTriangle> in_a = in_cell(all_a, whole_), in_b = in_cell(all_b, whole_);
      facts_.in_overlap = static_cast<u32>(in_a.size() + in_b.size());
      divide(whole_, in_a, in_b, 0);
    }
    std::sort(found_.begin(), found_.end(), [](const TouchingPair& p, const TouchingPair& q) {
      return p.triangle_a != q.triangle_a ? p.triangle_a < q.triangle_a : p.triangle_b < q.triangle_b;
    });
    return std::move(found_);
  }

 private:
  static constexpr int kDeepest = 20;
  static constexpr std::size_t kFewPairs = 64;

  static std::vector<BoxedTriangle> boxed(std::span<const Triangle> triangles) {
    std::vector<BoxedTriangle> out;
    for (u32 i = 0; i < triangles.size(); ++i) {
      out.push_back({i, {}});
      for (int k = 0; k < 3; ++k) out.back().box.add(triangles[i][k]);
    }
    return out;
  }
  static std::vector<BoxedTriangle> in_cell(const std::vector<BoxedTriangle>& list, const Bounds& cell) {
    std::vector<BoxedTriangle> out;
    for (const BoxedTriangle& t : list)
      if (boxes_meet(t.box, cell)) out.push_back(t);
    return out;
  }

  void divide(const Bounds& cell, const std::vector<BoxedTriangle>& a, const std::vector<BoxedTriangle>& b, int depth) {
    ++facts_.cells;
    if (a.empty() || b.empty()) return;
    const Vec3d middle = cell.centre();
    if (a.size() * b.size() <= kFewPairs || depth == kDeepest) return test(cell, a, b);
    std::vector<BoxedTriangle> parts_a[8], parts_b[8];
    Bounds cells[8];
    std::size_t most = 0;
    for (int k = 0; k < 8; ++k) {
      bool is_there = true;
      for (int axis = 0; axis < 3; ++axis) {
        // A cell that is flat along an axis is not divided there: its halves would be the same.
        const bool upper = k >> axis & 1, flat = !(cell.low[axis] < middle[axis] && middle[axis] < cell.high[axis]);
        is_there = is_there && !(upper && flat);
        cells[k].low[axis] = upper ? middle[axis] : cell.low[axis];
        cells[k].high[axis] = upper || flat ? cell.high[axis] : middle[axis];
      }
      if (!is_there) continue;
      parts_a[k] = in_cell(a, cells[k]), parts_b[k] = in_cell(b, cells[k]);
      most = larger(most, parts_a[k].size() * parts_b[k].size());
    }
    // Where all are in one place, smaller cells do not part them.
    if (most == a.size() * b.size() && depth > 0) return test(cell, a, b);
    for (int k = 0; k < 8; ++k) divide(cells[k], parts_a[k], parts_b[k], depth + 1);
  }

  // A pair is in several cells. It is tested in the one that has the lowest corner of what their boxes share, which
  // takes the place of a list of pairs that were tested.
  bool is_own(const Bounds& cell, Vec3d p) const {
    for (int axis = 0; axis < 3; ++axis)
      if (!(cell.low[axis] <= p[axis] && (p[axis] < cell.high[axis] || cell.high[axis] == whole_.high[axis])))
        return false;
    return true;
  }

  void test(const Bounds& cell, const std::vector<BoxedTriangle>& a, const std::vector<BoxedTriangle>& b) {
    for (const BoxedTriangle& s : a)
      for (const BoxedTriangle& t : b) {
        if (!boxes_meet(s.box, t.box) || !is_own(cell, larger(s.box.low, t.box.low))) continue;
        ++facts_.tests;
        if (triangles::overlap(a_[s.index], b_[t.index])) found_.push_back({s.index, t.index});
      }
  }

  std::span<const Triangle> a_, b_;
  OctreeFacts& facts_;
  Bounds whole_;
  std::vector<TouchingPair> found_;
};

std::vector<Triangle> triangles_of(const DeformingModel& model) {
  std::vector<Triangle> out;
  for (u32 i = 0; i < model.size(); ++i) out.push_back(model.triangle(i));
  return out;
}

}  // namespace

std::vector<TouchingPair> octree_collisions(std::span<const Triangle> a, std::span<const Triangle> b,
                                            OctreeFacts* facts) {
  OctreeFacts own;
  return OverlapOctree(a, b, facts ? *facts : own).run();
}

std::vector<TouchingPair> octree_collisions(const DeformingModel& a, const DeformingModel& b, OctreeFacts* facts) {
  std::vector<TouchingPair> out = octree_collisions(triangles_of(a), triangles_of(b), facts);
  for (TouchingPair& pair : out)
    pair.part_a = a.rest().part(pair.triangle_a), pair.part_b = b.rest().part(pair.triangle_b);
  return out;
}

}  // namespace apart::motion
