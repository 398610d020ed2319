// A picture of bodies in colours, some of them ghosted, with lines and dots drawn over it that show a finding.
#pragma once
#include <span>

#include "cli/render/image.hpp"
#include "cli/render/layer.hpp"

namespace apart::render {

struct Look {
  Colour colour;
  double faces = 1, outlines = 1;  // how opaque they are

  bool opaque() const { return faces >= 1; }
};

class Picture {
 public:
  Picture(int width, int height, const Camera& camera);

  // Bodies of one layer hide each other, and are seen through as one. Layers are drawn before marks are.
  Layer& add(const Look& look);

  // Marks: behind opaque bodies they are dashed, before them they have a light seam. Widths in pixels.
  void line(Vec3d from, Vec3d to, double width);
  void curve(std::span<const Vec3d> points, bool closed, double width);
  void dot(Vec3d at, double width);
  void ring(Vec3d around, double radius, double width);
  void outline(const Layer& layer);

  // Where it is on the picture, in pixels from the top left; not of what is behind the camera.
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
  // Calls f(x, y) for the samples of a box that are on the picture.
  template <class F>
  void for_samples(double left, double top, double right, double bottom, F f) const;

  static constexpr std::size_t kMostLayers = 4;
  static constexpr int kFine = 2;  // samples a pixel, each way
  int width_, height_;             // in pixels
  Camera camera_;
  std::vector<std::unique_ptr<Painted>> layers_;
  std::vector<Mark> marks_;
};

}  // namespace apart::render
