// A body with the model of its mesh.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/body.hpp>

namespace apart {

struct BodyModel {
  Body body;  // its mesh is the model's
  Model model;
};

}  // namespace apart
