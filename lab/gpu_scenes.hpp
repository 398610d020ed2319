// Scenes of apart lab gpu: pairs of models, and poses of which none is like another.
#pragma once
#include <apart/gpu/models.hpp>
#include <string>
#include <vector>

namespace apart::lab {

struct GpuScene {
  std::string name;
  std::vector<Model> models;  // one (with itself) or two
  std::vector<Pose> poses;
};

// B at a distance from A, in some direction, with some rotation; a negative one is pushed in as far from the touch.
// `random`: each in another direction; `path`: each a little farther along a path around A, on which B turns.
enum class Along { random, path };
std::vector<Pose> poses_at_distance(const gpu::Models& pair, const Model& a, const Model& b, double distance,
                                    std::size_t count, Along along = Along::random);

// Touching, coplanar, degenerate, far from the origin, tiny, huge, and poses that are not usable.
std::vector<GpuScene> nasty_gpu_scenes(std::size_t poses);

double size_of_model(const Model& model);  // the diagonal of its box

}  // namespace apart::lab
