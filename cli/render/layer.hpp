// A z-buffer: the nearest surface at each sample of a picture.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <vector>

#include "cli/render/camera.hpp"

namespace apart::render {

class Layer {
 public:
  // In samples, with an aspect of 4 : 3. Nodes smaller than this many samples are drawn as one.
  Layer(int width, int height, double smallest = 0.7);

  // Time grows with what is in view and with the samples, not with the triangles.
  void draw(const Model& model, const Pose& pose, const Camera& camera);

  void clear();

  int width() const { return width_; }
  int height() const { return height_; }
  std::size_t size() const { return nearness_.size(); }
  float nearness(std::size_t i) const { return nearness_[i]; }  // 1 / depth in the camera's unit; 0: empty
  float light(std::size_t i) const { return static_cast<float>(faces_[i].light) / 127; }
  bool from_behind(std::size_t i) const { return faces_[i].behind; }  // the back face is visible
  // Is there an outline between these neighbours, or is one of them empty?
  bool crease(std::size_t i, std::size_t j) const {
    // Early-out: most neighbours show one face.
    return !(faces_[i] == faces_[j] && std::abs(nearness_[i] - nearness_[j]) <= 0.02F * nearness_[i]) && differ(i, j);
  }

 private:
  struct Surface {
    std::int8_t normal[3] = {};
    std::uint8_t light : 7 = 0;
    bool behind : 1 = false;
    friend bool operator==(const Surface&, const Surface&) = default;
  };

  bool differ(std::size_t i, std::size_t j) const;
  static Surface surface_of(Vec3d a, Vec3d b, Vec3d c);
  void triangle(Vec3d a, Vec3d b, Vec3d c);  // in camera coordinates
  void fill(const OnPicture& a, const OnPicture& b, const OnPicture& c, const Surface& face);
  void set(std::size_t i, float nearness, const Surface& face) {
    if (nearness > nearness_[i]) nearness_[i] = nearness, faces_[i] = face;
  }

  int width_, height_;
  double smallest_;
  std::vector<float> nearness_;
  std::vector<Surface> faces_;
};

}  // namespace apart::render
