// Projects points on box axes in SIMD lanes.
#include <apart/hierarchy/fit/obb_extents.hpp>

namespace apart::hierarchy {

Extents extents(const Mat3f& axes, const Points& points, std::size_t begin, std::size_t end) {
  Extents out;
  fit_lanes().extents(axes, points.x.data() + begin, points.y.data() + begin, points.z.data() + begin,
                      static_cast<u32>(end - begin), out);
  return out;
}

void put_box(const Mat3f& axes, const Points& points, std::size_t begin, std::size_t end, double reach,
             Obb<float>& box) {
  fit_lanes().box(axes, points.x.data() + begin, points.y.data() + begin, points.z.data() + begin,
                  static_cast<u32>(end - begin), reach, box);
}

void extend_above(const PatchCut& cut, std::span<const Mat3f> axes, std::span<const double> patch_reach,
                  const Workers& workers, std::span<Obb<float>> volumes,
                  const std::function<const Points&(std::size_t)>& points) {
  if (cut.above.empty()) return;
  // A patch along the axes of all its ancestors, while it is in cache; then for each of those, all its patches.
  std::vector<std::size_t> first{0};
  for (const PatchCut::Root& root : cut.roots) {
    std::size_t levels = 0;
    for (u32 up = root.parent; up != PatchCut::kNone; up = cut.above[up].parent) ++levels;
    first.push_back(first.back() + levels);
  }
  std::vector<Extents> parts(first.back());
  workers.for_ranges(cut.roots.size(), 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const Points& these = points(p);
      std::size_t to = first[p];
      for (u32 up = cut.roots[p].parent; up != PatchCut::kNone; up = cut.above[up].parent)
        parts[to++] = extents(axes[up], these, 0, these.size());
    }
  });
  std::vector<Extents> all(cut.above.size());
  std::vector<double> reach(cut.above.size(), -1);  // nothing yet
  for (std::size_t p = 0; p < cut.roots.size(); ++p) {
    std::size_t from = first[p];
    for (u32 up = cut.roots[p].parent; up != PatchCut::kNone; up = cut.above[up].parent, ++from) {
      reach[up] < 0 ? void(all[up] = parts[from]) : all[up].add(parts[from]);
      reach[up] = larger(reach[up], patch_reach[p]);
    }
  }
  for (std::size_t k = 0; k < cut.above.size(); ++k)
    fit_lanes().box_of(axes[k], all[k], reach[k], volumes[cut.above[k].node]);
}

}  // namespace apart::hierarchy
