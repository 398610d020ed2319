// A picture of bodies in colours, some of them ghosted, with lines and dots drawn over it that mark a finding.
#pragma once
#include <span>

#include "cli/render/image.hpp"
#include "cli/render/layer.hpp"

namespace apart::render {

struct Look {
  Colour colour;
  double faces = 1, outlines = 1;  // opacity

  bool opaque() const { return faces >= 1; }
};

class Picture {
 public:
  Picture(int width, int height, const Camera& camera);

  // Bodies of one layer occlude each other, and are blended as one. All layers must be drawn before marks.
  Layer& add(const Look& look);

  // Marks are dashed where opaque bodies hide them, and have a light border elsewhere. Widths in pixels.
  void line(Vec3d from, Vec3d to, double width);
  void curve(std::span<const Vec3d> points, bool closed, double width);
  void dot(Vec3d at, double width);
  void ring(Vec3d around, double radius, double width);
  void outline(const Layer& layer);

  // The position on the picture, in pixels from the top left; the point must be in front of the camera.
  OnPicture place(Vec3d p) const;
  bool in_view(Vec3d p) const;

  Image image() const;

  static constexpr Colour kBackground{246, 247, 249}, kMark{214, 0, 110};

 private:
  enum Mark : std::uint8_t { none, hidden, seam, core };

  struct Painted {
    Layer layer;
    Look look;
  };
  void mark(std::size_t i, Mark mark) {
    if (mark > marks_[i]) marks_[i] = mark;
  }
  bool is_hidden(const OnPicture& fine) const;  // in samples
  bool edge(const Layer& layer, int x, int y) const;
  // Calls f(index, x, y) for the samples of a box that are on the picture.
  template <class F>
  void for_samples(double left, double top, double right, double bottom, F f) const;

  static constexpr std::size_t kMostLayers = 4;
  static constexpr int kFine = 2;  // samples per pixel in each direction
  int width_, height_;             // in pixels
  Camera camera_;
  std::vector<std::unique_ptr<Painted>> layers_;
  std::vector<Mark> marks_;
};

}  // namespace apart::render
