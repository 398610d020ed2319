// apart build MODEL -o FILE: a model with its tree, to be used in place of the mesh.
#include <fmt/format.h>
#include <apart/io/tree_file.hpp>
#include <chrono>
#include <memory>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

struct AskedBuild {
  std::string model, file;
  u32 threads = 1;
  bool json = false;
  ScaleOptions scale;
};

// A slip of the hand must not cost a mesh: only what was built before is replaced.
void refuse_to_lose(const std::string& file) {
  std::error_code why;
  if (std::filesystem::is_regular_file(file, why) && std::filesystem::file_size(file, why) > 0 && !is_tree_file(file))
    throw BadInput(file + ": is there already, and was not built by apart; choose another name or remove it");
}

Exit build_file(const AskedBuild& options) {
  refuse_to_lose(options.file);
  const Mesh mesh = value_or_throw(read_mesh(options.model, options.scale.read()));
  const auto start = std::chrono::steady_clock::now();
  const Result<Model> model = Model::make(mesh, {.threads = options.threads});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!model) throw BadInput(options.model + ": " + model.error());
  const std::size_t bytes = value_or_throw(save(*model, options.file));
  if (options.json) {
    print_object({{"file", options.file},
                  {"triangles", mesh.size()},
                  {"nodes", model->tree().nodes.size()},
                  {"bytes", bytes},
                  {"build_seconds", seconds}});
  } else {
    print_line(fmt::format("{}: {}, {}, built in {}, {}", options.file, count(mesh.size(), "triangle"),
                           count(model->tree().nodes.size(), "node"), readable_time(seconds), text_of_bytes(bytes)));
  }
  return answered;
}

}  // namespace

void add_build(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("build", "Build the tree of a model once, and keep both in a file");
  auto options = std::make_shared<AskedBuild>();
  command->add_option("MODEL", options->model, "A model file (" + readable_extensions() + ")")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", options->file, "The file to write; .apart by custom")
      ->required()
      ->type_name("FILE");
  command->add_option("--threads", options->threads, "Build with N threads, 0 for all there are; the file is the same")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  command->add_flag("--json", options->json, "One JSON object");
  options->scale.add_to(*command);
  command->footer(
      "Every command takes such a file in place of a mesh, under any name, and gives the same answers; it is mapped\n"
      "into memory and not built again, unless --scale or --units ask for another size.\n"
      "Examples:\n"
      "  apart build plant.obj -o plant.apart\n"
      "  apart distance plant.apart robot.stl");
  command->callback([options, &action] { action = [options] { return build_file(*options); }; });
}

}  // namespace apart::cli
