// --gpu: the answers of a block of poses at once, on a GPU or, without one, on all cores.
#pragma once
#include <apart/gpu/models.hpp>

#include "cli/each_pose.hpp"

namespace apart::cli {

void add_gpu_to(CLI::App& command, bool& gpu);

// The pair, uploaded. An error of a pair with a shape; without a device, a word about it.
gpu::Models gpu_models(const GeometryPair& pair);

// ask(models, poses, answers) computes a block of answers of type T, report(pose, answer) returns the Answer of one.
template <class T, class Ask, class Report>
Exit for_each_pose_on_gpu(const GeometryPair& pair, const CsvLayout& layout, Ask ask, Report report) {
  const gpu::Models models = gpu_models(pair);
  std::vector<T> answers;
  std::size_t first = 0;
  const PrepareBlock prepare = [&](std::size_t begin, std::size_t size, const BatchOptions&) {
    first = begin;
    answers.assign(size, {});
    const Result<gpu::Report> done = ask(models, std::span(pair.poses).subspan(begin, size), answers);
    if (!done) throw BadInput("--gpu: " + done.error());
  };
  return for_each_input(
      pair, layout, [&](std::size_t i) { return report(pair.poses[i], answers[i - first]); }, prepare);
}

}  // namespace apart::cli
