// Decomposes a linear map into a rotation after a stretch (QR): a body's pose takes the one, its vertices the other.
#pragma once
#include <apart/base/pose.hpp>

namespace apart::io {

struct QrDecomposition {
  Mat3d rotation;  // orthogonal to rounding, whatever the map
  Mat3d stretch;   // the map is rotation · stretch; exactly the identity if the map is a rotation to 1e-6
};

// The map may mirror or be singular, but must be finite.
QrDecomposition qr_decomposition(const Mat3d& map);

}  // namespace apart::io
