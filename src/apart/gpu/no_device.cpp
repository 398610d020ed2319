// Without the CUDA toolkit: there is no device.
#include <apart/gpu/device.hpp>
#include <new>

namespace apart::gpu {

bool built_with_cuda() { return false; }

std::vector<DeviceInfo> devices() { return {}; }

Result<std::unique_ptr<DeviceModels>> upload(const HostTrees&, const Options&) {
  return Error{"the library was built without the CUDA toolkit"};
}

PinnedMemory::PinnedMemory(std::size_t bytes) : data_(::operator new(bytes)) {}
PinnedMemory::~PinnedMemory() { ::operator delete(data_); }

DeviceMemory::DeviceMemory(std::size_t, int device) : device_(device) {}
DeviceMemory::~DeviceMemory() {}  // there is nothing to free
bool DeviceMemory::copy_from(const void*, std::size_t) { return false; }
bool DeviceMemory::copy_to(void*, std::size_t) const { return false; }

}  // namespace apart::gpu
