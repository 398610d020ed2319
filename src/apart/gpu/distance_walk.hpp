// The walk of one warp for the distance at one pose after the other: branch and bound, 32 pairs of boxes at a time, the
// nearest first; triangles in floats. Those that may be the nearest are listed, and decided in doubles after the walk
// (candidates.hpp). Where they are too many for that, the pose is walked again, by a walk that decides in doubles
// itself, and has the last word: the code for that would cost the others registers. Of equally near pairs the one with
// the lowest numbers is the answer, as in DistanceQuery.
//
// Where there are few poses, a team of warps walks one: those that have nothing to do are given some of what others
// have open, and all know what each has found of the distance. The team decides its candidates by itself.
#pragma once
#include <apart/gpu/candidates.hpp>
#include <apart/gpu/triangle_filters.hpp>
#include <apart/gpu/warp.hpp>

namespace apart::gpu {

// Children of a group with a box of the other model, and a lower bound of their distance.
struct BoundItem {
  u32 fixed;  // node, + 2³¹ where the group is B's
  u32 group;
  float bound;
};
struct BoundPair {
  u32 a, b;  // leaves or triangles
  float bound;
};

struct DistanceArgs {
  Trees trees;
  const Float4* records;
  const Pose* poses;
  const PairRoots* pairs;
  u32 count;  // of poses
  NearestRecord* out;
  u32* next;  // pose
  BoundItem* slow;
  u32 slow_size;
  u32 enough_leaves;
  Candidate* list;  // of all poses; `listed` counts on where it is full
  u32* listed;
  u32 list_size;
  u32* again;  // poses that are to be walked again, and how many
  u32* again_count;
};

inline constexpr u32 kOfB = u32(1) << 31;
inline constexpr float kFar = 3e38f;

// The nearest pair that a lane has found in doubles.
struct NearestPairFound {
  double squared = std::numeric_limits<double>::infinity();
  u32 number_a = ~u32(0), number_b = ~u32(0);
  u32 slot_a = 0, slot_b = 0;

  APART_BOTH bool before(const NearestPairFound& o) const {
    if (squared != o.squared) return squared < o.squared;
    return numbers() < o.numbers();
  }
  APART_INLINE u64 numbers() const { return u64(number_a) << 32 | number_b; }
};

struct DistanceMemory {
  static constexpr int kBoxes = 256, kLeaves = 96, kPairs = 64, kCandidates = 128;
  BoundItem boxes[kBoxes];
  BoundPair leaves[kLeaves], near[kPairs], candidates[kCandidates];
  u32 picked[kLanes];
  NearestPairFound best[kLanes];  // of each lane
};

// The next double above, of one that is not negative.
APART_INLINE double next_above(double x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(x < infinity)) return infinity;
#if defined(__CUDA_ARCH__)
  return __longlong_as_double(__double_as_longlong(x) + 1);
#else
  return std::bit_cast<double>(std::bit_cast<u64>(x) + 1);
#endif
}

// What the warps of a team share.
struct DistanceTeam {
  static constexpr u32 kWarps = 8;
  // Of each warp: it has something to do, or waits for some of it; above these, so many items are given to it.
  static constexpr u32 kHasWork = 0, kWaits = 1;
  u32 pose;
  u32 reach;          // the distance is at most this, a float as bits
  u32 busy;           // warps that have something to do, or that are given something
  u32 again;          // a warp has too many candidates
  u64 least, lowest;  // of the candidates, as in CandidateArgs
  u32 state[kWarps];
  BoundItem given[kWarps][kLanes];

  // Before a pose: the first warp has all of it.
  APART_BOTH void begin(u32 of) {
    pose = of, reach = bits_of(kFar), busy = 1, again = 0, least = lowest = ~u64(0);
    for (u32 k = 0; k < kWarps; ++k) state[k] = k == 0 ? kHasWork : kWaits;
  }
};

// Each pose by a warp of its own, or by a team; or those that are to be walked again, deciding.
enum class Poses { alone, by_team, again };

template <class Warp, Poses are>
class DistanceWalk {
 public:
  template <class T>
  using Lane = typename Warp::template Lane<T>;

  // `team`: of which it is warp `place`.
  APART_BOTH DistanceWalk(Warp warp, const DistanceArgs& args, DistanceMemory& memory, u32 warp_number,
                          DistanceTeam* team = nullptr, u32 place = 0)
      : w(warp), a(args), m(memory), t(team), me(place), boxes{m.boxes, a.slow + u64(warp_number) * a.slow_size} {}

  // All poses that no other warp has taken; of a team, this is the caller's.
  APART_INLINE void run() {
    const u32 count = are == Poses::again ? *a.again_count : a.count;
    for (;;) {
      const u32 turn = w.take(a.next, 1);
      if (turn >= count) return;
      one(are == Poses::again ? a.again[turn] : turn);
    }
  }
  APART_INLINE void one(u32 pose) {
    if (!begin(pose)) return;
    while (go_on()) {
    }
    end();
  }

  // The parts of one(); false: there is nothing to be done.
  APART_INLINE bool begin(u32 pose) {
    const Float4 about = fetch(a.records + u64(pose) * kRecord + 3);
    if (bits_of(about.y) == kInactive) return false;
    const PairRoots& pair = a.pairs[bits_of(about.y)];
    slack = about.x;
    reach = kFar;
    pose_ = pose;
    leaves = near = candidates = lanes_used = 0;
    open = too_many = false;
    waiting = are == Poses::by_team && me > 0;
    w.each([&](int lane) {
      m.best[lane] = {};
      if (lane == 0) boxes.fast[0] = {pair.node_b, pair.group_a, 0};
    });
    boxes.top = waiting ? 0 : 1, boxes.behind = 0;
    w.sync();
    return true;
  }

  // Some steps, then the triangles they led to; of a team, one step, and what others wait for.
  APART_INLINE bool go_on() {
    if constexpr (are == Poses::by_team) {
      if (too_many) boxes.top = leaves = near = 0, boxes.behind = 0;
      if (!has_work()) return waits();
      reach = lesser(reach, float_of(w.seen(&t->reach)));
    }
    const bool hurry = reach >= kFar;
    while (!boxes.empty() && leaves < (hurry ? 1 : static_cast<int>(a.enough_leaves))) {
      step();
      if constexpr (are == Poses::by_team) {
        give();
        return true;
      }
    }
    if (leaves > 0) open_leaves();
    const bool dry = boxes.empty() && leaves == 0;
    if (near >= kLanes || (near > 0 && (hurry || dry))) measure();
    return are == Poses::by_team || (!too_many && has_work());
  }

  APART_INLINE void end() {
    if constexpr (are == Poses::by_team) reach = lesser(reach, float_of(w.seen(&t->reach)));
    forget_far_candidates();
    if constexpr (are == Poses::again) {
      settle();
      finish();
    } else if constexpr (are == Poses::by_team) {
      settle();
      if (too_many) w.set(&t->again, 1);
      w.each([&](int lane) {
        if (lane < lanes_used) make_least(&t->least, open ? 0 : bits_of(m.best[lane].squared));
      });
    } else if (too_many || !list()) {
      walk_again();
    }
  }

  // Of a team: after end() of all, then after this of all.
  APART_INLINE void number() {
    w.each([&](int lane) {
      if (has_least(lane)) make_least(&t->lowest, m.best[lane].numbers());
    });
  }
  APART_INLINE void answer() {
    const bool undecided = t->least == 0;
    if (t->again) {
      if (me == 0) walk_again();
      return;
    }
    w.each([&](int lane) {
      if (undecided && me == 0 && lane == 0) a.out[pose_].status = kOpen;
      if (!undecided && has_least(lane) && t->lowest == m.best[lane].numbers())
        a.out[pose_] = answer_of(a.trees, a.poses[pose_], m.best[lane].slot_a, m.best[lane].slot_b);
    });
  }

 private:
  // Of what the team has found.
  APART_INLINE bool has_least(int lane) const { return lane < lanes_used && bits_of(m.best[lane].squared) == t->least; }
  APART_INLINE void walk_again() {
    const u32 at = w.take(a.again_count, 1);
    w.each([&](int lane) {
      if (lane == 0) a.again[at] = pose_;
    });
  }

  APART_INLINE bool has_work() const { return !boxes.empty() || leaves > 0 || near > 0; }

  // Nothing is left to do: takes what is given to it. False: no warp of the team has anything left.
  APART_INLINE bool waits() {
    if (!waiting) {
      w.set(&t->state[me], DistanceTeam::kWaits);
      w.add(&t->busy, ~u32(0));
      waiting = true;
    }
    const u32 state = w.seen(&t->state[me]);
    if (state <= DistanceTeam::kWaits) return w.seen(&t->busy) > 0;
    const int given = static_cast<int>(state - DistanceTeam::kWaits);
    w.each([&](int lane) {
      if (lane < given) boxes.fast[lane] = t->given[me][lane];
    });
    w.sync();
    boxes.top = given;
    w.set(&t->state[me], DistanceTeam::kHasWork);
    waiting = false;
    return true;
  }

  // Gives every other of the last items to a warp that waits, if there are more than a step takes.
  APART_INLINE void give() {
    Lane<bool> asks, alive;
    w.each([&](int lane) {
      asks[lane] =
          static_cast<u32>(lane) < DistanceTeam::kWarps && w.seen_by_lane(&t->state[lane]) == DistanceTeam::kWaits;
      const int at = boxes.top - 1 - lane;
      alive[lane] = at >= 0 && boxes.fast[at].bound < reach;
    });
    const u32 waiting_ones = w.ballot(asks), live = w.ballot(alive);
    if (waiting_ones == 0 || w.count(live) <= kTogether) return;
    const u32 after_us = waiting_ones >> me;  // so that not all turn to the same
    const int other = after_us ? static_cast<int>(me) + w.first(after_us) : w.first(waiting_ones);
    if (!w.replace(&t->state[other], DistanceTeam::kWaits, DistanceTeam::kHasWork)) return;  // someone else was first
    const int bottom = larger(0, boxes.top - kLanes), given = w.count(live) / 2, kept = w.count(live) - given;
    Lane<BoundItem> item;
    w.each([&](int lane) {
      if (alive[lane]) item[lane] = boxes.fast[boxes.top - 1 - lane];
    });
    w.sync();
    w.each([&](int lane) {
      if (!alive[lane]) return;
      const int rank = w.rank(live, lane);  // the nearest first
      if (rank % 2 == 1)
        t->given[other][given - 1 - rank / 2] = item[lane];
      else
        boxes.fast[bottom + kept - 1 - rank / 2] = item[lane];
    });
    boxes.top = bottom + kept;
    w.add(&t->busy, 1);
    w.set(&t->state[other], DistanceTeam::kWaits + static_cast<u32>(given));
  }

  APART_INLINE void forget_far_candidates() {
    candidates = keep_if(w, m.candidates, candidates, [&](const BoundPair& one, int) { return one.bound <= reach; });
  }

  // Lists the candidates; false if there is no room.
  APART_INLINE bool list() {
    const u32 at = w.take(a.listed, static_cast<u32>(candidates));
    const u32 room = at < a.list_size ? a.list_size - at : 0;
    const bool fits = static_cast<u32>(candidates) <= room;
    const u32 used = fits ? static_cast<u32>(candidates) : lesser(room, static_cast<u32>(candidates));
    for (u32 k = 0; k < used; k += kLanes)
      w.each([&](int lane) {
        const u32 here = k + static_cast<u32>(lane);
        if (here >= used) return;
        const BoundPair pair = m.candidates[here];
        a.list[at + here] = {fits ? pose_ : kInactive, pair.a, pair.b};
      });
    w.sync();
    return fits;
  }

  // Up to eight items that are within reach, of the last 32.
  APART_INLINE void step() {
    boxes.bring_back(w);
    Lane<bool> alive;
    w.each([&](int lane) {
      const int at = boxes.top - 1 - lane;
      alive[lane] = at >= 0 && boxes.fast[at].bound < reach;
    });
    const u32 live = w.ballot(alive);
    if (live == 0) {
      boxes.top = larger(0, boxes.top - kLanes);
      return;
    }
    Lane<bool> last;
    w.each([&](int lane) {
      const int rank = w.rank(live, lane);
      if (alive[lane] && rank < kTogether) m.picked[rank] = static_cast<u32>(boxes.top - 1 - lane);
      last[lane] = alive[lane] && rank == kTogether - 1;
    });
    const u32 lasts = w.ballot(last);
    w.sync();
    const int taken = w.count(live);
    Lane<bool> down, leaf;
    Lane<u32> fixed, group, key;
    Lane<BoundPair> pair;
    w.each([&](int lane) {
      const int sub = lane / static_cast<int>(kWide);
      const bool active = sub < taken;
      const BoundItem item = boxes.fast[m.picked[active ? sub : 0]];
      const u32 child = item.group * kWide + static_cast<u32>(lane) % kWide;
      const bool of_b = (item.fixed & kOfB) != 0;
      const Motion to_c = motion_of(a.records, 2 * pose_ + (of_b ? 1 : 0));
      const u32 fixed_node = item.fixed & ~kOfB;
      const Box f = box_at(a.trees.nodes, fixed_node), c = box_at(a.trees.nodes, child);
      const float gap = larger(0.f, box_gap(c, f, to_c, slack));
      const bool close = active && !c.empty() && gap < reach;
      const Below in_c = c.below(), in_f = f.below();
      const bool both = in_c.is_leaf() && in_f.is_leaf();
      leaf[lane] = close && both, down[lane] = close && !both;
      const bool open_c = in_f.is_leaf() || (!in_c.is_leaf() && c.a.w >= f.a.w);
      fixed[lane] = open_c ? item.fixed : child | (of_b ? 0 : kOfB);
      group[lane] = open_c ? in_c.index() : in_f.index();
      pair[lane] = {of_b ? in_f.bits() : in_c.bits(), of_b ? in_c.bits() : in_f.bits(), gap};
      // The bound, rounded down, with the lane in its last bits: to be sorted.
      key[lane] = (down[lane] ? bits_of(gap) & ~u32(31) : ~u32(31)) | static_cast<u32>(lane);
    });
    w.sync();
    boxes.top = lasts ? boxes.top - 1 - w.first(lasts) : larger(0, boxes.top - kLanes);
    const u32 downs = w.ballot(down), leafs = w.ballot(leaf);
    const int added = w.count(downs);
    if (added > 0) {
      for (int k = 2; k <= kLanes; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
          auto other = w.across(key, j);
          w.each([&](int lane) {
            const bool low = ((lane & j) == 0) == ((lane & k) == 0);
            key[lane] = low ? lesser(key[lane], other[lane]) : larger(key[lane], other[lane]);
          });
        }
      Lane<int> from;
      w.each([&](int lane) { from[lane] = static_cast<int>(key[lane] & 31); });
      fixed = w.from(fixed, from), group = w.from(group, from);
      w.each([&](int lane) {  // the nearest last, so that it is taken first
        if (lane < added)
          boxes.fast[boxes.top + added - 1 - lane] = {fixed[lane], group[lane], float_of(key[lane] & ~u32(31))};
      });
      boxes.top += added;
    }
    w.each([&](int lane) {
      if (leaf[lane]) m.leaves[leaves + w.rank(leafs, lane)] = pair[lane];
    });
    leaves += w.count(leafs);
    w.sync();
    boxes.make_room(w);
  }

  // Pairs of triangles of eight pairs of leaves.
  APART_INLINE void open_leaves() {
    const int taken = lesser(leaves, kLanes / 4);
    Lane<bool> keep;
    Lane<BoundPair> found;
    w.each([&](int lane) {
      keep[lane] = lane / 4 < taken;
      if (!keep[lane]) return;
      const BoundPair item = m.leaves[leaves - 1 - lane / 4];
      const Below la(item.a), lb(item.b);
      const u32 i = static_cast<u32>(lane) >> 1 & 1, j = static_cast<u32>(lane) & 1;
      keep[lane] = item.bound <= reach && i < la.count() && j < lb.count();
      if (!keep[lane]) return;
      found[lane] = {la.first() + i, lb.first() + j, 0};
      found[lane].bound = gap_along_centroids(pair_of(found[lane]), slack);
      keep[lane] = found[lane].bound <= reach;
    });
    leaves -= taken;
    const u32 kept = w.ballot(keep);
    w.each([&](int lane) {
      if (keep[lane]) m.near[near + w.rank(kept, lane)] = found[lane];
    });
    near += w.count(kept);
    w.sync();
  }

  APART_INLINE NearPair pair_of(const BoundPair& pair) const {
    return {near_triangle(a.trees.near, pair.a), near_triangle(a.trees.near, pair.b), motion_of(a.records, 2 * pose_)};
  }

  // Distances of triangles in floats.
  APART_INLINE void measure() {
    const int most = lesser(near, kLanes);
    Lane<bool> on;
    Lane<BoundPair> item;
    Lane<u32> key;
    w.each([&](int lane) {
      key[lane] = bits_of(kFar);
      on[lane] = lane < most;
      if (!on[lane]) return;
      item[lane] = m.near[near - 1 - lane];
      on[lane] = item[lane].bound <= reach;
      if (!on[lane]) return;
      const NearPair p = pair_of(item[lane]);
      const NearGap gap = near_gap(p, slack);
      key[lane] = bits_of(gap.high);
      const bool crossing = item[lane].bound <= 0 && may_cross(p, slack);
      item[lane].bound = crossing ? 0 : gap.low;
    });
    w.sync();
    near -= most;
    reach = lesser(reach, float_of(w.least(key)));
    if constexpr (are == Poses::by_team) w.lower(&t->reach, bits_of(reach));
    if (candidates > DistanceMemory::kCandidates - kLanes) {
      forget_far_candidates();
      if (candidates > DistanceMemory::kCandidates - kLanes) {
        if constexpr (are == Poses::again) {
          settle();
        } else {
          too_many = true;
          return;
        }
      }
    }
    Lane<bool> keep;
    w.each([&](int lane) { keep[lane] = on[lane] && item[lane].bound <= reach; });
    const u32 kept = w.ballot(keep);
    w.each([&](int lane) {
      if (keep[lane]) m.candidates[candidates + w.rank(kept, lane)] = item[lane];
    });
    candidates += w.count(kept);
    w.sync();
  }

  // Candidates in doubles.
  APART_INLINE void settle() {
    Lane<bool> unknown;
    w.each([&](int lane) { unknown[lane] = false; });
    for (int at = 0; at < candidates; at += kLanes)
      w.each([&](int lane) {
        if (at + lane >= candidates || !(m.candidates[at + lane].bound <= reach)) return;
        const BoundPair pair = m.candidates[at + lane];
        const double squared = squared_exactly(a.trees.exact[pair.a], a.poses[pose_], a.trees.exact[pair.b],
                                               next_above(m.best[lane].squared));
        unknown[lane] |= squared < 0;
        const NearestPairFound here{squared, a.trees.numbers[pair.a], a.trees.numbers[pair.b], pair.a, pair.b};
        if (here.before(m.best[lane])) m.best[lane] = here;
      });
    open |= w.ballot(unknown) != 0;
    lanes_used = larger(lanes_used, lesser(candidates, kLanes));
    candidates = 0;
    w.sync();
  }

  APART_INLINE void finish() {
    w.each([&](int lane) {
      if (lane != 0) return;
      NearestPairFound found = m.best[0];
      for (int k = 1; k < lanes_used; ++k)
        if (m.best[k].before(found)) found = m.best[k];
      if (open)
        a.out[pose_].status = kOpen;
      else
        a.out[pose_] = answer_of(a.trees, a.poses[pose_], found.slot_a, found.slot_b);
    });
    w.sync();
  }

  Warp w;
  const DistanceArgs& a;
  DistanceMemory& m;
  DistanceTeam* t;
  const u32 me;  // place in the team
  SpillStack<Warp, BoundItem, DistanceMemory::kBoxes> boxes;
  u32 pose_ = 0;
  float slack = 0, reach = kFar;
  int leaves = 0, near = 0, candidates = 0;
  int lanes_used = 0;  // that computed a candidate
  bool open = false, too_many = false;
  bool waiting = false;  // for others of the team
};

}  // namespace apart::gpu
