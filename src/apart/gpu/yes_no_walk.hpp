// The walk of one warp for yes/no queries of many poses: pairs of boxes, of leaves and of triangles each wait in a
// queue of the warp's own until there are enough of them for all lanes, whatever pose they belong to.
#pragma once
#include <apart/gpu/triangle_filters.hpp>
#include <apart/gpu/warp.hpp>
#include <apart/triangles/kernels/nearest_pair.hpp>

namespace apart::gpu {

struct YesNoArgs {
  Trees trees;
  const Float4* records;
  const Pose* poses;
  const PairRoots* pairs;
  u32 count;           // of poses
  unsigned char* out;  // one byte a pose, 0 or kOpen at first
  u32* next;           // pose
  BoxItem* slow;       // `slow_size` items a warp
  u32 slow_size;
  u32 enough_leaves, enough_near, enough_doubts;  // to be looked at: fewer answer sooner, more fill the lanes
  u32 at_once;                                    // new poses that a warp takes, at most 32
};

// What a warp has at hand. Leaves: below enough + 32; the others: below 32 + 32.
struct YesNoMemory {
  static constexpr int kBoxes = 256, kLeaves = 96, kPairs = 64;
  BoxItem boxes[kBoxes];
  PairItem leaves[kLeaves], near[kPairs], doubtful[kPairs];
  u32 owner[kLanes];
};

enum class Verdict : unsigned char { no, yes, unknown };

// Do they touch?
struct TouchQuestion {
  APART_INLINE bool apart(const Box& c, const Box& f, const Motion& to_c, float slack) const {
    return boxes_apart(c, f, to_c, slack);
  }
  APART_INLINE bool out_of_reach(const NearPair& p, float slack) const { return parted_by_planes(p, slack); }
  APART_INLINE Verdict near(const NearPair& p, float slack) const {
    return parted_by_edges(p, slack) ? Verdict::no : Verdict::unknown;
  }
  APART_CALLED Verdict exactly(const Triangle& s, const Pose& at, const Triangle& of_b) const {
    const Triangle t = at * of_b;
    const triangles::Plainly said = triangles::plainly(s, t);
    return said == triangles::Plainly::apart     ? Verdict::no
           : said == triangles::Plainly::meeting ? Verdict::yes
                                                 : Verdict::unknown;
  }
};

// Are they within a tolerance, which is positive?
struct WithinQuestion {
  double tolerance;
  float low, high;  // it, scaled, rounded down and up

  APART_INLINE bool apart(const Box& c, const Box& f, const Motion& to_c, float slack) const {
    return c.empty() || box_gap(c, f, to_c, slack) > high;
  }
  APART_INLINE bool out_of_reach(const NearPair& p, float slack) const { return gap_along_centroids(p, slack) > high; }
  APART_INLINE Verdict near(const NearPair& p, float slack) const {
    const NearGap gap = near_gap(p, slack);
    if (gap.high < low) return Verdict::yes;
    return gap.low > high && !may_cross(p, slack) ? Verdict::no : Verdict::unknown;
  }
  // As WithinQuery.
  APART_CALLED Verdict exactly(const Triangle& s, const Pose& at, const Triangle& of_b) const {
    const Triangle t = at * of_b;
    const triangles::kernel::PlainGap found =
        triangles::kernel::distance_in_doubles(s, t, tolerance * tolerance * (1 + 8 * 0x1p-53));
    if (!found.decided || found.gap.squared < triangles::kLeastSquare) return Verdict::unknown;
    return std::sqrt(found.gap.squared) > tolerance ? Verdict::no : Verdict::yes;
  }
};

// What is left of a queue when items of poses that have their answer are taken out; its new length.
template <class Warp, class Item, class PoseOf>
APART_BOTH int without_answered(Warp& w, const unsigned char* out, Item* queue, int length, PoseOf pose_of) {
  return keep_if(w, queue, length, [&](const Item& item, int) { return Warp::fresh(out + pose_of(item)) != kYes; });
}

// Pairs of boxes, eight items at a time with the four children of each, until there are enough leaves. kNearFirst:
// those whose centres are near are taken first. There contents that touch are likely, and where there are some, the
// rest is not needed; where there are none, the order does not matter, and its instructions would be lost.
template <bool kNearFirst, class Warp, class Question>
APART_INLINE void test_boxes(Warp& w, const YesNoArgs& a, const Question& question, YesNoMemory& m,
                             SpillStack<Warp, BoxItem, YesNoMemory::kBoxes>& boxes, int& leaves) {
  while (boxes.top >= kTogether && leaves < static_cast<int>(a.enough_leaves)) {
    typename Warp::template Lane<bool> down, deep, leaf;
    // Of the item to be put down: a box with the other's children, or two leaves.
    typename Warp::template Lane<u32> pose, first, second;
    typename Warp::template Lane<float> slack;
    w.each([&](int lane) {
      const BoxItem item = boxes.fast[boxes.top - 1 - lane / static_cast<int>(kWide)];
      const u32 child = item.group * kWide + static_cast<u32>(lane) % kWide;
      const Motion to_c = motion_of(a.records, item.pose);
      const Box f = box_at(a.trees.nodes, item.fixed), c = box_at(a.trees.nodes, child);
      const bool met = !question.apart(c, f, to_c, item.slack);
      const Below in_c = c.below(), in_f = f.below();
      const bool both = in_c.is_leaf() && in_f.is_leaf();
      leaf[lane] = met && both, down[lane] = met && !both;
      deep[lane] = false;
      if constexpr (kNearFirst) {
        const Vec3f way = to_c.place(xyz(f.m)) - xyz(c.m);
        const float near_by = c.b.w + f.b.w;
        deep[lane] = down[lane] && fused_dot(way, way) < near_by * near_by;
      }
      const bool open_c = in_f.is_leaf() || (!in_c.is_leaf() && c.a.w >= f.a.w);
      const bool of_b = (item.pose & 1) != 0;  // C is B's
      pose[lane] = both || open_c ? item.pose : item.pose ^ 1;
      first[lane] = both ? (of_b ? in_f : in_c).bits() : open_c ? item.fixed : child;
      second[lane] = both ? (of_b ? in_c : in_f).bits() : (open_c ? in_c : in_f).index();
      slack[lane] = item.slack;
    });
    w.sync();
    boxes.top -= kTogether;
    const u32 downs = w.ballot(down), leafs = w.ballot(leaf);
    const u32 deeps = kNearFirst ? w.ballot(deep) : 0, others = downs & ~deeps;
    w.each([&](int lane) {
      // Those with near centres go last, to be taken first.
      const int place = deep[lane] ? w.count(others) + w.rank(deeps, lane) : w.rank(others, lane);
      if (down[lane]) boxes.fast[boxes.top + place] = {pose[lane], first[lane], second[lane], slack[lane]};
      if (leaf[lane]) m.leaves[leaves + w.rank(leafs, lane)] = {pose[lane] >> 1, first[lane], second[lane]};
    });
    boxes.top += w.count(downs);
    leaves += w.count(leafs);
    boxes.make_room(w);
    w.sync();
  }
}

template <class Warp, class Question>
APART_BOTH void walk_yes_no(Warp w, const YesNoArgs& a, const Question& question, YesNoMemory& m, u32 warp_number) {
  SpillStack<Warp, BoxItem, YesNoMemory::kBoxes> boxes{m.boxes, a.slow + u64(warp_number) * a.slow_size};
  int leaves = 0, near = 0, doubtful = 0;
  bool more = true;
  bool hopeful = false;  // a pose has been answered by yes
  for (;;) {
    if (hopeful)
      test_boxes<true>(w, a, question, m, boxes, leaves);
    else
      test_boxes<false>(w, a, question, m, boxes, leaves);
    const bool dry = boxes.empty() && !more;
    // Leaves: as many as have up to 32 pairs of triangles.
    if (leaves >= static_cast<int>(a.enough_leaves) || (dry && leaves > 0)) {
      const int most = lesser(leaves, kLanes);
      typename Warp::template Lane<PairItem> item;
      typename Warp::template Lane<u32> pairs, ends;
      w.each([&](int lane) {
        item[lane] = m.leaves[leaves - 1 - lesser(lane, most - 1)];
        pairs[lane] = lane < most ? Below(item[lane].a).count() * Below(item[lane].b).count() : 64;
        ends[lane] = pairs[lane];
      });
      for (int by = 1; by < kLanes; by *= 2) {
        typename Warp::template Lane<int> from;
        w.each([&](int lane) { from[lane] = lane >= by ? lane - by : lane; });
        auto lower = w.from(ends, from);
        w.each([&](int lane) {
          if (lane >= by) ends[lane] += lower[lane];
        });
      }
      typename Warp::template Lane<bool> fits;
      w.each([&](int lane) { fits[lane] = ends[lane] <= kLanes; });
      const int taken = w.count(w.ballot(fits));
      w.each([&](int lane) {
        if (!fits[lane]) return;
        const u32 begin = ends[lane] - pairs[lane];
        for (u32 k = begin; k < ends[lane]; ++k) m.owner[k] = static_cast<u32>(lane) << 8 | (k - begin);
      });
      const u32 total = w.broadcast(ends, taken - 1);
      w.sync();
      typename Warp::template Lane<int> mine;
      typename Warp::template Lane<u32> a_leaf, b_leaf, pose;
      w.each([&](int lane) {
        mine[lane] = static_cast<u32>(lane) < total ? static_cast<int>(m.owner[lane] >> 8) : 0;
        a_leaf[lane] = item[lane].a, b_leaf[lane] = item[lane].b, pose[lane] = item[lane].pose;
      });
      a_leaf = w.from(a_leaf, mine), b_leaf = w.from(b_leaf, mine), pose = w.from(pose, mine);
      leaves -= taken;
      typename Warp::template Lane<bool> keep;
      typename Warp::template Lane<PairItem> found;
      w.each([&](int lane) {
        keep[lane] = static_cast<u32>(lane) < total;
        if (!keep[lane]) return;
        const Below la(a_leaf[lane]), lb(b_leaf[lane]);
        const u32 which = m.owner[lane] & 255;
        const u32 i = which / lb.count(), j = which - i * lb.count();
        found[lane] = {pose[lane], la.first() + i, lb.first() + j};
        const NearPair p(near_triangle(a.trees.near, found[lane].a), near_triangle(a.trees.near, found[lane].b),
                         motion_of(a.records, 2 * pose[lane]));
        keep[lane] = !question.out_of_reach(p, fetch(a.records + u64(pose[lane]) * kRecord + 3).x);
      });
      const u32 kept = w.ballot(keep);
      w.each([&](int lane) {
        if (keep[lane]) m.near[near + w.rank(kept, lane)] = found[lane];
      });
      near += w.count(kept);
      w.sync();
    }
    bool found_any = false;
    // Triangles, in floats.
    if (near >= static_cast<int>(a.enough_near) || (dry && leaves == 0 && near > 0)) {
      const int most = lesser(near, kLanes);
      typename Warp::template Lane<PairItem> item;
      typename Warp::template Lane<bool> keep, yes;
      w.each([&](int lane) {
        keep[lane] = yes[lane] = false;
        if (lane >= most) return;
        item[lane] = m.near[near - 1 - lane];
        const NearPair p(near_triangle(a.trees.near, item[lane].a), near_triangle(a.trees.near, item[lane].b),
                         motion_of(a.records, 2 * item[lane].pose));
        const Verdict said = question.near(p, fetch(a.records + u64(item[lane].pose) * kRecord + 3).x);
        keep[lane] = said == Verdict::unknown;
        yes[lane] = said == Verdict::yes;
        if (yes[lane]) a.out[item[lane].pose] = kYes;
      });
      near -= most;
      const u32 kept = w.ballot(keep);
      found_any = w.ballot(yes) != 0;
      w.each([&](int lane) {
        if (keep[lane]) m.doubtful[doubtful + w.rank(kept, lane)] = item[lane];
      });
      doubtful += w.count(kept);
      w.sync();
    }
    // Triangles, in doubles.
    if (doubtful >= static_cast<int>(a.enough_doubts) || (dry && leaves == 0 && near == 0 && doubtful > 0)) {
      const int most = lesser(doubtful, kLanes);
      typename Warp::template Lane<bool> yes;
      w.each([&](int lane) {
        yes[lane] = false;
        if (lane >= most) return;
        const PairItem item = m.doubtful[doubtful - 1 - lane];
        if (Warp::fresh(a.out + item.pose) == kYes) return;
        const Verdict said = question.exactly(a.trees.exact[item.a], a.poses[item.pose], a.trees.exact[item.b]);
        yes[lane] = said == Verdict::yes;
        if (said != Verdict::no) a.out[item.pose] = said == Verdict::yes ? kYes : kOpen;
      });
      w.sync();
      doubtful -= most;
      found_any = w.ballot(yes) != 0 || found_any;
    }
    if (found_any) {
      hopeful = true;
      const auto pose_of_pair = [](const PairItem& item) { return item.pose; };
      boxes.top = without_answered(w, a.out, boxes.fast, boxes.top, [](const BoxItem& item) { return item.pose >> 1; });
      leaves = without_answered(w, a.out, m.leaves, leaves, pose_of_pair);
      near = without_answered(w, a.out, m.near, near, pose_of_pair);
      doubtful = without_answered(w, a.out, m.doubtful, doubtful, pose_of_pair);
    }
    boxes.bring_back(w);
    if (boxes.top >= kTogether) continue;
    if (more) {  // new poses
      const u32 first = w.take(a.next, a.at_once);
      more = first < a.count;
      if (!more) continue;
      typename Warp::template Lane<bool> active;
      typename Warp::template Lane<BoxItem> root;
      w.each([&](int lane) {
        const u32 pose = first + static_cast<u32>(lane);
        active[lane] = false;
        if (static_cast<u32>(lane) >= a.at_once || pose >= a.count) return;
        const Float4 about = fetch(a.records + u64(pose) * kRecord + 3);
        if (bits_of(about.y) == kInactive) return;
        const PairRoots& pair = a.pairs[bits_of(about.y)];
        active[lane] = true;
        root[lane] = {2 * pose, pair.node_b, pair.group_a, about.x};
      });
      const u32 actives = w.ballot(active);
      w.each([&](int lane) {
        if (active[lane]) boxes.fast[boxes.top + w.rank(actives, lane)] = root[lane];
      });
      boxes.top += w.count(actives);
      w.sync();
    } else if (boxes.top > 0) {  // too few for all lanes: filled up by what is nowhere, the group 0 of no children
      const int top = boxes.top;
      w.each([&](int lane) {
        if (lane >= top && lane < kTogether) boxes.fast[lane] = {boxes.fast[0].pose, boxes.fast[0].fixed, 0, 0};
      });
      boxes.top = kTogether;
      w.sync();
    } else if (leaves + near + doubtful == 0) {
      return;
    }
  }
}

}  // namespace apart::gpu
