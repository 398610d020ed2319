// Models whose derived facts (hulls, topology) are dropped when the process holds more memory than it should.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model.hpp>
#include <map>
#include <mutex>
#include <vector>

namespace apart::scene {

class ModelCache {
 public:
  // Bytes that the process may keep resident, 0 for no bound; `release` gives other memory back.
  ModelCache(u64 bytes, std::function<void()> release) : bytes_(bytes), release_(std::move(release)) {}

  bool bounded() const { return bytes_ > 0; }
  // A copy with facts of its own, the same for all instances; thread-safe, as relieve().
  Model get(const Model& model);
  // Drops all copies that nobody uses if the process is near its bound.
  void relieve();

 private:
  u64 bytes_;
  std::function<void()> release_;
  std::mutex mutex_;
  std::map<const Face*, Model> models_;
  u64 held_ = 0;  // after the last relief
};

// Of this process; 0 where it is not known.
u64 resident_bytes();

// For each box where its centre lies on a space-filling curve through all of them.
std::vector<u64> places_along_curve(std::span<const Bounds> boxes);

}  // namespace apart::scene
