// The device behind gpu::Models: groups of poses on their way up, through the kernels, and down.
#include <apart/gpu/cuda_kernels.cuh>
#include <apart/gpu/cuda_memory.cuh>
#include <apart/gpu/device.hpp>
#include <array>
#include <cstring>
#include <mutex>

namespace apart::gpu {
namespace {

// A group of poses on its way: up, walked, down. Several are under way at once.
struct Slot {
  std::size_t capacity = 0;
  Buffer<double> raw;
  Buffer<u32> pair_of, list, counters;
  Buffer<Pose> poses, open_poses;
  Buffer<Float4> records;
  Buffer<unsigned char> out, slow;
  Buffer<Candidate> candidates;
  Buffer<double> squared;
  Buffer<u64> least, lowest;
  Pinned<double> staged;
  Pinned<u32> counts;  // as in HandOverArgs
  Pinned<unsigned char> staged_out;
  cudaStream_t stream = nullptr;
  cudaEvent_t begin = nullptr, prepared = nullptr, walked = nullptr;
  // What it holds now.
  bool busy = false, staged_answers = false;
  std::size_t first = 0;
  u32 count = 0;
  const Pose* used_poses = nullptr;
  unsigned char* yes_no = nullptr;  // answers on the device: either of these
  NearestRecord* nearest = nullptr;
  unsigned char* hands_over = nullptr;  // where the answers are handed over, if they are
  DistanceArgs again{};

  Slot() = default;
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  void open() {
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream");
    for (cudaEvent_t* e : {&begin, &prepared, &walked}) must(cudaEventCreate(e), "an event");
    counters = Buffer<u32>(kCounters);
    counts = Pinned<u32>(2);
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

// The caller's arrays in host memory, where kernels and the bus reach them without a copy by the CPU.
struct Bus {
  const void* poses = nullptr;
  void* out = nullptr;
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
    blocks_[2] = std::min(blocks_of(nearest<Poses::alone>, kForDistances),
                          blocks_of(nearest<Poses::again>, kForDistances));
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
  static constexpr std::size_t kForDistances = sizeof(DistanceMemory) * kWarps;  // shared memory

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
    Bus bus;
    if (query.poses.memory == Memory::host) bus.poses = seen_from_device(query.poses.data);
    if (query.out_memory == Memory::host) bus.out = seen_from_device(query.out);
    std::size_t next = 0;
    for (std::size_t first = 0; first < count; first += group, next = (next + 1) % slots) {
      Slot& slot = slots_[next];
      finish(query, slot, report);
      slot.first = first;
      slot.count = static_cast<u32>(std::min(group, count - first));
      start(query, slot, bus);
    }
    for (std::size_t k = 0; k < slots; ++k, next = (next + 1) % slots) finish(query, slots_[next], report);
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

  bool are_for_teams(std::size_t count) const { return count <= std::size_t(kTeamTurns) * teams_; }

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
          slot.staged = {}, slot.staged_out = {};
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
    Slot::at_least(slot.records, group * kRecord);
    Slot::at_least(slot.list, 2 * group);  // what is open, and what is walked again
    if (query.poses.memory == Memory::host) Slot::at_least(slot.raw, doubles);
    if (query.poses.memory == Memory::host && query.pair_of) Slot::at_least(slot.pair_of, group);
    Slot::at_least(slot.poses, query.poses.layout != PoseLayout::pose ? group : std::min<std::size_t>(group, kFew));
    if (query.out_memory == Memory::host) Slot::at_least(slot.out, group * size);
    if (is_distance) {
      Slot::at_least(slot.candidates, group * kCandidatesAWalk);
      Slot::at_least(slot.squared, group * kCandidatesAWalk);
      Slot::at_least(slot.least, group), Slot::at_least(slot.lowest, group);
    }
    Slot::at_least(slot.slow, std::size_t(warps(query.question)) * open_items_ * sizeof(BoxItem));
    if (slot.capacity < group) {
      slot.staged = {}, slot.staged_out = {};
      slot.capacity = group;
    }
  }

  void start(const DeviceQuery& query, Slot& slot, const Bus& bus) {
    const bool is_distance = query.question == Question::distance, to_host = query.out_memory == Memory::host;
    const std::size_t size = is_distance ? sizeof(NearestRecord) : 1;
    unsigned char* out = to_host ? slot.out.get() : static_cast<unsigned char*>(query.out) + slot.first * size;
    slot.yes_no = is_distance ? nullptr : out;
    slot.nearest = is_distance ? reinterpret_cast<NearestRecord*>(out) : nullptr;
    slot.staged_answers = to_host && !bus.out;
    if (slot.staged_answers && !slot.staged_out.get())
      slot.staged_out = Pinned<unsigned char>(slot.capacity * sizeof(NearestRecord));
    unsigned char* const to = !to_host             ? nullptr
                              : slot.staged_answers ? slot.staged_out.get()
                                                    : static_cast<unsigned char*>(bus.out) + slot.first * size;
    slot.hands_over = to && slot.count <= kFew ? to : nullptr;
    send_poses(query, slot, bus);
    if (is_distance)
      walk_distances(slot);
    else
      walk_yes_no(query, slot);
    must(cudaGetLastError(), "a kernel");
    must(cudaEventRecord(slot.walked, slot.stream), "an event");
    if (slot.hands_over) {
      start_hand_over(slot);
    } else {
      list_open<<<blocks_for(slot.count), kThreads, 0, slot.stream>>>(
          slot.yes_no, slot.nearest, slot.count, slot.counters.get() + kListedOpen, slot.list.get());
      must(cudaMemcpyAsync(slot.counts.get(), slot.counters.get() + kListedOpen, sizeof(u32), cudaMemcpyDeviceToHost,
                           slot.stream),
           "a copy from the device");
      if (to)
        must(cudaMemcpyAsync(to, out, slot.count * size, cudaMemcpyDeviceToHost, slot.stream),
             "a copy from the device");
    }
    slot.busy = true;
  }

  // Up, and into floats. Those of a few are read over the bus by the kernel: a copy would take longer to begin.
  void send_poses(const DeviceQuery& query, Slot& slot, const Bus& bus) {
    const std::size_t doubles = doubles_of(query.poses.layout);
    const bool from_host = query.poses.memory == Memory::host, few = slot.count <= kFew;
    const double* raw = query.poses.data + slot.first * doubles;
    const u32* pair_of = query.pair_of ? query.pair_of + slot.first : nullptr;
    if (from_host) {
      const std::size_t bytes = slot.count * doubles * sizeof(double);
      if (bus.poses) {
        raw = static_cast<const double*>(bus.poses) + slot.first * doubles;
      } else {
        if (!slot.staged.get()) slot.staged = Pinned<double>(slot.capacity * 12);
        std::memcpy(slot.staged.get(), raw, bytes);
        raw = slot.staged.get();
      }
      if (!few) {
        must(cudaMemcpyAsync(slot.raw.get(), raw, bytes, cudaMemcpyHostToDevice, slot.stream), "a copy to the device");
        raw = slot.raw.get();
      }
      if (pair_of) {
        must(cudaMemcpyAsync(slot.pair_of.get(), pair_of, slot.count * sizeof(u32), cudaMemcpyHostToDevice,
                             slot.stream),
             "a copy to the device");
        pair_of = slot.pair_of.get();
      }
    }
    const bool as_it_is = query.poses.layout == PoseLayout::pose && !(from_host && few);
    slot.used_poses = as_it_is ? reinterpret_cast<const Pose*>(raw) : slot.poses.get();
    must(cudaEventRecord(slot.begin, slot.stream), "an event");
    prepare<<<blocks_for(slot.count), kThreads, 0, slot.stream>>>(
        {raw, query.poses.layout, pair_of, pairs_.get(), static_cast<u32>(query.pairs.size()), slot.count,
         as_it_is ? nullptr : slot.poses.get(), slot.records.get(), slot.yes_no, slot.nearest, slot.least.get(),
         slot.lowest.get(), slot.counters.get()});
    if (!few) must(cudaEventRecord(slot.prepared, slot.stream), "an event");  // it would take as long as the kernel
  }

  Trees trees() const { return {nodes_.get(), near_.get(), exact_.get(), numbers_.get()}; }

  void walk_distances(Slot& slot) {
    u32* const counters = slot.counters.get();
    const auto list_size = static_cast<u32>(slot.count * kCandidatesAWalk);
    DistanceArgs args{trees(),
                      slot.records.get(),
                      slot.used_poses,
                      pairs_.get(),
                      slot.count,
                      slot.nearest,
                      counters + kNext,
                      reinterpret_cast<BoundItem*>(slot.slow.get()),
                      open_items_,
                      kEnoughLeaves,
                      slot.candidates.get(),
                      counters + kListed,
                      list_size,
                      slot.list.get() + slot.count,
                      counters + kAgain};
    slot.again = args;
    slot.again.next = counters + kNextAgain;
    if (are_for_teams(slot.count)) {
      nearest_by_team<<<std::min(teams_, slot.count), kTeamThreads, sizeof(TeamMemory), slot.stream>>>(args);
    } else {
      nearest<Poses::alone><<<blocks_for_distances(slot.count), kThreads, kForDistances, slot.stream>>>(args);
      const CandidateArgs after{trees(),
                                slot.used_poses,
                                slot.candidates.get(),
                                counters + kListed,
                                list_size,
                                slot.squared.get(),
                                slot.least.get(),
                                slot.lowest.get(),
                                slot.nearest};
      const u32 wide = std::min(blocks_for(list_size), 16 * processors_);
      each_candidate<measure_candidate><<<wide, kThreads, 0, slot.stream>>>(after);
      each_candidate<number_candidate><<<wide, kThreads, 0, slot.stream>>>(after);
      each_candidate<answer_candidate><<<wide, kThreads, 0, slot.stream>>>(after);
    }
    if (!slot.hands_over) walk_again(slot);  // else if it turns out that there are some
  }
  void walk_again(Slot& slot) {
    nearest<Poses::again><<<blocks_for_distances(slot.count), kThreads, kForDistances, slot.stream>>>(slot.again);
  }
  u32 blocks_for_distances(u32 count) const {
    return std::min(blocks_[static_cast<int>(Question::distance)], (count + kWarps - 1) / kWarps);
  }

  void walk_yes_no(const DeviceQuery& query, Slot& slot) {
    // A few poses are shared by all warps; of many, each takes 32 at a time.
    const u32 most = blocks_[static_cast<int>(query.question)];
    const u32 at_once = std::clamp<u32>(slot.count / (4 * most * kWarps), 1, kMostAtOnce);
    const u32 blocks = std::min(most, (slot.count + kWarps * at_once - 1) / (kWarps * at_once));
    const YesNoArgs args{trees(),
                         slot.records.get(),
                         slot.used_poses,
                         pairs_.get(),
                         slot.count,
                         slot.yes_no,
                         slot.counters.get() + kNext,
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

  void start_hand_over(Slot& slot) {
    hand_over<<<1, kFew, 0, slot.stream>>>({slot.yes_no, slot.nearest, slot.count, slot.counters.get(),
                                            slot.list.get(), slot.hands_over, slot.counts.get()});
    must(cudaGetLastError(), "a kernel");
  }

  void finish(const DeviceQuery& query, Slot& slot, DeviceReport& report) {
    if (!slot.busy) return;
    slot.busy = false;
    must(cudaStreamSynchronize(slot.stream), "the device");
    if (slot.hands_over && slot.nearest && slot.counts.get()[1] > 0) {
      walk_again(slot);
      start_hand_over(slot);
      must(cudaStreamSynchronize(slot.stream), "the device");
    }
    float ms = 0;
    const bool few = slot.count <= kFew;
    if (!few) must(cudaEventElapsedTime(&ms, slot.begin, slot.prepared), "a time");
    report.prepare_seconds += 1e-3 * double(ms);
    must(cudaEventElapsedTime(&ms, few ? slot.begin : slot.prepared, slot.walked), "a time");
    report.walk_seconds += 1e-3 * double(ms);
    if (slot.staged_answers) {
      const std::size_t size = query.question == Question::distance ? sizeof(NearestRecord) : 1;
      std::memcpy(static_cast<unsigned char*>(query.out) + slot.first * size, slot.staged_out.get(), slot.count * size);
    }
    const u32 listed = *slot.counts.get();
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
