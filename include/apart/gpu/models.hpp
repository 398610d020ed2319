// Many poses of a pair of models at once, on a GPU: collide, within and distance, with the answers of the queries of
// the same names, bit for bit. Where there is no GPU, or the library was built without the CUDA toolkit, the same calls
// compute the same answers on all cores.
//
//   const Model both[] = {a, b};
//   gpu::Models models = gpu::Models::make(both).value();
//   std::vector<gpu::YesNo> answers(poses.size());
//   models.collide(poses, answers).value();
#pragma once
#include <apart/base/pose.hpp>
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace apart::gpu {

enum class Memory { host, device };

// Of each pose, B in A. pose: 12 doubles, the rows of the rotation, then the translation, as in apart::Pose. matrix3x4:
// 12 doubles, three rows of four with the translation last. quaternion: 7 doubles, w x y z and the translation.
enum class PoseLayout : std::uint32_t { pose, matrix3x4, quaternion };

constexpr u32 doubles_of(PoseLayout layout) { return layout == PoseLayout::quaternion ? 7 : 12; }

struct PoseArray {
  const double* data = nullptr;
  std::size_t count = 0;
  PoseLayout layout = PoseLayout::pose;
  Memory memory = Memory::host;

  PoseArray() = default;
  PoseArray(const double* from, std::size_t poses, PoseLayout as, Memory in = Memory::host)
      : data(from), count(poses), layout(as), memory(in) {}
  PoseArray(std::span<const Pose> poses) : data(&poses.data()->rotation(0, 0)), count(poses.size()) {}
  PoseArray(const std::vector<Pose>& poses) : PoseArray(std::span<const Pose>(poses)) {}
};

// An answer of collide and within, in one byte.
struct YesNo {
  std::uint8_t bits = 0;  // bit 0: yes; from bit 1 on: the status

  static constexpr YesNo of(bool yes, Status status) {
    return {static_cast<std::uint8_t>(static_cast<unsigned>(status) << 1 | (yes ? 1u : 0u))};
  }
  constexpr bool yes() const { return (bits & 1) != 0; }
  constexpr Status status() const { return static_cast<Status>(bits >> 1); }
  friend constexpr bool operator==(YesNo, YesNo) = default;
};

// An answer of distance: the same numbers as in apart::Distance.
struct Nearest {
  double distance = 0;
  Vec3d on_a{}, on_b{};
  u32 triangle_a = 0, triangle_b = 0;
  std::uint32_t status_bits = 0, unused = 0;

  Status status() const { return static_cast<Status>(status_bits >> 1); }
};

// Where answers go: an array of as many as there are poses.
template <class T>
struct Answers {
  T* data = nullptr;
  std::size_t count = 0;
  Memory memory = Memory::host;

  Answers(T* to, std::size_t answers, Memory in = Memory::host) : data(to), count(answers), memory(in) {}
  Answers(std::vector<T>& to) : data(to.data()), count(to.size()) {}
};

struct Options {
  enum class Use { automatic, device, cpu } use = Use::automatic;  // automatic: a device, if there is one
  int device = 0;
  u32 threads = 0;  // for what the CPU does; 0: all
  // Of each group of poses that is on the device at one time; 0: chosen. It is cut further if memory is short.
  std::size_t poses_at_once = 0;
};

// Two of the models, by their places in the list.
struct ModelPair {
  u32 a = 0, b = 1;
};

struct Call {
  std::span<const ModelPair> pairs{};  // none: the first two models (or the first with itself)
  const u32* pair_of = nullptr;        // which pair each pose is of, in the same memory as the poses; none: the first
  void* stream = nullptr;              // cudaStream_t that the poses and answers are ordered by; none: the default one
};

struct Report {
  std::size_t by_exact_code = 0;  // answers that doubles could not decide, or at poses that had to be looked at closely
  // On the device, added up over groups of poses; 0 on the CPU. Of at most 1,024 poses the walk includes the
  // preparation.
  double prepare_seconds = 0, walk_seconds = 0;
};

struct DeviceInfo {
  std::string name;
  std::size_t memory = 0;  // bytes
};
// None: no device, no driver, or a library without the CUDA toolkit.
std::vector<DeviceInfo> devices();
bool built_with_cuda();

// Models uploaded once. Copies share them. Calls return when the answers are there, and may come from several threads,
// one at a time each.
class Models {
 public:
  // An error if a device is asked for and there is none, or if its memory is too small for the models.
  static Result<Models> make(std::span<const Model> models, const Options& options = {});

  bool on_device() const;
  std::string where() const;  // the device's name, or "CPU"

  // An error if the arrays do not fit each other, a pair does not exist, the memory is not the device's, or the device
  // fails. At a pose that is not usable an answer has Status::invalid and is on the safe side.
  Result<Report> collide(const PoseArray& poses, const Answers<YesNo>& answers, const Call& call = {}) const;
  Result<Report> within(const PoseArray& poses, double tolerance, const Answers<YesNo>& answers,
                        const Call& call = {}) const;
  Result<Report> distance(const PoseArray& poses, const Answers<Nearest>& answers, const Call& call = {}) const;

 private:
  struct State;
  explicit Models(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

// Memory that the bus reads and writes at full speed; from the ordinary heap without a device.
class PinnedMemory {
 public:
  explicit PinnedMemory(std::size_t bytes);
  ~PinnedMemory();
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  bool pinned_ = false;
};

// Memory of the device; null without one, or if there is not enough. Freed with it.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t bytes, int device = 0);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  void* data() const { return data_; }
  bool copy_from(const void* host, std::size_t bytes);  // false: the device failed
  bool copy_to(void* host, std::size_t bytes) const;

 private:
  void* data_ = nullptr;
  int device_ = 0;
};

}  // namespace apart::gpu
