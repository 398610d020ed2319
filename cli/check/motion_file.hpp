// --motion FILE: poses of bodies, frame by frame. As text, one line per body and frame:
//
//   # frame  body    x y z  qw qx qy qz
//   0        gear 1  0 0 20  1 0 0 0
//
// The body's name is all between the frame's number and the last seven numbers; a line that begins with # is a comment.
// As JSON, one object per frame:
//
//   {"frames": [{"gear 1": [0, 0, 20, 1, 0, 0, 0]}, …]}
//
// Poses map body coordinates to the world. A body that a frame does not name keeps its pose of the previous frame;
// before its first pose, that of the assembly.
#pragma once
#include <apart/scene/check.hpp>
#include <cstdint>

namespace apart::cli {

struct MotionFile {
  std::vector<std::int64_t> numbers;  // of the frames, ascending
  Motion motion;
};

// Throws BadInput that names the line.
MotionFile read_motion(const std::string& file, std::span<const AssemblyPart> parts);

}  // namespace apart::cli
