// --motion FILE: where bodies stand, frame by frame. As text, a line a body and frame:
//
//   # frame  body    x y z  qw qx qy qz
//   0        gear 1  0 0 20  1 0 0 0
//
// The body's name is all between the frame's number and the last seven numbers; a line that begins with # is a comment.
// As JSON, an object a frame:
//
//   {"frames": [{"gear 1": [0, 0, 20, 1, 0, 0, 0]}, …]}
//
// Poses are the bodies' own in the world. A body that a frame does not name stays as it was in the frame before; before
// its first, where the assembly has it.
#pragma once
#include <apart/scene/check.hpp>
#include <cstdint>

namespace apart::cli {

struct MotionFile {
  std::vector<std::int64_t> numbers;  // of the frames, rising
  Motion motion;
};

// Throws BadInput, with the line.
MotionFile read_motion(const std::string& file, std::span<const AssemblyPart> parts);

}  // namespace apart::cli
