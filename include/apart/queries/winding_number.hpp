// How often does a surface wind around a point? Opt-in: <apart/apart.hpp> does not include it.
#pragma once
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>
#include <cmath>

namespace apart {

struct WindingNumber {
  enum class Method {
    crossings,     // of a closed, oriented mesh: signed crossings of a ray, a whole number
    boundary,      // the same, and the solid angles of a cone over the edges where it is open or not oriented
    solid_angles,  // of all triangles, where those edges are more than the triangles
  };
  // The generalized winding number: the solid angle of all triangles, over 4π. Triangles that contain the point count
  // as nothing: on a face it is the mean of both sides. To rounding; 0 where the surface is so far away that it is
  // below.
  double value = 0;
  bool on_surface = false;  // exact
  Method method = Method::crossings;
  Status status = Status::exact;  // or nothing, if the model is empty; invalid, for a point that is not in range

  // On the surface, or by at least a half, up or down: a surface that faces inward is a solid, too.
  bool inside() const { return on_surface || std::abs(value) >= 0.5; }
};

// In the model's frame. The model may be open, overlap itself and be badly oriented; the same answer every time.
WindingNumber winding_number(const Model& model, Vec3d point);

}  // namespace apart
