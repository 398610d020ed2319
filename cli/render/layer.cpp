// Draws a model's tree into a z-buffer: frustum culling, level of detail, scan conversion.
#include "cli/render/layer.hpp"
#include <apart/hierarchy/model_tree.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace apart::render {
namespace {

// The view frustum: beyond the near plane and within the four sides of the picture.
struct Frustum {
  double across = Camera::half_width(), along = Camera::half_width() / Camera::kAspect;
  double across_length = std::sqrt(1 + across * across), along_length = std::sqrt(1 + along * along);

  bool misses(Vec3d middle, double radius) const {
    return middle.z + radius < Camera::kNearest || std::abs(middle.x) - across * middle.z > across_length * radius ||
           std::abs(middle.y) - along * middle.z > along_length * radius;
  }
};

// The first row or column of samples whose centre is not before this coordinate.
int first_sample(double place, int count) {
  return static_cast<int>(std::clamp(std::ceil(place - 0.5), 0.0, static_cast<double>(count)));
}

}  // namespace

Layer::Layer(int width, int height, double smallest)
    : width_(width),
      height_(height),
      smallest_(smallest),
      nearness_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0.0F),
      faces_(nearness_.size()) {}

void Layer::clear() { std::fill(nearness_.begin(), nearness_.end(), 0.0F); }

void Layer::draw(const Model& model, const Pose& pose, const Camera& camera) {
  const ModelTree& tree = model.tree();
  if (tree.empty()) return;
  const Mesh& mesh = model.mesh();
  const auto seen = [&](Vec3d p) { return camera.seen(pose * p); };
  const Frustum frustum;
  const double samples = 0.5 * width_ / Camera::half_width();  // covered by a unit length at unit depth
  std::vector<u32> open{tree.root()};
  while (!open.empty()) {
    const u32 node = open.back();
    open.pop_back();
    const Obb<float>& box = tree.volume(node);
    const Vec3d middle = seen(tree.frame.centre + cast<double>(box.centre));
    const double radius = length(cast<double>(box.half)) / camera.distance;
    if (frustum.misses(middle, radius)) continue;
    Ref ref = tree.ref(node);
    const bool small = middle.z > Camera::kNearest && 2 * radius * samples < smallest_ * middle.z;
    if (!small && !ref.is_leaf()) {
      for_each_child(tree.nodes, ref, [&](u32 child) { open.push_back(child); });
      continue;
    }
    if (small) {  // drawn as one of its triangles, if nothing is in front
      const OnPicture at = on_picture(middle, width_, height_);
      if (!(at.x >= 0 && at.x < width_ && at.y >= 0 && at.y < height_)) continue;
      const std::size_t i =
          static_cast<std::size_t>(at.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(at.x);
      const auto nearness = static_cast<float>(at.nearness);
      if (nearness <= nearness_[i]) continue;
      while (!ref.is_leaf()) ref = tree.ref(ref.first());
      const Triangle t = mesh.triangle(tree.items()[ref.first()].primitive());
      set(i, nearness, surface_of(seen(t.a), seen(t.b), seen(t.c)));
      continue;
    }
    for_each_primitive(tree.items(), ref, [&](u32 i) {
      const Triangle t = mesh.triangle(i);
      triangle(seen(t.a), seen(t.b), seen(t.c));
      return true;
    });
  }
}

Layer::Surface Layer::surface_of(Vec3d a, Vec3d b, Vec3d c) {
  // Right, up and ahead form a left-handed frame, hence this order.
  Vec3d n = cross(c - a, b - a);
  const double size = length(n);
  n = size > 0 ? n / size : Vec3d{0, 0, -1};
  Surface face;
  for (int k = 0; k < 3; ++k) face.normal[k] = static_cast<std::int8_t>(std::floor(127 * n[k] + 0.5));
  // Light from over the left shoulder and from the camera; both sides of a triangle are lit.
  const Vec3d lamp{-0.42, 0.72, -0.55};
  const double light = 0.6 + 0.28 * std::abs(dot(n, lamp)) + 0.12 * std::abs(n.z);
  face.light = static_cast<std::uint8_t>(127 * std::clamp(light, 0.0, 1.0)) & 0x7f;
  face.behind = dot(n, a) > 0;
  return face;
}

void Layer::triangle(Vec3d a, Vec3d b, Vec3d c) {
  const Surface face = surface_of(a, b, c);
  // Clips against the near plane: leaves three or four corners.
  const Vec3d corners[] = {a, b, c};
  std::array<Vec3d, 4> kept;
  std::size_t count = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3d p = corners[k], q = corners[(k + 1) % 3];
    if (p.z >= Camera::kNearest) kept[count++] = p;
    if ((p.z < Camera::kNearest) != (q.z < Camera::kNearest))
      kept[count++] = p + (Camera::kNearest - p.z) / (q.z - p.z) * (q - p);
  }
  for (std::size_t k = 2; k < count; ++k)
    fill(on_picture(kept[0], width_, height_), on_picture(kept[k - 1], width_, height_),
         on_picture(kept[k], width_, height_), face);
}

// Scan conversion by rows: a sample belongs to the triangle that contains its centre.
void Layer::fill(const OnPicture& a, const OnPicture& b, const OnPicture& c, const Surface& face) {
  const int last = first_sample(std::max({a.y, b.y, c.y}), height_);
  const int first = first_sample(std::min({a.y, b.y, c.y}), height_);
  if (first >= last || std::max({a.x, b.x, c.x}) < 0 || std::min({a.x, b.x, c.x}) > width_) return;
  const OnPicture* p[] = {&a, &b, &c};
  std::sort(p, p + 3, [](const OnPicture* l, const OnPicture* r) { return l->y < r->y; });
  const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (!std::isfinite(area) || area == 0) return;
  const double slope_x = ((b.nearness - a.nearness) * (c.y - a.y) - (c.nearness - a.nearness) * (b.y - a.y)) / area;
  const double slope_y = ((c.nearness - a.nearness) * (b.x - a.x) - (b.nearness - a.nearness) * (c.x - a.x)) / area;
  // Nearness is interpolated, for slivers extrapolated: clamped to the range of the corners.
  const auto least = static_cast<float>(std::min({a.nearness, b.nearness, c.nearness}));
  const auto most = static_cast<float>(std::max({a.nearness, b.nearness, c.nearness}));
  const auto step = static_cast<float>(slope_x);
  const auto x_on = [](const OnPicture& from, const OnPicture& to, double y) {
    return to.y > from.y ? from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x) : from.x;
  };
  for (int row = first; row < last; ++row) {
    const double y = row + 0.5;
    const double far_side = x_on(*p[0], *p[2], y);
    const double near_side = y < p[1]->y ? x_on(*p[0], *p[1], y) : x_on(*p[1], *p[2], y);
    const int begin = first_sample(std::min(far_side, near_side), width_);
    const int end = first_sample(std::max(far_side, near_side), width_);
    const auto from = static_cast<float>(a.nearness + (begin + 0.5 - a.x) * slope_x + (y - a.y) * slope_y);
    const std::size_t start =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(begin);
    for (int k = 0; k < end - begin; ++k)
      set(start + static_cast<std::size_t>(k), std::clamp(from + static_cast<float>(k) * step, least, most), face);
  }
}

bool Layer::differ(std::size_t i, std::size_t j) const {
  if (nearness_[i] == 0 || nearness_[j] == 0) return nearness_[i] != nearness_[j];
  const Surface &f = faces_[i], &g = faces_[j];
  // About 30 degrees, whichever side is visible.
  const int along = f.normal[0] * g.normal[0] + f.normal[1] * g.normal[1] + f.normal[2] * g.normal[2];
  if (std::abs(along) < 127 * 127 * 86 / 100) return true;
  // A step in depth between surfaces that are not seen edge-on.
  const float step = std::abs(nearness_[i] - nearness_[j]);
  const int facing = std::min(std::abs(int{f.normal[2]}), std::abs(int{g.normal[2]}));
  return facing > 25 && step > 0.02F * std::max(nearness_[i], nearness_[j]);
}

}  // namespace apart::render
