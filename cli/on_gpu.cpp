#include "cli/on_gpu.hpp"

namespace apart::cli {

void add_gpu_to(CLI::App& command, bool& gpu) {
  command.add_flag("--gpu", gpu, "Compute the poses on a GPU: of two meshes as surfaces, with the same results");
}

gpu::Models gpu_models(const GeometryPair& pair) {
  const Model* const a = std::get_if<Model>(&pair.a);
  const Model* const b = std::get_if<Model>(&pair.b);
  if (!a || !b) throw BadInput("--gpu: of two meshes only, not of a shape");
  const Model both[] = {*a, *b};
  Result<gpu::Models> models = gpu::Models::make(both, {.threads = pair.threads});
  if (!models) throw BadInput("--gpu: " + models.error());
  if (!models->on_device())
    std::fputs(gpu::built_with_cuda() ? "apart: --gpu: no device is found; computed on the CPU\n"
                                      : "apart: --gpu: built without the CUDA toolkit; computed on the CPU\n",
               stderr);
  return std::move(*models);
}

}  // namespace apart::cli
