// The bodies of a world: in chunks that snapshots share, so that a change copies the chunks in which it is.
#pragma once
#include <apart/world/world.hpp>
#include <memory>

namespace apart::world {

struct PlacedBody {
  std::shared_ptr<const WorldBody> body;  // none: not there. Its pose is that with which it was added
  Pose pose{};
  Bounds box{};          // with room for rounding
  bool indexed = false;  // the index has this box
};

class BodyChunks {
 public:
  static constexpr u32 kSize = 32;

  u32 end() const { return end_; }
  const PlacedBody& operator[](BodyId id) const { return (*chunks_[id / kSize])[id % kSize]; }
  // A chunk that other snapshots share is copied first.
  PlacedBody& change(BodyId id) {
    while (id >= end_) {
      if (end_ % kSize == 0) chunks_.push_back(std::make_shared<Chunk>());
      ++end_;
    }
    std::shared_ptr<Chunk>& chunk = chunks_[id / kSize];
    if (chunk.use_count() > 1) chunk = std::make_shared<Chunk>(*chunk);
    return (*chunk)[id % kSize];
  }

 private:
  using Chunk = std::array<PlacedBody, kSize>;
  std::vector<std::shared_ptr<Chunk>> chunks_;
  u32 end_ = 0;
};

}  // namespace apart::world
