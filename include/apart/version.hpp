// The version of these headers. CMake reads it here, so that it is written once.
#pragma once
#include <compare>

#define APART_VERSION_MAJOR 0
#define APART_VERSION_MINOR 1
#define APART_VERSION_PATCH 0

namespace apart {

struct Version {
  int major, minor, patch;
  friend constexpr auto operator<=>(const Version&, const Version&) = default;
};
inline constexpr Version kVersion{APART_VERSION_MAJOR, APART_VERSION_MINOR, APART_VERSION_PATCH};

}  // namespace apart
