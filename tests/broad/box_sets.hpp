// Sets of boxes of every kind, for the tests of broad phases.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/random.hpp>
#include <vector>

namespace apart::testing {

inline Bounds box_at(Vec3d low, Vec3d size) { return {low, low + size}; }

enum class BoxSet { uniform, clustered, flat, equal, nested, degenerate, lattice, mixed, far, unbounded };
inline constexpr BoxSet kBoxSets[] = {BoxSet::uniform, BoxSet::clustered,  BoxSet::flat,    BoxSet::equal,
                                      BoxSet::nested,  BoxSet::degenerate, BoxSet::lattice, BoxSet::mixed,
                                      BoxSet::far,     BoxSet::unbounded};

inline Bounds random_box(BoxSet kind, Random& random, double density) {
  const double side = 2 * density;
  const auto size = [&](double most) { return most * Vec3d{random.uniform(), random.uniform(), random.uniform()}; };
  switch (kind) {
    case BoxSet::uniform:
      return box_at(random.in_box(1), size(side));
    case BoxSet::clustered: {  // around few points, at very different scales
      const u32 which = random.below(4);
      const double scale = which == 0 ? 1 : which == 1 ? 1e-3 : 1e-6;
      return box_at(Vec3d{double(which), 0.5 * which, 0} + scale * random.in_ball(), scale * size(side));
    }
    case BoxSet::flat: {
      Vec3d s = size(side);
      s[int(random.below(3))] = 0;
      Vec3d p = random.in_box(1);
      p.z = random.chance(0.5) ? 0 : p.z;
      return box_at(p, s);
    }
    case BoxSet::equal:
      return box_at({double(random.below(3)), 0, 0}, {0.5, 0.5, 0.5});
    case BoxSet::nested: {
      const double half = random.uniform(0, 1);
      return {Vec3d{-half, -half, -half}, Vec3d{half, half, half}};
    }
    case BoxSet::degenerate:  // points, segments and empty ones, some at the same place
      if (random.chance(0.1)) return {};
      return box_at({double(random.below(3)), double(random.below(3)), double(random.below(3))},
                    random.chance(0.5) ? Vec3d{} : Vec3d{double(random.below(2)), 0, 0});
    case BoxSet::lattice:  // whole numbers: many touch exactly
      return box_at({double(random.below(6)), double(random.below(6)), double(random.below(6))},
                    {double(random.below(3)), double(random.below(3)), double(random.below(2))});
    case BoxSet::mixed: {  // sizes over six orders of magnitude
      double s = 1;
      for (u32 k = random.below(7); k > 0; --k) s *= 0.1;
      return box_at(random.in_box(1), s * size(1));
    }
    case BoxSet::far: {  // where floats cannot tell them apart
      const Vec3d at = 1e6 * Vec3d{1, -2, 3};
      return box_at(at + 1e-4 * random.in_box(1) + (random.chance(0.02) ? random.in_box(1e9) : Vec3d{}), size(1e-4));
    }
    case BoxSet::unbounded: {
      Bounds box = box_at(random.in_box(1), size(side));
      if (random.chance(0.05)) box.low[int(random.below(3))] = -Bounds::kInfinity;
      if (random.chance(0.05)) box.high[int(random.below(3))] = 1e100;
      if (random.chance(0.02)) box = {Vec3d{-1e300, -1e300, -1e300}, Vec3d{1e308, 1e308, 0}};
      return box;
    }
  }
  return {};
}

inline std::vector<Bounds> random_boxes(BoxSet kind, u32 n, Random& random, double density = 0.1) {
  std::vector<Bounds> out;
  for (u32 i = 0; i < n; ++i) out.push_back(random_box(kind, random, density));
  return out;
}

}  // namespace apart::testing
