// The walks as CUDA kernels, and the device behind gpu::Models.
#include <cuda_runtime.h>

#include <algorithm>
#include <apart/gpu/device.hpp>
#include <apart/gpu/yes_no_walk.hpp>
#include <array>
#include <cstring>
#include <mutex>
#include <vector>

namespace apart::gpu {
namespace {

constexpr int kThreads = 128, kWarps = kThreads / kLanes;
constexpr int kYesNoBlocks = 8, kNearestBlocks = 7;  // a multiprocessor
constexpr u32 kEnoughLeaves = 12, kEnoughNear = 32, kEnoughDoubts = 8, kMostAtOnce = 8;
constexpr std::size_t kCandidatesAWalk = 32;  // room for so many, on average: 20 bytes each
// Teams walk a pose in a sixth of the time, but do twice the work: for batches of so many poses a team.
constexpr int kTeamThreads = DistanceTeam::kWarps * kLanes, kTeamBlocks = 2, kTeamTurns = 4;

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
    walk.one(pose);
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

__global__ void gather(const u32* list, u32 count, const Pose* poses, Pose* out) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = poses[list[i]];
}

__global__ void scatter(const u64* where, u32 count, const unsigned char* answers, u32 size, unsigned char* out) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (u32 k = 0; k < size; ++k) out[where[i] * size + k] = answers[u64(i) * size + k];
}

u32 blocks_for(u32 count) { return (count + kThreads - 1) / kThreads; }

// Throws inside of this file; what crosses its border is a Result.
struct Failure {
  std::string what;
};
void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // it stays otherwise
  throw Failure{std::string(what) + ": " + cudaGetErrorString(error)};
}

template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t count) : count_(count) {
    void* p = nullptr;
    must(cudaMalloc(&p, std::max<std::size_t>(count * sizeof(T), 16)), "memory of the device");
    data_ = static_cast<T*>(p);
  }
  explicit Buffer(const std::vector<T>& from) : Buffer(from.size()) {
    must(cudaMemcpy(data_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), "a copy to the device");
  }
  Buffer(Buffer&& o) noexcept : data_(std::exchange(o.data_, nullptr)), count_(o.count_) {}
  Buffer& operator=(Buffer&& o) noexcept {
    std::swap(data_, o.data_), std::swap(count_, o.count_);
    return *this;
  }
  ~Buffer() { cudaFree(data_); }
  T* get() const { return data_; }
  std::size_t count() const { return count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

template <class T>
class Pinned {
 public:
  Pinned() = default;
  explicit Pinned(std::size_t count) {
    void* p = nullptr;
    must(cudaMallocHost(&p, std::max<std::size_t>(count * sizeof(T), 16)), "pinned memory");
    data_ = static_cast<T*>(p);
  }
  Pinned(Pinned&& o) noexcept : data_(std::exchange(o.data_, nullptr)) {}
  Pinned& operator=(Pinned&& o) noexcept {
    std::swap(data_, o.data_);
    return *this;
  }
  ~Pinned() { cudaFreeHost(data_); }
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

// Does the bus reach it without a copy by the CPU?
bool is_pinned(const void* p) {
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, p) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return about.type == cudaMemoryTypeHost || about.type == cudaMemoryTypeManaged;
}
bool is_on_device(const void* p) {
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, p) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return about.type == cudaMemoryTypeDevice || about.type == cudaMemoryTypeManaged;
}

// A group of poses on its way: up, walked, down. Several are under way at once.
struct Slot {
  std::size_t capacity = 0;
  Buffer<double> raw;
  Buffer<u32> pair_of, list, counters;  // list: of poses that are walked again, later of open answers
  Buffer<Pose> poses, open_poses;
  Buffer<Float4> records;
  Buffer<unsigned char> out, slow;
  Buffer<Candidate> candidates;
  Buffer<double> squared;
  Buffer<u64> least, lowest;
  Pinned<double> staged;
  Pinned<u32> staged_pairs, listed;
  Pinned<unsigned char> staged_out;
  cudaStream_t stream = nullptr;
  cudaEvent_t begin = nullptr, prepared = nullptr, walked = nullptr;
  // What it holds now.
  bool busy = false;
  std::size_t first = 0;
  u32 count = 0;
  const Pose* used_poses = nullptr;

  Slot() = default;
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  void open() {
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream");
    for (cudaEvent_t* e : {&begin, &prepared, &walked}) must(cudaEventCreate(e), "an event");
    counters = Buffer<u32>(kCounters);
    listed = Pinned<u32>(1);
  }
  ~Slot() {
    if (stream) cudaStreamSynchronize(stream), cudaStreamDestroy(stream);
    for (cudaEvent_t e : {begin, prepared, walked})
      if (e) cudaEventDestroy(e);
  }
  template <class B>
  static void at_least(B& buffer, std::size_t count) {
    if (buffer.count() < count) {
      buffer = B();
      buffer = B(count);
    }
  }
};

class CudaModels : public DeviceModels {
 public:
  CudaModels(const HostTrees& trees, const Options& options) : options_(options) {
    must(cudaSetDevice(options.device), "the device");
    cudaDeviceProp about{};
    must(cudaGetDeviceProperties(&about, options.device), "the device");
    name_ = about.name;
    processors_ = static_cast<u32>(about.multiProcessorCount);
    nodes_ = Buffer<Float4>(trees.nodes);
    near_ = Buffer<Float4>(trees.near);
    exact_ = Buffer<Triangle>(trees.exact);
    numbers_ = Buffer<u32>(trees.numbers);
    open_items_ = most_open(trees.roots.deepest(), trees.roots.deepest());
    blocks_[0] = blocks_of(yes_no<TouchQuestion>, sizeof(YesNoMemory) * kWarps);
    blocks_[1] = blocks_of(yes_no<WithinQuestion>, sizeof(YesNoMemory) * kWarps);
    constexpr std::size_t for_distances = sizeof(DistanceMemory) * kWarps;
    blocks_[2] = std::min(blocks_of(nearest<Poses::alone>, for_distances),
                          blocks_of(nearest<Poses::again>, for_distances));
    teams_ = blocks_of(nearest_by_team, sizeof(TeamMemory), kTeamThreads);
    scale_ = trees.roots.scale;
    for (Slot& slot : slots_) slot.open();
  }

  std::string name() const override { return name_; }

  Result<DeviceReport> run(const DeviceQuery& query) override {
    const std::lock_guard lock(mutex_);
    try {
      must(cudaSetDevice(options_.device), "the device");
      return run_groups(query);
    } catch (const Failure& failure) {
      for (Slot& slot : slots_) {  // what is under way may read and write the caller's arrays
        cudaStreamSynchronize(slot.stream);
        slot.busy = false;
      }
      cudaGetLastError();
      return Error{name_ + ": " + failure.what};
    }
  }

  Result<bool> put(const std::vector<OpenAnswer>& where, const void* answers, std::size_t size, void* out) override {
    try {
      std::vector<u64> at;
      for (const OpenAnswer& one : where) at.push_back(one.index);
      const Buffer<u64> places(at);
      const std::vector<unsigned char> bytes(static_cast<const unsigned char*>(answers),
                                             static_cast<const unsigned char*>(answers) + size * at.size());
      const Buffer<unsigned char> values(bytes);
      scatter<<<blocks_for(static_cast<u32>(at.size())), kThreads>>>(
          places.get(), static_cast<u32>(at.size()), values.get(), static_cast<u32>(size),
          static_cast<unsigned char*>(out));
      must(cudaGetLastError(), "a kernel");
      must(cudaDeviceSynchronize(), "a kernel");
      return true;
    } catch (const Failure& failure) {
      return Error{name_ + ": " + failure.what};
    }
  }

 private:
  template <class Kernel>
  u32 blocks_of(Kernel kernel, std::size_t shared, int threads = kThreads) {
    must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
         "shared memory");
    int blocks = 0;
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared), "occupancy");
    if (blocks < 1) throw Failure{"its multiprocessors are too small for the kernels"};
    return static_cast<u32>(blocks) * processors_;
  }

  DeviceReport run_groups(const DeviceQuery& query) {
    DeviceReport report;
    const std::size_t count = query.poses.count;
    if (count == 0) return report;
    if (query.poses.memory == Memory::device && !is_on_device(query.poses.data))
      throw Failure{"the poses are not in the memory of the device"};
    if (query.out_memory == Memory::device && !is_on_device(query.out))
      throw Failure{"the answers are not in the memory of the device"};
    // Without one, what is on the device is ordered by the default stream, which those of the slots do not wait for.
    if (query.stream || query.poses.memory == Memory::device || query.out_memory == Memory::device)
      must(cudaStreamSynchronize(static_cast<cudaStream_t>(query.stream)), "the caller's stream");
    use_pairs(query.pairs);
    // From host to host, groups that overlap; else all at once, as far as memory goes.
    const bool all_here = query.poses.memory == Memory::device && query.out_memory == Memory::device;
    std::size_t group = options_.poses_at_once   ? options_.poses_at_once
                        : all_here               ? std::size_t(1) << (query.question == Question::distance ? 20 : 24)
                        : count <= (1u << 16)    ? count
                                                 : std::clamp<std::size_t>(count / 16, 1u << 16, 1u << 20);
    group = std::min({group, count, std::size_t(1) << (query.question == Question::distance ? 22 : 30)});
    // Where nothing is copied, groups would only share the device.
    std::size_t slots = all_here ? 1 : std::min<std::size_t>(slots_.size(), (count + group - 1) / group);
    reserve(query, group, slots);
    const bool staged_in = query.poses.memory == Memory::host && count > 4096 && !is_pinned(query.poses.data);
    const bool staged_out = query.out_memory == Memory::host && count > 4096 && !is_pinned(query.out);
    std::size_t next = 0;
    for (std::size_t first = 0; first < count; first += group, next = (next + 1) % slots) {
      Slot& slot = slots_[next];
      finish(query, slot, staged_out, report);
      slot.first = first;
      slot.count = static_cast<u32>(std::min(group, count - first));
      start(query, slot, staged_in, staged_out);
    }
    for (std::size_t k = 0; k < slots; ++k, next = (next + 1) % slots) finish(query, slots_[next], staged_out, report);
    return report;
  }

  // They stay for the next call, which mostly has the same: memory of the device takes as long to get as a few hundred
  // poses take.
  void use_pairs(std::span<const PairRoots> pairs) {
    static_assert(sizeof(PairRoots) == 4 * sizeof(u32) + 9 * sizeof(double), "compared as bytes");
    if (pairs_.get() && pairs.size() == pairs_here_.size() &&
        std::memcmp(pairs.data(), pairs_here_.data(), pairs.size_bytes()) == 0)
      return;
    pairs_here_.assign(pairs.begin(), pairs.end());
    pairs_ = {};
    pairs_ = Buffer<PairRoots>(pairs_here_);
  }

  // At one time.
  u32 warps(Question question) const {
    const u32 alone = blocks_[static_cast<int>(question)] * kWarps;
    return question == Question::distance ? std::max(alone, teams_ * DistanceTeam::kWarps) : alone;
  }

  // How often poses are walked: by each warp of a team, if there are few.
  std::size_t most_for_teams() const { return std::size_t(kTeamTurns) * teams_; }
  std::size_t walks_of(std::size_t count) const {
    return count <= most_for_teams() ? count * DistanceTeam::kWarps : count;
  }

  // The group is made smaller where memory is short.
  void reserve(const DeviceQuery& query, std::size_t& group, std::size_t& slots) {
    for (;;) {
      try {
        for (std::size_t k = 0; k < slots; ++k) reserve(query, group, slots_[k]);
        return;
      } catch (const Failure&) {
        if (group <= 4096) throw;
        for (Slot& slot : slots_) {
          slot.raw = {}, slot.pair_of = {}, slot.list = {}, slot.poses = {}, slot.open_poses = {};
          slot.records = {}, slot.out = {};
          slot.candidates = {}, slot.squared = {}, slot.least = {}, slot.lowest = {};
          slot.staged = {}, slot.staged_pairs = {}, slot.staged_out = {};
          slot.capacity = 0;
        }
        group /= 2;
      }
    }
  }
  void reserve(const DeviceQuery& query, std::size_t group, Slot& slot) {
    const bool is_distance = query.question == Question::distance;
    const std::size_t size = is_distance ? sizeof(NearestRecord) : 1;
    const std::size_t doubles = doubles_of(query.poses.layout) * group;
    // The last group may be one for teams, others not.
    const std::size_t walks = is_distance ? std::max(group, walks_of(std::min(group, most_for_teams()))) : group;
    Slot::at_least(slot.records, group * kRecord);
    Slot::at_least(slot.list, walks);
    if (query.poses.memory == Memory::host) Slot::at_least(slot.raw, doubles);
    if (query.poses.memory == Memory::host && query.pair_of) Slot::at_least(slot.pair_of, group);
    if (query.poses.layout != PoseLayout::pose) Slot::at_least(slot.poses, group);
    if (query.out_memory == Memory::host) Slot::at_least(slot.out, group * size);
    if (is_distance) {
      Slot::at_least(slot.candidates, walks * kCandidatesAWalk);
      Slot::at_least(slot.squared, walks * kCandidatesAWalk);
      Slot::at_least(slot.least, group), Slot::at_least(slot.lowest, group);
    }
    Slot::at_least(slot.slow, std::size_t(warps(query.question)) * open_items_ * sizeof(BoxItem));
    if (slot.capacity < group) {
      slot.staged = {}, slot.staged_pairs = {}, slot.staged_out = {};
      slot.capacity = group;
    }
  }

  void start(const DeviceQuery& query, Slot& slot, bool staged_in, bool staged_out) {
    const std::size_t doubles = doubles_of(query.poses.layout);
    const bool is_distance = query.question == Question::distance;
    const std::size_t size = is_distance ? sizeof(NearestRecord) : 1;
    const double* raw = query.poses.data + slot.first * doubles;
    const u32* pair_of = query.pair_of ? query.pair_of + slot.first : nullptr;
    if (query.poses.memory == Memory::host) {
      const std::size_t bytes = slot.count * doubles * sizeof(double);
      if (staged_in) {
        if (!slot.staged.get()) slot.staged = Pinned<double>(slot.capacity * 12);
        std::memcpy(slot.staged.get(), raw, bytes);
        raw = slot.staged.get();
      }
      must(cudaMemcpyAsync(slot.raw.get(), raw, bytes, cudaMemcpyHostToDevice, slot.stream), "a copy to the device");
      raw = slot.raw.get();
      if (pair_of) {
        must(cudaMemcpyAsync(slot.pair_of.get(), pair_of, slot.count * sizeof(u32), cudaMemcpyHostToDevice,
                             slot.stream),
             "a copy to the device");
        pair_of = slot.pair_of.get();
      }
    }
    unsigned char* out = query.out_memory == Memory::host ? slot.out.get()
                                                          : static_cast<unsigned char*>(query.out) + slot.first * size;
    unsigned char* bytes_out = is_distance ? nullptr : out;
    NearestRecord* nearest_out = is_distance ? reinterpret_cast<NearestRecord*>(out) : nullptr;
    const bool as_it_is = query.poses.layout == PoseLayout::pose;
    slot.used_poses = as_it_is ? reinterpret_cast<const Pose*>(raw) : slot.poses.get();
    must(cudaEventRecord(slot.begin, slot.stream), "an event");
    prepare<<<blocks_for(slot.count), kThreads, 0, slot.stream>>>(
        {raw, query.poses.layout, pair_of, pairs_.get(), static_cast<u32>(query.pairs.size()), slot.count,
         as_it_is ? nullptr : slot.poses.get(), slot.records.get(), bytes_out, nearest_out, slot.least.get(),
         slot.lowest.get(), slot.counters.get()});
    must(cudaEventRecord(slot.prepared, slot.stream), "an event");
    const Trees trees{nodes_.get(), near_.get(), exact_.get(), numbers_.get()};
    const u32 most = blocks_[static_cast<int>(query.question)];
    u32* const counters = slot.counters.get();
    if (is_distance) {
      const auto walks = static_cast<u32>(walks_of(slot.count));
      const u32 blocks = std::min(most, (walks + kWarps - 1) / kWarps);
      const auto list_size = static_cast<u32>(walks * kCandidatesAWalk);
      DistanceArgs args{trees,
                        slot.records.get(),
                        slot.used_poses,
                        pairs_.get(),
                        slot.count,
                        nearest_out,
                        counters + kNext,
                        reinterpret_cast<BoundItem*>(slot.slow.get()),
                        open_items_,
                        kEnoughLeaves,
                        slot.candidates.get(),
                        counters + kListed,
                        list_size,
                        slot.list.get(),
                        counters + kAgain};
      constexpr std::size_t shared = sizeof(DistanceMemory) * kWarps;
      if (walks > slot.count)
        nearest_by_team<<<std::min(teams_, slot.count), kTeamThreads, sizeof(TeamMemory), slot.stream>>>(args);
      else
        nearest<Poses::alone><<<blocks, kThreads, shared, slot.stream>>>(args);
      const CandidateArgs after{trees,
                                slot.used_poses,
                                slot.candidates.get(),
                                counters + kListed,
                                list_size,
                                slot.squared.get(),
                                slot.least.get(),
                                slot.lowest.get(),
                                nearest_out};
      const u32 wide = std::min(blocks_for(list_size), 16 * processors_);
      each_candidate<measure_candidate><<<wide, kThreads, 0, slot.stream>>>(after);
      each_candidate<number_candidate><<<wide, kThreads, 0, slot.stream>>>(after);
      each_candidate<answer_candidate><<<wide, kThreads, 0, slot.stream>>>(after);
      args.next = counters + kNextAgain;
      nearest<Poses::again><<<blocks, kThreads, shared, slot.stream>>>(args);
    } else {
      // A few poses are shared by all warps; of many, each takes 32 at a time.
      const u32 at_once = std::clamp<u32>(slot.count / (4 * most * kWarps), 1, kMostAtOnce);
      const u32 blocks = std::min(most, (slot.count + kWarps * at_once - 1) / (kWarps * at_once));
      const YesNoArgs args{trees,
                           slot.records.get(),
                           slot.used_poses,
                           pairs_.get(),
                           slot.count,
                           bytes_out,
                           counters + kNext,
                           reinterpret_cast<BoxItem*>(slot.slow.get()),
                           open_items_,
                           kEnoughLeaves,
                           kEnoughNear,
                           kEnoughDoubts,
                           at_once};
      const std::size_t shared = sizeof(YesNoMemory) * kWarps;
      if (query.question == Question::touch) {
        yes_no<<<blocks, kThreads, shared, slot.stream>>>(args, TouchQuestion{});
      } else {
        const float scaled = static_cast<float>(scale_ * query.tolerance);
        yes_no<<<blocks, kThreads, shared, slot.stream>>>(
            args, WithinQuestion{query.tolerance, scaled * (1 - 4 * kUnitFloat), scaled * (1 + 4 * kUnitFloat)});
      }
    }
    must(cudaGetLastError(), "a kernel");
    must(cudaEventRecord(slot.walked, slot.stream), "an event");
    list_open<<<blocks_for(slot.count), kThreads, 0, slot.stream>>>(bytes_out, nearest_out, slot.count,
                                                                    counters + kListedOpen, slot.list.get());
    must(cudaMemcpyAsync(slot.listed.get(), counters + kListedOpen, sizeof(u32), cudaMemcpyDeviceToHost, slot.stream),
         "a copy from the device");
    if (query.out_memory == Memory::host) {
      void* to = static_cast<unsigned char*>(query.out) + slot.first * size;
      if (staged_out) {
        if (!slot.staged_out.get()) slot.staged_out = Pinned<unsigned char>(slot.capacity * sizeof(NearestRecord));
        to = slot.staged_out.get();
      }
      must(cudaMemcpyAsync(to, out, slot.count * size, cudaMemcpyDeviceToHost, slot.stream), "a copy from the device");
    }
    slot.busy = true;
  }

  void finish(const DeviceQuery& query, Slot& slot, bool staged_out, DeviceReport& report) {
    if (!slot.busy) return;
    slot.busy = false;
    must(cudaStreamSynchronize(slot.stream), "the device");
    float ms = 0;
    must(cudaEventElapsedTime(&ms, slot.begin, slot.prepared), "a time");
    report.prepare_seconds += 1e-3 * double(ms);
    must(cudaEventElapsedTime(&ms, slot.prepared, slot.walked), "a time");
    report.walk_seconds += 1e-3 * double(ms);
    if (query.out_memory == Memory::host && staged_out) {
      const std::size_t size = query.question == Question::distance ? sizeof(NearestRecord) : 1;
      std::memcpy(static_cast<unsigned char*>(query.out) + slot.first * size, slot.staged_out.get(), slot.count * size);
    }
    const u32 listed = *slot.listed.get();
    if (listed == 0) return;
    std::vector<u32> list(listed), pair_of;
    must(cudaMemcpy(list.data(), slot.list.get(), listed * sizeof(u32), cudaMemcpyDeviceToHost),
         "a copy from the device");
    Slot::at_least(slot.open_poses, listed);
    gather<<<blocks_for(listed), kThreads, 0, slot.stream>>>(slot.list.get(), listed, slot.used_poses,
                                                             slot.open_poses.get());
    std::vector<Pose> poses(listed);
    must(cudaStreamSynchronize(slot.stream), "the device");
    must(cudaMemcpy(poses.data(), slot.open_poses.get(), listed * sizeof(Pose), cudaMemcpyDeviceToHost),
         "a copy from the device");
    if (query.pair_of) {
      pair_of.resize(slot.count);
      must(cudaMemcpy(pair_of.data(), query.pair_of + slot.first, slot.count * sizeof(u32), cudaMemcpyDefault),
           "a copy from the device");
    }
    std::vector<u32> order(listed);
    for (u32 k = 0; k < listed; ++k) order[k] = k;
    std::sort(order.begin(), order.end(), [&](u32 x, u32 y) { return list[x] < list[y]; });
    for (u32 k : order)
      report.open.push_back({slot.first + list[k], pair_of.empty() ? 0 : pair_of[list[k]], poses[k]});
  }

  Options options_;
  std::string name_;
  u32 processors_ = 0, open_items_ = 0, blocks_[3] = {}, teams_ = 0;
  double scale_ = 1;
  Buffer<Float4> nodes_, near_;
  Buffer<Triangle> exact_;
  Buffer<u32> numbers_;
  Buffer<PairRoots> pairs_;
  std::vector<PairRoots> pairs_here_;  // as they are there
  std::array<Slot, 4> slots_;
  std::mutex mutex_;
};

}  // namespace

bool built_with_cuda() { return true; }

std::vector<DeviceInfo> devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    cudaGetLastError();
    return {};
  }
  std::vector<DeviceInfo> out;
  for (int k = 0; k < count; ++k) {
    cudaDeviceProp about{};
    if (cudaGetDeviceProperties(&about, k) == cudaSuccess) out.push_back({about.name, about.totalGlobalMem});
  }
  return out;
}

Result<std::unique_ptr<DeviceModels>> upload(const HostTrees& trees, const Options& options) {
  try {
    return std::unique_ptr<DeviceModels>(new CudaModels(trees, options));
  } catch (const Failure& failure) {
    return Error{failure.what};
  }
}

PinnedMemory::PinnedMemory(std::size_t bytes) {
  pinned_ = cudaMallocHost(&data_, std::max<std::size_t>(bytes, 16)) == cudaSuccess;
  if (pinned_) return;
  cudaGetLastError();
  data_ = ::operator new(std::max<std::size_t>(bytes, 16));
}
PinnedMemory::~PinnedMemory() {
  if (pinned_)
    cudaFreeHost(data_);
  else
    ::operator delete(data_);
}

DeviceMemory::DeviceMemory(std::size_t bytes, int device) : device_(device) {
  if (cudaSetDevice(device) == cudaSuccess && cudaMalloc(&data_, std::max<std::size_t>(bytes, 16)) == cudaSuccess)
    return;
  cudaGetLastError();
  data_ = nullptr;
}
DeviceMemory::~DeviceMemory() { cudaFree(data_); }
bool DeviceMemory::copy_from(const void* host, std::size_t bytes) {
  return data_ && cudaMemcpy(data_, host, bytes, cudaMemcpyHostToDevice) == cudaSuccess;
}
bool DeviceMemory::copy_to(void* host, std::size_t bytes) const {
  return data_ && cudaMemcpy(host, data_, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
}

}  // namespace apart::gpu
