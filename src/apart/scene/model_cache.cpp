#include <apart/hierarchy/split/morton.hpp>
#include <apart/scene/model_cache.hpp>

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>
#include <charconv>
#include <cstring>

namespace apart::scene {

Model ModelCache::get(const Model& model) {
  const std::lock_guard lock(mutex_);
  return models_.try_emplace(model.mesh().faces().data(), model.fresh()).first->second;
}

void ModelCache::relieve() {
  if (!bounded()) return;
  const std::lock_guard lock(mutex_);
  // What stays after a relief is no reason for another.
  const u64 most = std::max(bytes_ / 4 * 3, held_ + bytes_ / 16);
  if (resident_bytes() <= most) return;
  models_.clear();
  if (release_) release_();
  ::malloc_trim(0);
  held_ = resident_bytes();
}

u64 resident_bytes() {
  char text[128] = "";
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t got = ::read(file, text, sizeof text - 1);
  ::close(file);
  const char* second = got > 0 ? std::strchr(text, ' ') : nullptr;
  u64 pages = 0;
  if (second) std::from_chars(second + 1, text + got, pages);
  return pages * static_cast<u64>(::sysconf(_SC_PAGESIZE));
}

std::vector<u64> places_along_curve(std::span<const Bounds> boxes) {
  Bounds all;
  for (const Bounds& box : boxes)
    if (!box.empty()) all.add(box.centre());
  const hierarchy::MortonGrid grid(all, 20);
  std::vector<u64> out;
  for (const Bounds& box : boxes) out.push_back(box.empty() ? 0 : grid.code(box.centre()));
  return out;
}

}  // namespace apart::scene
