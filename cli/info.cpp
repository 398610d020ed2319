// apart info MODEL: what is in a file, and what tree was made of it?
#include <fmt/format.h>
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/mass.hpp>
#include <apart/shapes/topology.hpp>
#include <apart/triangles/orient.hpp>
#include <chrono>
#include <memory>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

struct Options {
  std::string file;
  bool json = false;
  ScaleOptions scale;
};

struct Facts {
  std::vector<std::string> bodies;
  std::size_t vertices, triangles, degenerate;
  MeshTopology topology;
  Mass mass;
  Bounds bounds;
  std::size_t nodes, levels, bytes;
  double build_seconds;
};

// How many nodes a walk from the root down can meet.
std::size_t levels(const ModelTree& tree) {
  std::vector<std::size_t> level(tree.nodes.size(), 1);
  std::size_t most = 0;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {  // children come after their parents
    most = std::max(most, level[n]);
    if (!tree.nodes[n].is_leaf())
      for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { level[child] = level[n] + 1; });
  }
  return most;
}

template <class T>
std::size_t bytes(std::span<const T> array) {
  return array.size_bytes();
}

Facts facts(const Options& options) {
  const ReadOptions how = options.scale.read();
  Facts out;
  for (const Body& body : value_or_throw(read_bodies(options.file, how))) out.bodies.push_back(body.name);
  const Mesh mesh = value_or_throw(read_mesh(options.file, how));
  const auto start = std::chrono::steady_clock::now();
  Result<Model> made = Model::make(mesh);
  out.build_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!made) throw BadInput(options.file + ": " + made.error());
  const ModelTree& tree = made->tree();
  out.vertices = mesh.vertices().size();
  out.triangles = mesh.size();
  out.degenerate = 0;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangled t = mesh.triangle(i);
    for (int k = 0; k < 3; ++k) out.bounds.add(t[k]);
    if (collinear(t.a, t.b, t.c)) ++out.degenerate;
  }
  out.topology = MeshTopology::of(mesh);
  out.mass = mass(mesh);
  out.nodes = tree.nodes.size();
  out.levels = levels(tree);
  out.bytes = bytes(tree.nodes) + bytes(tree.order) + bytes(tree.volumes);
  return out;
}

void print_json(const Options& options, const Facts& f) {
  Json json{{"file", options.file}, {"vertices", f.vertices}, {"triangles", f.triangles}};
  json["degenerate"] = f.degenerate;
  json["bodies"] = f.bodies;
  json["parts"] = f.topology.components;
  json["closed"] = f.topology.closed;
  json["manifold"] = f.topology.manifold;
  json["oriented"] = f.topology.oriented;
  json["low"] = to_json(f.bounds.low);
  json["high"] = to_json(f.bounds.high);
  json["size"] = to_json(f.bounds.size());
  json["area"] = f.mass.area;
  if (f.topology.solid()) json["volume"] = f.mass.volume;
  json["tree"] = {{"nodes", f.nodes}, {"levels", f.levels}, {"bytes", f.bytes}, {"build_seconds", f.build_seconds}};
  print_object(json);
}

void print_text(const Options& options, const Facts& f) {
  const auto line = [](const char* what, const std::string& value) {
    print_line(fmt::format("{:<12}{}", what, value));
  };
  const auto yes = [](bool b) { return b ? "yes" : "no"; };
  line("file", options.file);
  if (f.bodies.size() > 1) line("bodies", fmt::format("{}: {}", f.bodies.size(), fmt::join(f.bodies, ", ")));
  line("vertices", std::to_string(f.vertices));
  line("triangles", fmt::format("{}{}", f.triangles,
                                f.degenerate ? fmt::format(", of which {} degenerate", f.degenerate) : std::string()));
  line("parts", std::to_string(f.topology.components));
  line("closed",
       f.topology.closed ? "yes" : fmt::format("no, {} at the border", count(f.topology.boundary_edges, "edge")));
  line("manifold", yes(f.topology.manifold));
  line("oriented", yes(f.topology.oriented));
  line("box", fmt::format("{} to {}", text(f.bounds.low), text(f.bounds.high)));
  const Vec3d size = f.bounds.size();
  line("size", fmt::format("{} x {} x {}", text(size.x), text(size.y), text(size.z)));
  line("area", text(f.mass.area));
  line("volume", !f.topology.solid() ? "none: the surface does not bound a solid"
                 : f.mass.volume < 0 ? text(f.mass.volume) + ", inside out"
                                     : text(f.mass.volume));
  line("tree", fmt::format("{}, {}, {}, built in {:.3g} ms", count(f.nodes, "node"), count(f.levels, "level"),
                           text_of_bytes(f.bytes), f.build_seconds * 1e3));
}

}  // namespace

void add_info(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("info", "What is in a file, and what tree is made of it?");
  auto options = std::make_shared<Options>();
  command->add_option("MODEL", options->file, "A model file (" + readable_extensions() + ")")
      ->required()
      ->type_name("");
  command->add_flag("--json", options->json, "One JSON object");
  options->scale.add_to(*command);
  command->footer(
      "Parts are pieces of surface that share no edge. Only a closed and oriented surface has a volume.\n"
      "Examples:\n"
      "  apart info gear.stl\n"
      "  apart info gear.stl --units mm:in --json");
  command->callback([options, &action] {
    action = [options] {
      const Facts f = facts(*options);
      options->json ? print_json(*options, f) : print_text(*options, f);
      return answered;
    };
  });
}

}  // namespace apart::cli
