// apart build FILES -o FILE: saves bodies with their trees, for use in place of the original files.
#include <fmt/format.h>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/shape_text.hpp>
#include <apart/io/tree_file.hpp>
#include <chrono>
#include <filesystem>
#include <memory>

#include "cli/check/bodies.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

struct BuildArguments {
  BodyArguments bodies;
  std::string file;
  bool json = false;
};

// A typing mistake must not overwrite a mesh: only files written by build are replaced.
void refuse_to_lose(const std::string& file) {
  std::error_code why;
  if (std::filesystem::is_regular_file(file, why) && std::filesystem::file_size(file, why) > 0 && !is_tree_file(file))
    throw BadInput(file + ": exists, and was not written by apart build; choose another name or remove it");
}

// The body as the file has it, without the names and ids that a report adds.
BodyModel body_of(const AssemblyPart& part, const std::string& unit) {
  Body body{part.own_name.empty() ? part.name : part.own_name, part.model.mesh(), part.pose, part.group};
  body.file = part.file, body.path = part.path, body.layer = part.layer;
  body.color = part.color;
  body.id = part.id, body.unit = unit, body.error = part.error;
  return {std::move(body), part.model};
}

// All bodies at their poses. A single body at the identity pose is returned as it is.
Model whole_of(const std::vector<BodyModel>& bodies, u32 threads) {
  if (bodies.size() == 1 && bodies.front().body.pose == Pose{}) return bodies.front().model;
  std::size_t triangles = 0, vertices = 0;
  for (const auto& [body, model] : bodies) triangles += body.mesh.size(), vertices += body.mesh.vertices().size();
  if (std::max(triangles, vertices) >= std::size_t{1} << 31)
    throw BadInput("more than 2^31 vertices or triangles in all: build them in several files");
  std::vector<Mesh> meshes;
  meshes.reserve(bodies.size());
  for (const auto& [body, model] : bodies) meshes.push_back(placed(body.mesh, body.pose));
  return value_or_throw(Model::make(joined(meshes), {.threads = threads}));
}

Exit build_file(const BuildArguments& options) {
  refuse_to_lose(options.file);
  for (const std::string& input : options.bodies.inputs) {
    if (is_shape_text(input)) throw BadInput(io::printable_name(input) + ": a shape has no tree to build");
    if (io::extension(input) == "json")
      throw BadInput(io::printable_name(input) +
                     ": a scene.json is not built, its rules would be lost; build its files");
  }
  const auto start = std::chrono::steady_clock::now();
  Complaints complaints;
  const Bodies read = read_bodies(options.bodies, complaints, [] { return false; });
  for (const std::string& note : complaints.notes) std::fputs(("apart: note: " + note + "\n").c_str(), stderr);
  std::vector<BodyModel> bodies;
  for (u32 part : read.as_read) bodies.push_back(body_of(read.parts[part], read.unit));
  const Model whole = whole_of(bodies, options.bodies.threads);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::size_t bytes = value_or_throw(save(bodies, whole, options.file));
  if (options.json) {
    print_object({{"file", options.file},
                  {"bodies", bodies.size()},
                  {"triangles", whole.mesh().size()},
                  {"nodes", whole.tree().nodes.size()},
                  {"bytes", bytes},
                  {"build_seconds", seconds}});
  } else {
    print_line(fmt::format("{}: {}{}, {}, read and built in {}, {}", options.file,
                           bodies.size() > 1 ? count(bodies.size(), "body", "bodies") + ", " : "",
                           count(whole.mesh().size(), "triangle"), count(whole.tree().nodes.size(), "node"),
                           readable_time(seconds), text_of_bytes(bytes)));
  }
  return answered;
}

}  // namespace

void add_build(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("build", "Build the trees of models once, and save both in a file");
  auto options = std::make_shared<BuildArguments>();
  options->bodies.threads = 1;
  command
      ->add_option("FILES", options->bodies.inputs,
                   "Meshes and scenes (" + readable_extensions() + "), and folders of them")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", options->file, "The file to write, usually named .apart")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--threads", options->bodies.threads,
                   "Build with N threads, 0 for all; the file does not depend on it")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  command->add_flag("--json", options->json, "One JSON object");
  options->bodies.scale.add_to(*command);
  command->footer(
      "Every command takes such a file in place of a mesh, under any name, and gives the same answers; check finds "
      "the\n"
      "same bodies in it, with their names, groups, layers, places and ids. It is mapped into memory and not built\n"
      "again, unless --scale or --units change its size.\n"
      "Examples:\n"
      "  apart build plant.glb -o plant.apart\n"
      "  apart check plant.apart\n"
      "  apart distance plant.apart robot.stl");
  command->callback([options, &action] { action = [options] { return build_file(*options); }; });
}

}  // namespace apart::cli
