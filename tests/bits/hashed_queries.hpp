// One line for each query of apart_bits: a hash over every bit of its results.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/random.hpp>
#include <apart/base/status.hpp>
#include <apart/queries/collisions.hpp>
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <vector>

namespace apart::bits {

constexpr u32 kAnswers = 10000;

// FNV-1a over eight bytes at a time.
class Hash {
 public:
  u64 value() const { return value_; }
  void bits(u64 x) { value_ = (value_ ^ x) * 0x100000001b3u, value_ ^= value_ >> 29; }
  template <class... T>
  void add(const T&... parts) {
    (one(parts), ...);
  }

 private:
  void one(double x) { bits(std::bit_cast<u64>(x)); }
  void one(bool x) { bits(x); }
  void one(u32 x) { bits(x); }
  void one(u64 x) { bits(x); }
  void one(int x) { bits(static_cast<u64>(x)); }
  void one(Status x) { bits(static_cast<u64>(x)); }
  void one(const Vec3d& v) { add(v.x, v.y, v.z); }
  void one(const Bounds& b) { add(b.low, b.high); }
  void one(const TouchingPair& p) { add(p.triangle_a, p.triangle_b); }
  template <class T>
  void one(const std::vector<T>& all) {
    add(static_cast<u64>(all.size()));
    for (const T& x : all) one(x);
  }

  u64 value_ = 0xcbf29ce484222325u;
};

inline const char* each_of = nullptr;  // the query whose results are printed one by one
inline const char* wanted_kind = nullptr;

inline bool is_wanted(const char* name, const char* kind) {
  return !each_of || (std::strcmp(each_of, name) == 0 && (!wanted_kind || std::strcmp(wanted_kind, kind) == 0));
}

// Random numbers are drawn one by one, never as two arguments or operands, whose order is the compiler's choice.
// ask(random, hash) adds one result to the hash and returns whether it is a "yes".
template <class Ask>
void query(const char* name, const char* kind, Ask ask, u32 answers = kAnswers) {
  if (!is_wanted(name, kind)) return;
  Random random(answers + static_cast<unsigned char>(name[0]));
  Hash all;
  u32 yes = 0;
  for (u32 i = 0; i < answers; ++i) {
    Hash hash;
    const bool is = ask(random, hash);
    yes += is;
    all.bits(hash.value());
    if (each_of) std::printf("%s %s %" PRIu32 " %d %016" PRIx64 "\n", name, kind, i, is, hash.value());
  }
  if (!each_of) std::printf("%s %s %" PRIu32 " %" PRIu32 " %016" PRIx64 "\n", name, kind, answers, yes, all.value());
}

}  // namespace apart::bits
