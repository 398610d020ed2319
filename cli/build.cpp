// apart build FILES -o FILE: saves bodies with their trees, for use in place of the original files.
#include <fmt/format.h>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/mapped_pages.hpp>
#include <apart/io/plant_file.hpp>
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
  std::string file, whole = "auto";
  bool json = false;
};

// With more triangles in all, or larger files, all bodies as one model are left out unless they are asked for: they
// take as much memory again.
constexpr u64 kMostOfWhole = 20'000'000, kMostBytes = u64(1) << 31;

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

u64 bytes_of_files(const std::vector<std::string>& inputs) {
  u64 bytes = 0;
  std::error_code why;
  const auto add = [&](const std::filesystem::path& file) {
    const std::uintmax_t size = std::filesystem::file_size(file, why);
    bytes += why ? 0 : size;
  };
  for (const std::string& input : inputs) {
    if (!std::filesystem::is_directory(input, why)) add(input);
    for (std::filesystem::recursive_directory_iterator at(input, why), end; at != end; at.increment(why))
      if (at->is_regular_file(why)) add(at->path());
  }
  return bytes;
}

u64 triangles_of(const std::vector<BodyModel>& bodies) {
  u64 triangles = 0;
  for (const auto& [body, model] : bodies) triangles += body.mesh.size();
  return triangles;
}

// In runs, after each of which the pages that were read are given back.
std::vector<Bounds> boxes_of(const std::vector<AssemblyPart>& parts, u32 threads) {
  std::vector<Bounds> out;
  constexpr std::size_t kRun = 4096;
  for (std::size_t begin = 0; begin < parts.size(); begin += kRun) {
    const std::size_t count = std::min(kRun, parts.size() - begin);
    const std::vector<Bounds> some = world_boxes(std::span(parts).subspan(begin, count), threads);
    out.insert(out.end(), some.begin(), some.end());
    io::release_mapped_pages();
  }
  return out;
}

struct Built {
  std::size_t bodies = 0, bytes = 0;
  u64 triangles = 0;
  std::optional<Model> whole{};
  double seconds = 0;
};

Built build_file(const BuildArguments& options) {
  const auto start = std::chrono::steady_clock::now();
  std::optional<io::PlantFile> plant;
  BodyArguments how = options.bodies;
  if (options.whole == "no" || (options.whole == "auto" && bytes_of_files(how.inputs) > kMostBytes)) {
    plant.emplace(value_or_throw(io::PlantFile::create(options.file)));
    how.put_away = [&](const Model& model) { return value_or_throw(plant->add(model)); };
  }
  Complaints complaints;
  const Bodies read = read_bodies(how, complaints, [] { return false; });
  for (const std::string& note : complaints.notes) std::fputs(("apart: note: " + note + "\n").c_str(), stderr);
  std::vector<BodyModel> bodies;
  for (u32 part : read.as_read) bodies.push_back(body_of(read.parts[part], read.unit));
  Built out{.bodies = bodies.size(), .triangles = triangles_of(bodies)};
  if (!plant && (options.whole == "yes" || out.triangles <= kMostOfWhole)) {
    out.whole = whole_of(bodies, options.bodies.threads);
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    out.bytes = value_or_throw(save(bodies, *out.whole, options.file));
    return out;
  }
  if (!plant) plant.emplace(value_or_throw(io::PlantFile::create(options.file)));
  const std::vector<Bounds> boxes = boxes_of(read.parts, options.bodies.threads);
  SavedBodies saved{std::move(bodies)};
  for (u32 part : read.as_read) saved.boxes.push_back(boxes[part]);
  saved.title = read.title, saved.notes = read.notes;
  out.bytes = value_or_throw(plant->finish(saved));
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

Exit run_build(const BuildArguments& options) {
  refuse_to_lose(options.file);
  for (const std::string& input : options.bodies.inputs) {
    if (is_shape_text(input)) throw BadInput(io::printable_name(input) + ": a shape has no tree to build");
    if (io::extension(input) == "json")
      throw BadInput(io::printable_name(input) +
                     ": a scene.json is not built, its rules would be lost; build its files");
  }
  if (options.whole != "yes" && options.whole != "no" && options.whole != "auto")
    throw BadInput("--whole: expected yes, no or auto, found " + io::in_quotes(options.whole, 60));
  const Built built = build_file(options);
  if (options.json) {
    Json json{{"file", options.file}, {"bodies", built.bodies}, {"triangles", built.triangles}};
    if (built.whole) json["nodes"] = built.whole->tree().nodes.size();
    json["whole"] = built.whole.has_value();
    json["bytes"] = built.bytes;
    json["build_seconds"] = built.seconds;
    print_object(json);
  } else {
    print_line(fmt::format(
        "{}: {}{}, {}, read and built in {}, {}", options.file,
        built.bodies > 1 ? count(built.bodies, "body", "bodies") + ", " : "", count(built.triangles, "triangle"),
        built.whole ? count(built.whole->tree().nodes.size(), "node") : "for check alone (--whole no)",
        readable_time(built.seconds), text_of_bytes(built.bytes)));
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
  command
      ->add_option("--whole", options->whole,
                   "Also save all bodies as one model, which commands other than check need: yes, no, or auto (the\n"
                   "default): up to 20 million triangles. Without it, memory does not grow with the bodies")
      ->type_name("HOW");
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
  command->callback([options, &action] { action = [options] { return run_build(*options); }; });
}

}  // namespace apart::cli
