// Renders a picture of a finding: its two bodies in two colours, bodies around them ghosted, and a mark at the finding.
#pragma once
#include "cli/check/report.hpp"
#include "cli/check/viewpoint.hpp"
#include "cli/render/image.hpp"

namespace apart::cli {

struct Snapshot {
  render::Camera camera;
  std::string png;
};

class Snapshots {
 public:
  static constexpr int kWidth = 640, kHeight = 480;
  static constexpr render::Colour kColourA{236, 128, 32}, kColourB{44, 123, 210};

  Snapshots(const Report& report, u32 threads);
  Snapshot of(const PairReport& pair) const;  // thread-safe

 private:
  static constexpr std::size_t kStill = ~std::size_t(0);
  PlacedBody placed(u32 part, const PairReport& pair) const;
  View view(const PairReport& pair) const;

  const Report& report_;
  std::vector<Bounds> boxes_;        // of the parts at rest
  std::vector<std::size_t> movers_;  // the index of a part in the motion's frames; kStill: it does not move
};

}  // namespace apart::cli
