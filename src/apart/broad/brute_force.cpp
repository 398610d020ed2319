#include <apart/broad/methods.hpp>

namespace apart::broad {

Pairs brute_force_pairs(std::span<const Bounds> boxes, const Workers& workers) {
  return joined_pairs(boxes.size(), 256, workers, [&](std::size_t begin, std::size_t end, Pairs& out) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = i + 1; j < boxes.size(); ++j)
        if (overlap(boxes[i], boxes[j])) out.push_back({static_cast<u32>(i), static_cast<u32>(j)});
  });
}

}  // namespace apart::broad
