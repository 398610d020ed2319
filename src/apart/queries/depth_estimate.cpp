#include <apart/queries/depth_estimate.hpp>

namespace apart {

std::optional<DepthEstimate> depth_estimate(const Model&, const Posed&, const Model&, std::span<const TouchingPair>) {
  return std::nullopt;
}

}  // namespace apart
