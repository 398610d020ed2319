// Memory of the device and pinned memory of the host, held by what owns it; errors of CUDA.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace apart::gpu {

// Thrown inside of cuda_models.cu; what crosses its border is a Result.
struct Failure {
  std::string what;
};
inline void must(cudaError_t error, const char* what) {
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

// Does the bus reach it without a copy by the CPU? Then where kernels find it.
inline void* seen_from_device(const void* p) {
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, p) != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  return about.type == cudaMemoryTypeHost || about.type == cudaMemoryTypeManaged ? about.devicePointer : nullptr;
}
inline bool is_on_device(const void* p) {
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, p) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return about.type == cudaMemoryTypeDevice || about.type == cudaMemoryTypeManaged;
}

}  // namespace apart::gpu
