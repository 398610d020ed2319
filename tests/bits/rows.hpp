// The rows of apart_bits, by subject: one source each.
#pragma once
#include "tests/bits/inputs.hpp"

namespace apart::bits {

void ask_files(const Pieces& p);
void ask_model_pairs(const Pieces& p);
void ask_one_model(const Pieces& p);
void ask_trackers(const Pieces& p);
void ask_shapes(const char* kind, const std::vector<Shape>& shapes, const std::vector<Shape>& others);
void ask_hulls(const Pieces& p);
void ask_model_and_shape(const Pieces& p);
void ask_contacts(const Pieces& p);
void ask_scenes(const Pieces& p);
void ask_motion();
void ask_deforming();
void ask_world(const Pieces& p);
void ask_response(const Pieces& p);
void ask_particles(const Pieces& p);

}  // namespace apart::bits
