// The walks as CUDA kernels, and what comes before and after them.
#pragma once
#include <apart/gpu/pose_record.hpp>
#include <apart/gpu/distance_walk.hpp>
#include <apart/gpu/models.hpp>
#include <apart/gpu/yes_no_walk.hpp>

namespace apart::gpu {

constexpr int kThreads = 128, kWarps = kThreads / kLanes;
constexpr int kYesNoBlocks = 8, kNearestBlocks = 7;  // a multiprocessor
constexpr u32 kEnoughLeaves = 12, kEnoughNear = 32, kEnoughDoubts = 8, kMostAtOnce = 8;
constexpr std::size_t kCandidatesAWalk = 32;  // room for so many, on average: 20 bytes each
// Teams walk a pose in a sixth of the time, but do twice the work: for batches of so many poses a team.
constexpr int kTeamThreads = DistanceTeam::kWarps * kLanes, kTeamBlocks = 2, kTeamTurns = 4;
constexpr int kFew = 1024;  // so many poses or fewer are read, and their answers written, over the bus by the kernels

// What kernels count: the next pose, answers that are open, candidates; poses to be walked again, and the next of them.
enum Counter : u32 { kNext, kListedOpen, kListed, kAgain, kNextAgain, kCounters };

struct PrepareArgs {
  const double* raw;
  PoseLayout layout;
  const u32* pair_of;
  const PairRoots* pairs;
  u32 pair_count, count;
  Pose* poses;  // none: they are as they should be
  Float4* records;
  unsigned char* yes_no;  // either of these
  NearestRecord* nearest;
  u64 *least, *lowest;  // of the candidates, with `nearest`
  u32* counters;
};

__global__ void __launch_bounds__(kThreads) prepare(PrepareArgs a) {
  const u32 i = blockIdx.x * kThreads + threadIdx.x;
  if (i == 0)
    for (u32 k = 0; k < kCounters; ++k) a.counters[k] = 0;
  if (i >= a.count) return;
  const Pose at = read_pose(a.raw + u64(i) * doubles_of(a.layout), a.layout);
  if (a.poses) a.poses[i] = at;
  const u32 pair = a.pair_of ? a.pair_of[i] : 0;
  const bool good = pair < a.pair_count && write_record(at, a.pairs[pair], pair, a.records + u64(i) * kRecord);
  if (!(pair < a.pair_count)) a.records[u64(i) * kRecord + 3].y = float_of(kInactive);
  if (a.yes_no) a.yes_no[i] = good ? 0 : kOpen;
  if (a.nearest && !good) a.nearest[i].status = kOpen;
  if (a.nearest) a.least[i] = a.lowest[i] = ~u64(0);
}

template <class Question>
__global__ void __launch_bounds__(kThreads, kYesNoBlocks) yes_no(YesNoArgs a, Question question) {
  extern __shared__ uint4 shared[];
  const u32 warp = threadIdx.x / kLanes;
  walk_yes_no(DeviceWarp{static_cast<int>(threadIdx.x % kLanes)}, a, question,
              reinterpret_cast<YesNoMemory*>(shared)[warp], blockIdx.x * kWarps + warp);
}

template <Poses are>
__global__ void __launch_bounds__(kThreads, kNearestBlocks) nearest(DistanceArgs a) {
  extern __shared__ uint4 shared[];
  const u32 warp = threadIdx.x / kLanes;
  DistanceWalk<DeviceWarp, are>(DeviceWarp{static_cast<int>(threadIdx.x % kLanes)}, a,
                                reinterpret_cast<DistanceMemory*>(shared)[warp], blockIdx.x * kWarps + warp)
      .run();
}

struct TeamMemory {
  DistanceTeam team;
  DistanceMemory warps[DistanceTeam::kWarps];
};

// A block is a team.
__global__ void __launch_bounds__(kTeamThreads, kTeamBlocks) nearest_by_team(DistanceArgs a) {
  extern __shared__ uint4 shared[];
  auto& memory = *reinterpret_cast<TeamMemory*>(shared);
  const u32 warp = threadIdx.x / kLanes;
  DistanceWalk<DeviceWarp, Poses::by_team> walk(DeviceWarp{static_cast<int>(threadIdx.x % kLanes)}, a,
                                                memory.warps[warp], blockIdx.x * DistanceTeam::kWarps + warp,
                                                &memory.team, warp);
  for (;;) {
    if (threadIdx.x == 0) memory.team.begin(atomicAdd(a.next, 1u));
    __syncthreads();
    const u32 pose = memory.team.pose;
    if (pose >= a.count) return;
    if (walk.begin(pose)) {  // of all warps
      while (walk.go_on()) {
      }
      walk.end();
      __syncthreads();
      walk.number();
      __syncthreads();
      walk.answer();
    }
    __syncthreads();
  }
}

template <void (*pass)(const CandidateArgs&, u32)>
__global__ void __launch_bounds__(kThreads) each_candidate(CandidateArgs a) {
  const u32 count = a.count(), step = gridDim.x * kThreads;
  for (u32 i = blockIdx.x * kThreads + threadIdx.x; i < count; i += step) pass(a, i);
}

// Lists what is open: how many, and which.
__global__ void __launch_bounds__(kThreads) list_open(const unsigned char* yes_no, const NearestRecord* nearest,
                                                      u32 count, u32* listed, u32* list) {
  const u32 i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  const bool open = yes_no ? yes_no[i] == kOpen : nearest[i].status == kOpen;
  if (open) list[atomicAdd(listed, 1u)] = i;
}

// The same for a few answers, by one block, which also hands them to the host: `out` is memory of the host that the
// device writes to, and so is `counts`: how many are open, and how many poses are to be walked again.
struct HandOverArgs {
  const unsigned char* yes_no;  // either of these
  const NearestRecord* nearest;
  u32 count;
  u32 *counters, *list;
  void* out;
  u32* counts;
};
__global__ void __launch_bounds__(kFew) hand_over(HandOverArgs a) {
  static_assert(sizeof(NearestRecord) % sizeof(u64) == 0);
  __shared__ u32 listed;
  const u32 i = threadIdx.x;
  if (i == 0) listed = 0;
  __syncthreads();
  if (i < a.count && (a.yes_no ? a.yes_no[i] == kOpen : a.nearest[i].status == kOpen))
    a.list[atomicAdd(&listed, 1u)] = i;
  if (a.yes_no && i < a.count) static_cast<unsigned char*>(a.out)[i] = a.yes_no[i];
  if (a.nearest)
    for (u32 k = i; k < a.count * (sizeof(NearestRecord) / sizeof(u64)); k += kFew)
      static_cast<u64*>(a.out)[k] = reinterpret_cast<const u64*>(a.nearest)[k];
  __syncthreads();
  if (i == 0) a.counts[0] = listed, a.counts[1] = a.counters[kAgain];
}

__global__ void gather(const u32* list, u32 count, const Pose* poses, Pose* out) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = poses[list[i]];
}

__global__ void scatter(const u64* where, u32 count, const unsigned char* answers, u32 size, unsigned char* out) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (u32 k = 0; k < size; ++k) out[where[i] * size + k] = answers[u64(i) * size + k];
}

inline u32 blocks_for(u32 count) { return (count + kThreads - 1) / kThreads; }

}  // namespace apart::gpu
