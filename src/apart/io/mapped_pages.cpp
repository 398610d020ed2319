// A registry of mapped files.
#include <apart/io/mapped_pages.hpp>

#include <sys/mman.h>
#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <vector>

namespace apart::io {
namespace {

struct FileState {
  dev_t device{};
  ino_t number{};
  off_t size = 0;
  timespec modified{};
};

FileState state_of(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return {};
  return {facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtim};
}

struct MappedFile {
  void* data;
  std::size_t size;
  std::string path;
  FileState state;
};

// For signal handlers: the first files alone, which is where large ones are. An entry is valid while its size is not 0.
struct Place {
  std::atomic<const void*> data = nullptr;
  std::atomic<std::size_t> size = 0;
  char name[256] = "";
};
std::array<Place, 64> places;

std::mutex mutex;
std::vector<MappedFile>& files() {
  static std::vector<MappedFile> all;
  return all;
}

}  // namespace

void note_mapped(void* data, std::size_t size, const std::string& path) {
  const std::lock_guard lock(mutex);
  files().push_back({data, size, path, path.empty() ? FileState{} : state_of(path)});
  for (Place& place : places)
    if (!path.empty() && place.size == 0) {
      std::strncpy(place.name, path.c_str(), sizeof place.name - 1);
      place.data = data, place.size = size;
      return;
    }
}

void forget_mapped(void* data) {
  const std::lock_guard lock(mutex);
  for (Place& place : places)
    if (place.size > 0 && place.data == data) place.size = 0;
  std::erase_if(files(), [&](const MappedFile& file) { return file.data == data; });
}

void release_mapped_pages() {
  const std::lock_guard lock(mutex);
  for (const MappedFile& file : files()) ::madvise(file.data, file.size, MADV_DONTNEED);
}

std::string changed_mapped_file() {
  const std::lock_guard lock(mutex);
  for (const MappedFile& file : files()) {
    if (file.path.empty()) continue;
    const FileState now = state_of(file.path);
    const bool same_file = now.device == file.state.device && now.number == file.state.number;
    if (same_file && (now.size != file.state.size || now.modified.tv_sec != file.state.modified.tv_sec ||
                      now.modified.tv_nsec != file.state.modified.tv_nsec))
      return file.path;
  }
  return {};
}

const char* mapped_file_at(const void* address) {
  for (const Place& place : places) {
    const char* begin = static_cast<const char*>(place.data.load());
    if (place.size > 0 && address >= begin && address < begin + place.size) return place.name;
  }
  return nullptr;
}

}  // namespace apart::io
