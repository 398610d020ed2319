// Composes layers and marks into an image: occlusion, outlines, transparency, anti-aliasing.
#include "cli/render/picture.hpp"

#include <algorithm>
#include <apart/base/assert.hpp>
#include <cmath>

namespace apart::render {
namespace {

struct Light {
  double red = 0, green = 0, blue = 0;

  static Light of(Colour c) { return {double(c.red), double(c.green), double(c.blue)}; }
  friend Light operator+(Light a, Light b) { return {a.red + b.red, a.green + b.green, a.blue + b.blue}; }
  friend Light operator*(double s, Light a) { return {s * a.red, s * a.green, s * a.blue}; }
  Colour colour() const {
    const auto byte = [](double v) { return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0, 255.0))); };
    return {byte(red), byte(green), byte(blue)};
  }
};

constexpr double kSeam = 1.5;  // pixels on each side of a mark

}  // namespace

Picture::Picture(int width, int height, const Camera& camera)
    : width_(width),
      height_(height),
      camera_(camera),
      marks_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * kFine * kFine, Mark::none) {}

Layer& Picture::add(const Look& look) {
  APART_ASSERT(layers_.size() < kMostLayers, "a picture of too many layers");
  layers_.push_back(std::make_unique<Painted>(Painted{Layer(kFine * width_, kFine * height_), look}));
  return layers_.back()->layer;
}

OnPicture Picture::place(Vec3d p) const { return on_picture(camera_.seen(p), width_, height_); }

bool Picture::in_view(Vec3d p) const {
  if (camera_.seen(p).z < Camera::kNearest) return false;
  const OnPicture at = place(p);
  return at.x >= 0 && at.x < width_ && at.y >= 0 && at.y < height_;
}

// A point on a surface, or on its edge, is not hidden by it: all samples around must be nearer.
bool Picture::is_hidden(const OnPicture& fine) const {
  const int wide = kFine * width_, high = kFine * height_;
  const auto hides = [&](double x, double y) {
    if (!(x >= 0 && x < wide && y >= 0 && y < high)) return true;
    const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(x);
    return std::any_of(layers_.begin(), layers_.end(), [&](const auto& painted) {
      return painted->look.opaque() && painted->layer.nearness(i) > fine.nearness * 1.004;
    });
  };
  constexpr double kBy = kFine;
  return hides(fine.x, fine.y) && hides(fine.x - kBy, fine.y) && hides(fine.x + kBy, fine.y) &&
         hides(fine.x, fine.y - kBy) && hides(fine.x, fine.y + kBy);
}

template <class F>
void Picture::for_samples(double left, double top, double right, double bottom, F f) const {
  const auto within = [](double v, int most) { return static_cast<int>(std::clamp(v, 0.0, double(most))); };
  const int wide = kFine * width_, high = kFine * height_;
  const int x0 = within(std::floor(left), wide), x1 = within(std::ceil(right), wide);
  for (int y = within(std::floor(top), high), end = within(std::ceil(bottom), high); y < end; ++y)
    for (int x = x0; x < x1; ++x)
      f(static_cast<std::size_t>(y) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(x), x + 0.5, y + 0.5);
}

void Picture::line(Vec3d from, Vec3d to, double width) {
  Vec3d a = camera_.seen(from), b = camera_.seen(to);
  if (a.z > b.z) std::swap(a, b);
  if (b.z < Camera::kNearest) return;
  if (a.z < Camera::kNearest) a = a + (Camera::kNearest - a.z) / (b.z - a.z) * (b - a);
  const OnPicture p = on_picture(a, kFine * width_, kFine * height_),
                  q = on_picture(b, kFine * width_, kFine * height_);
  const double half = 0.5 * kFine * width, reach = half + kFine * kSeam;
  const double dx = q.x - p.x, dy = q.y - p.y, squared = dx * dx + dy * dy;
  // Visibility along the line, in steps of about one sample.
  const double steps = std::clamp(std::ceil(std::sqrt(squared)), 1.0, 4.0 * kFine * width_);
  std::vector<char> behind(static_cast<std::size_t>(steps) + 1);
  for (std::size_t k = 0; k < behind.size(); ++k) {
    const double t = double(k) / steps;
    behind[k] = is_hidden({p.x + t * dx, p.y + t * dy, p.nearness + t * (q.nearness - p.nearness)});
  }
  for_samples(std::min(p.x, q.x) - reach, std::min(p.y, q.y) - reach, std::max(p.x, q.x) + reach,
              std::max(p.y, q.y) + reach, [&](std::size_t i, double x, double y) {
                const double t = squared > 0 ? std::clamp(((x - p.x) * dx + (y - p.y) * dy) / squared, 0.0, 1.0) : 0.0;
                const double off = std::hypot(x - p.x - t * dx, y - p.y - t * dy);
                if (off > reach) return;
                const bool unseen = behind[static_cast<std::size_t>(std::floor(t * steps + 0.5))] != 0;
                if (off <= half)
                  mark(i, unseen ? Mark::hidden : Mark::core);
                else if (!unseen)
                  mark(i, Mark::seam);
              });
}

void Picture::curve(std::span<const Vec3d> points, bool closed, double width) {
  if (points.empty()) return;
  if (points.size() == 1) return dot(points[0], width);
  // Points that fall on the same pixel are merged.
  const auto apart_on_picture = [&](Vec3d p, Vec3d q) {
    if (!(camera_.seen(p).z > Camera::kNearest && camera_.seen(q).z > Camera::kNearest)) return true;
    const OnPicture a = place(p), b = place(q);
    return std::hypot(a.x - b.x, a.y - b.y) > 0.5;
  };
  Vec3d last = points[0];
  for (std::size_t k = 1; k < points.size(); ++k) {
    if (k + 1 < points.size() && !apart_on_picture(last, points[k])) continue;
    line(last, points[k], width);
    last = points[k];
  }
  if (closed) line(last, points[0], width);
}

void Picture::dot(Vec3d at, double width) { line(at, at, width); }

// Drawn over everything, to guide the eye.
void Picture::ring(Vec3d around, double radius, double width) {
  if (camera_.seen(around).z < Camera::kNearest) return;
  const OnPicture p = place(around);
  const double reach = kFine * (radius + 0.5 * width + kSeam);
  for_samples(kFine * p.x - reach, kFine * p.y - reach, kFine * p.x + reach, kFine * p.y + reach,
              [&](std::size_t i, double x, double y) {
                const double off = std::abs(std::hypot(x - kFine * p.x, y - kFine * p.y) - kFine * radius);
                if (off <= 0.5 * kFine * width)
                  mark(i, Mark::core);
                else if (off <= kFine * (0.5 * width + kSeam))
                  mark(i, Mark::seam);
              });
}

void Picture::outline(const Layer& layer) {
  const int wide = kFine * width_, high = kFine * height_;
  const auto filled = [&](int x, int y) {
    return layer.nearness(static_cast<std::size_t>(y) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(x)) >
           0;
  };
  constexpr int kRim = 2 * kFine;  // two pixels, inside
  for (int y = kRim; y + kRim < high; ++y)
    for (int x = kRim; x + kRim < wide; ++x) {
      if (!filled(x, y)) continue;
      const bool rim = !(filled(x - kRim, y) && filled(x + kRim, y) && filled(x, y - kRim) && filled(x, y + kRim));
      if (rim)
        mark(static_cast<std::size_t>(y) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(x), Mark::core);
    }
}

bool Picture::edge(const Layer& layer, int x, int y) const {
  const int wide = kFine * width_, high = kFine * height_;
  const auto index = [&](int u, int v) {
    return static_cast<std::size_t>(v) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(u);
  };
  const std::size_t here = index(x, y);
  return (x > 0 && layer.crease(here, index(x - 1, y))) || (x + 1 < wide && layer.crease(here, index(x + 1, y))) ||
         (y > 0 && layer.crease(here, index(x, y - 1))) || (y + 1 < high && layer.crease(here, index(x, y + 1)));
}

Image Picture::image() const {
  const int wide = kFine * width_;
  const auto sample = [&](int x, int y) {
    const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(x);
    // Sorted by depth; coincident surfaces are hatched in both colours.
    const bool turned = (x + y) / 20 % 2 == 1;
    const Painted* seen[kMostLayers];
    std::size_t count = 0;
    for (const auto& painted : layers_) {
      const float nearness = painted->layer.nearness(i);
      if (nearness == 0) continue;
      std::size_t at = count++;
      for (; at > 0; --at) {
        const float before = seen[at - 1]->layer.nearness(i);
        const bool coincide = std::abs(nearness - before) <= 1e-5F * nearness;
        if (coincide ? !turned : nearness < before) break;
        seen[at] = seen[at - 1];
      }
      seen[at] = painted.get();
    }
    Light light;
    double through = 1;
    for (std::size_t k = 0; k < count; ++k) {
      const Layer& layer = seen[k]->layer;
      const bool line = edge(layer, x, y);
      const double opaque = line ? seen[k]->look.outlines : seen[k]->look.faces;
      const double shade = line ? 0.38 : layer.light(i);
      light = light + through * opaque * shade * Light::of(seen[k]->look.colour);
      through *= 1 - opaque;
    }
    light = light + through * Light::of(kBackground);
    switch (marks_[i]) {
      case Mark::none:
        break;
      case Mark::hidden:
        if ((x + y) / 6 % 2 == 0) light = 0.2 * light + 0.8 * Light::of(kMark);
        break;
      case Mark::seam:
        light = 0.15 * light + 0.85 * Light::of({255, 255, 255});
        break;
      case Mark::core:
        light = Light::of(kMark);
        break;
    }
    return light;
  };
  Image image(width_, height_);
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) {
      Light sum;
      for (int k = 0; k < kFine * kFine; ++k) sum = sum + sample(kFine * x + k % kFine, kFine * y + k / kFine);
      image.at(x, y) = ((1.0 / (kFine * kFine)) * sum).colour();
    }
  return image;
}

}  // namespace apart::render
