// A linear map as a rotation after a stretch, so that a body may carry the one as its pose and the other in its
// vertices.
#pragma once
#include <apart/base/pose.hpp>

namespace apart::io {

struct Split {
  Mat3d rotation;  // a rotation to the last bits, whatever the map
  Mat3d stretch;   // the map is rotation · stretch; exactly the identity when the map is a rotation to 1e-6
};

// The map may mirror and may flatten, but must be finite.
Split split(const Mat3d& map);

}  // namespace apart::io
