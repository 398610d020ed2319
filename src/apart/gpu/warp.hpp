// The lanes of a warp, as the walks see them: a DeviceWarp is one lane of 32 that run together, a HostWarp stands in
// for all of them, one after the other. The same source runs on both: what a lane computes is in each(), and what
// crosses lanes in the functions of the warp.
#pragma once
#include <apart/gpu/records.hpp>

namespace apart::gpu {

inline constexpr int kLanes = 32;
inline constexpr int kTogether = kLanes / static_cast<int>(kWide);  // items of boxes a step, each with its children

// A variable of each lane, indexed by the lane.
template <class T>
struct HostLane {
  T of[kLanes]{};
  T& operator[](int lane) { return of[lane]; }
};

struct HostWarp {
  template <class T>
  using Lane = HostLane<T>;

  template <class F>
  void each(F f) {
    for (int lane = 0; lane < kLanes; ++lane) f(lane);
  }
  static void sync() {}
  static u32 ballot(HostLane<bool>& of) {
    u32 bits = 0;
    for (int lane = 0; lane < kLanes; ++lane) bits |= u32(of[lane]) << lane;
    return bits;
  }
  static int count(u32 bits) { return std::popcount(bits); }
  static int rank(u32 bits, int lane) { return std::popcount(bits & ((u32(1) << lane) - 1)); }  // lanes below
  static int first(u32 bits) { return std::countr_zero(bits); }                                 // lane
  static u32 least(HostLane<u32>& of) {
    u32 out = of[0];
    for (int lane = 1; lane < kLanes; ++lane) out = lesser(out, of[lane]);
    return out;
  }
  // The value of lane ^ by.
  template <class T>
  static HostLane<T> across(HostLane<T>& of, int by) {
    HostLane<T> out;
    for (int lane = 0; lane < kLanes; ++lane) out[lane] = of[lane ^ by];
    return out;
  }
  // The value of the lane that `from` says.
  template <class T>
  static HostLane<T> from(HostLane<T>& of, HostLane<int>& from) {
    HostLane<T> out;
    for (int lane = 0; lane < kLanes; ++lane) out[lane] = of[from[lane]];
    return out;
  }
  template <class T>
  static T broadcast(HostLane<T>& of, int lane) {
    return of[lane];
  }
  // Takes `by` from a counter that all warps share.
  static u32 take(u32* counter, u32 by) {
    const u32 at = *counter;
    *counter += by;
    return at;
  }
  // A byte that other lanes may have written.
  static unsigned char fresh(const unsigned char* at) { return *at; }
  // What warps of a block share: read as others have left it, by all lanes or by one; written after all that was
  // written before.
  static u32 seen(const u32* at) { return *at; }
  static u32 seen_by_lane(const u32* at) { return *at; }
  static void set(u32* at, u32 to) { *at = to; }
  static void add(u32* at, u32 by) { *at += by; }
  static void lower(u32* at, u32 to) { *at = lesser(*at, to); }
  static bool replace(u32* at, u32 from, u32 to) {  // false: it was something else
    if (*at != from) return false;
    *at = to;
    return true;
  }
};

#if defined(__CUDACC__)
template <class T>
struct DeviceLane {
  T of;
  __device__ __forceinline__ T& operator[](int) { return of; }
};

struct DeviceWarp {
  template <class T>
  using Lane = DeviceLane<T>;
  static constexpr unsigned kAll = 0xffffffffu;
  int lane;

  template <class F>
  __device__ __forceinline__ void each(F f) {
    f(lane);
  }
  __device__ __forceinline__ static void sync() { __syncwarp(); }
  __device__ __forceinline__ static u32 ballot(DeviceLane<bool>& of) { return __ballot_sync(kAll, of.of); }
  __device__ __forceinline__ static int count(u32 bits) { return __popc(bits); }
  __device__ __forceinline__ static int rank(u32 bits, int lane) { return __popc(bits & ((1u << lane) - 1)); }
  __device__ __forceinline__ static int first(u32 bits) { return __ffs(static_cast<int>(bits)) - 1; }
  __device__ __forceinline__ static u32 least(DeviceLane<u32>& of) { return __reduce_min_sync(kAll, of.of); }
  template <class T>
  __device__ __forceinline__ static DeviceLane<T> across(DeviceLane<T>& of, int by) {
    return {__shfl_xor_sync(kAll, of.of, by)};
  }
  template <class T>
  __device__ __forceinline__ static DeviceLane<T> from(DeviceLane<T>& of, DeviceLane<int>& from) {
    return {__shfl_sync(kAll, of.of, from.of)};
  }
  template <class T>
  __device__ __forceinline__ static T broadcast(DeviceLane<T>& of, int lane) {
    return __shfl_sync(kAll, of.of, lane);
  }
  __device__ __forceinline__ u32 take(u32* counter, u32 by) {
    u32 at = 0;
    if (lane == 0) at = atomicAdd(counter, by);
    return __shfl_sync(kAll, at, 0);
  }
  __device__ __forceinline__ static unsigned char fresh(const unsigned char* at) { return __ldcg(at); }
  __device__ __forceinline__ static u32 seen_by_lane(const u32* at) { return *static_cast<const volatile u32*>(at); }
  __device__ __forceinline__ static u32 seen(const u32* at) {  // the same for all lanes
    const u32 out = __shfl_sync(kAll, seen_by_lane(at), 0);
    __threadfence_block();
    return out;
  }
  __device__ __forceinline__ void set(u32* at, u32 to) {
    __threadfence_block();
    __syncwarp();
    if (lane == 0) *static_cast<volatile u32*>(at) = to;
  }
  __device__ __forceinline__ void add(u32* at, u32 by) {
    __threadfence_block();
    __syncwarp();
    if (lane == 0) atomicAdd(at, by);
  }
  __device__ __forceinline__ void lower(u32* at, u32 to) {
    if (lane == 0) atomicMin(at, to);
  }
  __device__ __forceinline__ bool replace(u32* at, u32 from, u32 to) {
    u32 was = 0;
    if (lane == 0) was = atomicCAS(at, from, to);
    return __shfl_sync(kAll, was, 0) == from;
  }
};
#endif

// Room for items in two places: a fast one of fixed size, and a slow one behind it that is as large as a walk can need
// (most_open). Items are taken from the end; the oldest move to the slow place and come back when the fast one is
// empty.
template <class Warp, class Item, int kFast>
struct SpillStack {
  Item* fast;
  Item* slow;
  int top = 0;     // in the fast place
  u32 behind = 0;  // in the slow one
  static constexpr int kMoved = kFast / 2;

  // Before up to 32 items are put at fast[top …].
  APART_BOTH void make_room(Warp& w) {
    if (top <= kFast - kLanes) return;
    w.sync();
    for (int at = 0; at < kMoved; at += kLanes)
      w.each([&](int lane) { slow[behind + static_cast<u32>(at + lane)] = fast[at + lane]; });
    w.sync();
    for (int at = kMoved; at < top; at += kLanes) {
      typename Warp::template Lane<Item> moved;
      w.each([&](int lane) {
        if (at + lane < top) moved[lane] = fast[at + lane];
      });
      w.sync();
      w.each([&](int lane) {
        if (at + lane < top) fast[at + lane - kMoved] = moved[lane];
      });
      w.sync();
    }
    behind += kMoved;
    top -= kMoved;
  }
  // Once the fast place holds fewer than 32.
  APART_BOTH void bring_back(Warp& w) {
    static_assert(kMoved % kLanes == 0 && kMoved + kLanes <= kFast);
    if (behind == 0 || top >= kLanes) return;
    w.sync();
    // What is there is newer: it stays on top.
    typename Warp::template Lane<Item> newer;
    w.each([&](int lane) {
      if (lane < top) newer[lane] = fast[lane];
    });
    w.sync();
    behind -= kMoved;
    for (int at = 0; at < kMoved; at += kLanes)
      w.each([&](int lane) { fast[at + lane] = slow[behind + static_cast<u32>(at + lane)]; });
    w.each([&](int lane) {
      if (lane < top) fast[kMoved + lane] = newer[lane];
    });
    top += kMoved;
    w.sync();
  }
  APART_BOTH bool empty() const { return top == 0 && behind == 0; }
};

// Keeps the items of a queue for which keep(item, place) is true, in their order; its new length.
template <class Warp, class Item, class Keep>
APART_BOTH int keep_if(Warp& w, Item* queue, int length, Keep keep) {
  int kept = 0;
  for (int at = 0; at < length; at += kLanes) {
    typename Warp::template Lane<Item> item;
    typename Warp::template Lane<bool> stays;
    w.each([&](int lane) {
      stays[lane] = at + lane < length;
      if (!stays[lane]) return;
      item[lane] = queue[at + lane];
      stays[lane] = keep(item[lane], at + lane);
    });
    const u32 kept_here = w.ballot(stays);
    w.sync();
    w.each([&](int lane) {
      if (stays[lane]) queue[kept + w.rank(kept_here, lane)] = item[lane];
    });
    kept += w.count(kept_here);
    w.sync();
  }
  return kept;
}

// The most items that a walk keeps open. Items are put down in batches of at most 32, by a step that takes from the
// end; whatever lies above what is left of a batch descends from it or from batches above it, so that the least depths
// of the batches rise, and there are at most as many as two trees are deep. One more, and some that are left when new
// poses come.
APART_INLINE constexpr u32 most_open(u32 depth_a, u32 depth_b) { return kLanes * (depth_a + depth_b + 4); }

}  // namespace apart::gpu
