#include "cli/check/pair_id.hpp"

#include <fmt/format.h>
#include <apart/base/vec3.hpp>

namespace apart::cli {
namespace {

// FNV-1a with a final mix. Part of every stored pair id: must never change.
u64 hash(std::string_view text, u64 start = 0xcbf29ce484222325) {
  u64 h = start;
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccd;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53;
  return h ^ (h >> 33);
}

}  // namespace

std::string pair_id(std::string_view a, std::string_view b) {
  if (b < a) std::swap(a, b);
  std::string both(a);
  both += '\0';  // a separator that occurs in no name
  both += b;
  return fmt::format("c-{:016x}", hash(both));
}

std::string guid_of(std::string_view text) {
  const u64 high = hash(text), low = hash(text, high);
  return fmt::format("{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xffff, high & 0xfff,
                     0x8000 | (low >> 48 & 0x3fff), low & 0xffffffffffff);
}

}  // namespace apart::cli
