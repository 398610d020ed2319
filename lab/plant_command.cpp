// apart lab plant: a plant of any size with known faults, written piece by piece.
#include <fmt/format.h>
#include <apart/io/byte_file.hpp>
#include <apart/io/bytes/source.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <samples/glb.hpp>
#include <samples/plant.hpp>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "lab/command.hpp"

namespace apart::lab {
namespace {

namespace fs = std::filesystem;
using cli::BadInput;
using generate::PlantBodies;
using generate::PlantFault;

struct PlantWords {
  cli::Given bodies, triangles, faults, seed;
  std::string folder;
  bool own = false, json = false;
};

// A file is complete when it reaches this many bodies or triangles: some megabytes.
constexpr std::size_t kBodiesOfPiece = 2000;
constexpr u64 kTrianglesOfPiece = 1'000'000;

void write(const fs::path& file, std::string_view bytes) {
  cli::value_or_throw(
      save_bytes(file.string(), [&](const PutBytes& put) { return put(std::as_bytes(std::span(bytes))); }));
}

class PlantWriter {
 public:
  PlantWriter(fs::path folder, bool own) : folder_(std::move(folder)), own_(own) {}

  void take(const PlantBodies& bay) {
    const u32 first = static_cast<u32>(bodies);
    for (std::size_t i = 0; i < bay.bodies.size(); ++i) {
      const Body& body = bay.bodies[i];
      const auto [known, is_new] = numbers_.try_emplace(body.mesh.faces().data(), static_cast<int>(meshes_.size()));
      const int mesh = own_ ? static_cast<int>(meshes_.size()) : known->second;
      if (own_ || is_new) {
        meshes_.push_back(own_ ? generate::begun_at(body.mesh, static_cast<u32>(bodies)) : body.mesh);
        triangles_ += body.mesh.size();
      }
      groups_[bay.groups[i]].push_back({body.name, body.pose, mesh});
      ++bodies, ++in_piece_;
      triangles += body.mesh.size();
    }
    for (const PlantFault& fault : bay.faults)
      add(fault, bay.bodies[fault.a - first].name, bay.bodies[fault.b - first].name);
    if (in_piece_ >= kBodiesOfPiece || triangles_ >= kTrianglesOfPiece) finish_piece();
  }

  void finish() {
    finish_piece();
    write(faults_file(), faults > 0 ? list_ + "\n]\n" : "[]\n");
  }
  std::string faults_file() const { return folder_.string() + ".faults.json"; }

  std::size_t bodies = 0, faults = 0, pieces = 0;
  u64 triangles = 0, bytes = 0;

 private:
  // As in expected.json of the tests' fixtures.
  void add(const PlantFault& fault, std::string a, std::string b) {
    constexpr const char* kNames[] = {"clash", "contained", "touch", "near"};
    cli::Json one{{"a", std::min(a, b)}, {"b", std::max(a, b)}, {"state", kNames[static_cast<int>(fault.kind)]}};
    if (fault.kind == PlantFault::Kind::clash) one["depth"] = fault.amount;
    if (fault.kind == PlantFault::Kind::near) one["distance"] = fault.amount;
    if (fault.kind == PlantFault::Kind::contained) one["inside"] = a;
    list_ += (faults++ > 0 ? ",\n " : "[\n ") + one.dump();
  }

  void finish_piece() {
    if (in_piece_ == 0) return;
    generate::GlbNode site{"site"};
    for (auto& [name, nodes] : groups_) site.children.push_back({name, {}, -1, std::move(nodes)});
    const std::string glb = generate::GlbWriter::write(meshes_, std::span(&site, 1));
    write(folder_ / fmt::format("bays-{:06}.glb", ++pieces), glb);
    bytes += glb.size();
    meshes_.clear(), numbers_.clear(), groups_.clear();
    in_piece_ = 0, triangles_ = 0;
  }

  fs::path folder_;
  bool own_;
  std::string list_;  // of faults
  // Of the piece that is being filled:
  std::vector<Mesh> meshes_;
  std::map<const Face*, int> numbers_;
  std::map<std::string, std::vector<generate::GlbNode>> groups_;
  std::size_t in_piece_ = 0;
  u64 triangles_ = 0;
};

// 1000, or 1e6.
double whole_number(const char* name, const cli::Given& given, double otherwise, double most) {
  if (!given) return otherwise;
  const double number = cli::not_negative(name, *given);
  if (number != std::floor(number) || number > most)
    throw BadInput(fmt::format("{}: expected a whole number of at most {:g}, found {}", name, most, *given));
  return number;
}

cli::Exit write_plant(const PlantWords& words) {
  generate::Plant how;
  how.bodies = static_cast<u32>(whole_number("--bodies", words.bodies, 1000, 1e9));
  how.triangles = static_cast<u64>(whole_number("--triangles", words.triangles, 200.0 * how.bodies, 1e15));
  how.seed = static_cast<u64>(whole_number("--seed", words.seed, 1, 1e15));
  if (words.faults) how.faults = cli::not_negative("--faults", *words.faults);
  if (how.bodies == 0) throw BadInput("--bodies: at least 1");
  if (how.faults > 1) throw BadInput("--faults: the share of bays with a fault, at most 1");
  if (double(how.triangles) / how.bodies > 1e8) throw BadInput("--triangles: more than 1e8 for each body");
  std::error_code why;
  if (fs::exists(words.folder, why) && !(fs::is_directory(words.folder, why) && fs::is_empty(words.folder, why)))
    throw BadInput(io::printable_name(words.folder) +
                   ": exists, and is no empty folder; choose another name or remove it");
  fs::create_directories(words.folder, why);
  if (why) throw BadInput(io::printable_name(words.folder) + ": " + why.message());
  fs::path folder = fs::path(words.folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "plant/"
  PlantWriter out(folder, words.own);
  {
    cli::Progress progress("bays", (how.bodies + 9) / 10, false);
    generate::plant(how, [&](const PlantBodies& bay) { out.take(bay), progress.step(); });
    out.finish();
  }
  if (words.json)
    cli::print_object({{"folder", folder.string()},
                       {"files", out.pieces},
                       {"bodies", out.bodies},
                       {"triangles", out.triangles},
                       {"faults", out.faults},
                       {"faults_file", out.faults_file()},
                       {"bytes", out.bytes}});
  else
    cli::print_line(fmt::format("{}: {}, {}, {} in {}; {} with known answers in {}", folder.string(),
                                cli::count(out.bodies, "body", "bodies"), cli::count(out.triangles, "triangle"),
                                cli::text_of_bytes(out.bytes), cli::count(out.pieces, "file"),
                                cli::count(out.faults, "pair"), out.faults_file()));
  return cli::answered;
}

}  // namespace

void add_plant(CLI::App& lab, cli::Action& action) {
  const auto words = std::make_shared<PlantWords>();
  CLI::App* command = lab.add_subcommand("plant", "Write a generated plant of any size, with known faults");
  command->add_option("--bodies", words->bodies, "How many bodies, 1000 by default")->type_name("N");
  command
      ->add_option("--triangles", words->triangles,
                   "About how many triangles in all, a shared mesh counted for each body; 200 a body by default")
      ->type_name("T");
  command->add_flag("--own", words->own, "Each body has a mesh of its own; else instances share seven meshes a file");
  command->add_option("--faults", words->faults, "The share of bays of ten bodies with a fault, 0.1 by default")
      ->type_name("SHARE");
  command->add_option("--seed", words->seed, "Which bays, 1 by default")->type_name("N");
  command->add_option("-o,--output", words->folder, "The folder to write into, made if need be")
      ->required()
      ->type_name("DIR");
  command->add_flag("--json", words->json, "One JSON object");
  command->footer(
      "Files of about a million triangles, written one after the other: memory does not grow with the plant. Beside\n"
      "DIR, DIR.faults.json lists what a check finds (--solid, with a clearance from 5 to 9): clashes, one inside the\n"
      "other, touches, and clearances of 4; everything else is at least 10 apart.\n"
      "Example:\n"
      "  apart lab plant --bodies 1000 --triangles 1e6 -o plant && apart check plant --solid --clearance 5");
  command->callback([words, &action] { action = [words] { return write_plant(*words); }; });
}

}  // namespace apart::lab
