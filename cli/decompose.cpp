// apart decompose MODEL: the surface as convex patches.
#include <fmt/format.h>
#include <apart/decompose/decompose.hpp>
#include <cmath>
#include <filesystem>
#include <memory>

#include "cli/check/output_file.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

struct DecomposeArguments {
  std::string file;
  Given method, output;
  bool hulls = false, json = false;
  ScaleOptions scale;
};

DecompositionMethod read_method(const Given& method) {
  if (!method) return DecompositionOptions{}.method;
  std::string all;
  for (const DecompositionMethod known : kDecompositionMethods) {
    if (to_string(known) == *method) return known;
    all += (all.empty() ? "" : ", ") + std::string(to_string(known));
  }
  throw BadInput(fmt::format("--method: expected one of {}, found {}", all, io::in_quotes(*method, 40)));
}

// Colours whose hues are far from each other, one after the other: steps by the golden ratio.
std::array<int, 3> colour(u32 piece) {
  const double hue = 6 * std::fmod(0.6180339887498949 * piece, 1.0);
  const auto part = [&](double shift) {
    const double at = std::fmod(hue + shift, 6.0);
    return static_cast<int>(std::lround(60 + 180 * std::clamp(std::abs(at - 3) - 1, 0.0, 1.0)));
  };
  return {part(0), part(4), part(2)};
}

// The faces of the patches, in the order of the model, or those of the hulls, piece after piece; each with its colour.
std::string as_ply(const Mesh& mesh, const Decomposition& d, bool hulls) {
  const std::size_t faces = hulls ? d.hull_faces.size() : mesh.size();
  std::string out = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "element face {}\nproperty list uchar uint vertex_indices\nproperty uchar red\nproperty uchar green\n"
      "property uchar blue\nend_header\n",
      mesh.vertices().size(), faces);
  for (const Vec3d& p : mesh.vertices()) out += fmt::format("{} {} {}\n", text(p.x), text(p.y), text(p.z));
  const auto add = [&](const Face& f, u32 piece) {
    const auto [red, green, blue] = colour(piece);
    out += fmt::format("3 {} {} {} {} {} {}\n", f[0], f[1], f[2], red, green, blue);
  };
  if (!hulls)
    for (u32 k = 0; k < mesh.size(); ++k) add(mesh.faces()[k], d.patch_of[k]);
  else
    for (u32 i = 0; i < d.size(); ++i)
      for (const Face& f : d.hull(i)) add(f, i);
  return out;
}

Exit run_decompose(const DecomposeArguments& options) {
  const DecompositionMethod method = read_method(options.method);
  if (options.hulls && !options.output) throw BadInput("--hulls: needs -o FILE");
  std::optional<OutputFile> file;
  if (options.output) {
    file.emplace("--output", *options.output, std::initializer_list<const char*>{"ply"});
    std::error_code why;
    if (std::filesystem::equivalent(*options.output, options.file, why))
      throw BadInput(io::printable_name(*options.output) + ": is the model");
  }
  ReadOptions how = options.scale.read();
  const NotesToStderr notes(how);
  const Model model = value_or_throw(load(options.file, how));
  const Decomposition d = value_or_throw(decompose(model, {.method = method}));
  if (file) {
    file->write(as_ply(model.mesh(), d, options.hulls));
    file->finish();
  }
  if (!options.json) {
    print_line(fmt::format("{}, {} of {}, {} added by the hulls", count(d.size(), "convex piece"),
                           count(d.hull_faces.size(), "hull face"), count(model.mesh().size(), "triangle"),
                           d.added_faces()));
    return answered;
  }
  Json patches = Json::array();
  for (u32 i = 0; i < d.size(); ++i) patches.push_back(std::vector<u32>(d.patch(i).begin(), d.patch(i).end()));
  print_object({{"method", to_string(method)},
                {"pieces", d.size()},
                {"hull_faces", d.hull_faces.size()},
                {"added_faces", d.added_faces()},
                {"patches", std::move(patches)}});
  return answered;
}

}  // namespace

void add_decompose(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("decompose", "Convex surface decomposition: patches and their hulls");
  auto options = std::make_shared<DecomposeArguments>();
  command->add_option("MODEL", options->file, "A mesh (" + readable_extensions() + ")")->required()->type_name("");
  command
      ->add_option("--method", options->method,
                   "dfs, bfs, crest (default), dfs-retract, bfs-retract, or global for up to 2000 triangles")
      ->type_name("NAME");
  command->add_option("-o,--output", options->output, "Write the patches as a coloured mesh (.ply)")->type_name("FILE");
  command->add_flag("--hulls", options->hulls, "Write the hulls of the patches instead");
  command->add_flag("--json", options->json, "One JSON object, with the triangles of each patch");
  options->scale.add_to(*command);
  command->footer(
      "Every triangle is in one patch; a patch is part of the boundary of its convex hull, which meets the surface\n"
      "nowhere else. Triangles are numbered as in the file, from 0.\n"
      "Examples:\n"
      "  apart decompose gear.stl\n"
      "  apart decompose gear.stl --method bfs-retract --json\n"
      "  apart decompose gear.stl --hulls -o pieces.ply");
  command->callback([options, &action] { action = [options] { return run_decompose(*options); }; });
}

}  // namespace apart::cli
