// Header checks, padding and checksums of saved files.
#include <algorithm>
#include <apart/hierarchy/saved/model_layout.hpp>
#include <cstring>

namespace apart::hierarchy {
namespace {

// The first byte occurs in no text, and the last two reveal a transfer in text mode.
constexpr std::array<unsigned char, 8> kMagic{0x89, 'A', 'P', 'A', 'R', 'T', '\r', '\n'};
constexpr std::size_t kMagicName = 6;
constexpr u32 kOrderMark = 0x01020304, kOtherOrder = 0x04030201;

// Eight lanes of words, so that memory and not multiplication is the bottleneck. Each step is injective: damage within
// one word is always found, and other damage with probability 1 − 2^-64.
class Checksum {
 public:
  void add(const std::byte* block) {  // of kModelAlignment bytes
    for (std::size_t i = 0; i < 8; ++i) {
      u64 word;
      std::memcpy(&word, block + 8 * i, 8);
      lanes_[i] = mixed(lanes_[i] ^ word);
    }
  }
  u64 value() const {
    u64 all = 0;
    for (u64 lane : lanes_) all = mixed(all ^ lane);
    return all;
  }

 private:
  static u64 mixed(u64 word) {
    word *= 0x9e3779b97f4a7c15;  // odd, so that the product is injective
    return word ^ (word >> 32);
  }
  u64 lanes_[8] = {1, 2, 3, 4, 5, 6, 7, 8};
};
static_assert(kModelAlignment == 8 * sizeof(u64));

std::string cut_short(u64 bytes) { return "cut short: " + std::to_string(bytes) + " bytes"; }

}  // namespace

u64 file_checksum(std::span<const std::byte> bytes) {
  Checksum sum;
  std::size_t at = 0;
  for (; at + kModelAlignment <= bytes.size(); at += kModelAlignment) sum.add(bytes.data() + at);
  if (at < bytes.size()) {
    std::byte block[kModelAlignment] = {};
    std::memcpy(block, bytes.data() + at, bytes.size() - at);
    sum.add(block);
  }
  return sum.value();
}

bool starts_as_model(std::span<const std::byte> bytes) {
  return bytes.size() >= kMagicName && std::memcmp(bytes.data(), kMagic.data(), kMagicName) == 0;
}

FileStart start_of_file(u32 version) { return {kMagic, kOrderMark, version, 0}; }

std::string problem_of_start(std::span<const std::byte> bytes, FileStart& start) {
  if (!starts_as_model(bytes)) return "not a model built by apart";
  std::memcpy(&start, bytes.data(), std::min(bytes.size(), sizeof start));
  if (bytes.size() < offsetof(FileStart, file_bytes)) return cut_short(bytes.size()) + ", less than a header";
  if (start.magic != kMagic) return "damaged: line ends were changed, as by a transfer in text mode";
  if (start.order_mark == kOtherOrder) return "built on a machine of the other byte order";
  if (start.order_mark != kOrderMark) return "damaged: the header has no valid byte order";
  if (start.version < kVersionOfModel || start.version > kVersionOfPlant)
    return "built in format version " + std::to_string(start.version) + ", " +
           (start.version < kVersionOfModel ? "older than " + std::to_string(kVersionOfModel)
                                            : "newer than " + std::to_string(kVersionOfPlant)) +
           ", which is read here: build it again";
  if (bytes.size() < sizeof start) return cut_short(bytes.size()) + ", less than a header";
  return {};
}

std::string problem_of_size(u64 bytes, const FileStart& start) {
  if (start.file_bytes > bytes) return cut_short(bytes) + " of " + std::to_string(start.file_bytes);
  if (start.file_bytes < bytes) return "damaged: " + std::to_string(bytes - start.file_bytes) + " bytes follow its end";
  return {};
}

bool put_padded(std::span<const std::byte> bytes, const std::function<bool(std::span<const std::byte>)>& put) {
  constexpr std::byte zeros[kModelAlignment] = {};
  return put(bytes) && put(std::span(zeros).first(padded(bytes.size()) - bytes.size()));
}

}  // namespace apart::hierarchy
