// Models on a device: what needs the CUDA toolkit, behind an interface that does not. Without the toolkit there is no
// device (no_device.cpp).
#pragma once
#include <apart/gpu/build_trees.hpp>
#include <apart/gpu/distance_walk.hpp>
#include <apart/gpu/models.hpp>
#include <apart/gpu/pose_record.hpp>
#include <memory>

namespace apart::gpu {

enum class Question { touch, within, distance };

// One query of many poses.
struct DeviceQuery {
  Question question;
  double tolerance = 0;
  PoseArray poses{};
  const u32* pair_of = nullptr;  // of each pose, in the same memory; none: all are of the first pair
  std::span<const PairRoots> pairs{};
  void* out = nullptr;  // bytes, or NearestRecords
  Memory out_memory = Memory::host;
  void* stream = nullptr;
};

// An answer that the exact code is to compute.
struct OpenAnswer {
  u64 index;
  u32 pair;
  Pose pose;
};

struct DeviceReport {
  std::vector<OpenAnswer> open;
  double prepare_seconds = 0, walk_seconds = 0;
};

class DeviceModels {
 public:
  virtual ~DeviceModels() = default;
  virtual Result<DeviceReport> run(const DeviceQuery& query) = 0;
  // Puts answers into device memory, each where it belongs.
  virtual Result<bool> put(const std::vector<OpenAnswer>& where, const void* answers, std::size_t size, void* out) = 0;
  virtual std::string name() const = 0;
};

Result<std::unique_ptr<DeviceModels>> upload(const HostTrees& trees, const Options& options);

}  // namespace apart::gpu
