// Shared by all tests: the size of a run, the outcomes of a random test, and the folder of real models.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace apart::testing {

// ./test --nightly sets APART_NIGHTLY; big random runs read their size from here.
inline bool nightly() { return std::getenv("APART_NIGHTLY") != nullptr; }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
// Under the sanitizers a run is ten times slower: there the paths count, not the number of cases.
inline int unless_sanitized(int cases, int sanitized) { return kSanitized ? sanitized : cases; }
inline int cases(int quick, int at_night) {
  if (nightly()) return unless_sanitized(at_night, std::max(quick, at_night / 10));
  return unless_sanitized(quick, std::max(quick / 4, std::min(quick, 1000)));
}

// Counts the two outcomes of a random test; prints them, and fails if one was too rare to mean anything.
class Outcomes {
 public:
  explicit Outcomes(std::string name, double least_share = 0.2) : name_(std::move(name)), least_(least_share) {}
  ~Outcomes() {
    const long total = hits_ + misses_;
    const double share = total ? double(std::min(hits_, misses_)) / double(total) : 0;
    std::printf("[ saw      ] %s: %ld hits, %ld misses\n", name_.c_str(), hits_, misses_);
    EXPECT_GE(share, least_) << name_ << " saw too few of one outcome";
  }
  void saw(bool hit) { hit ? ++hits_ : ++misses_; }

 private:
  std::string name_;
  double least_;
  long hits_ = 0, misses_ = 0;
};

// Real models, kept beside the repository by those who have them.
inline std::filesystem::path models() { return std::filesystem::path(APART_SOURCE_DIR) / "../shared/models"; }

}  // namespace apart::testing

#define APART_NEEDS_MODELS()                                         \
  if (!std::filesystem::exists(apart::testing::models()))            \
  GTEST_SKIP() << "no real models beside the repository; looked in " \
               << apart::testing::models().lexically_normal().string()
