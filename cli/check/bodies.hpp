// Reads the bodies to check from mesh files, scenes, folders and scene.json, and builds their trees.
#pragma once
#include <apart/scene/assembly.hpp>

#include "cli/check/complaints.hpp"
#include "cli/check/rules.hpp"
#include "cli/check/scene_json.hpp"
#include "cli/input.hpp"

namespace apart::cli {

struct BodyArguments {
  std::vector<std::string> inputs;  // none: the sample
  ScaleOptions scale;
  Given split;  // none, objects, groups or components
  u32 threads = 0;
  // Models of saved plants are read when they are first needed: Model::problem() must be asked before.
  bool read_later = false;
  // Each model is passed here as soon as its file was read, and replaced by what is returned: the same, elsewhere.
  std::function<Model(const Model&)> put_away{};
};

struct Bodies {
  std::string title, unit;              // empty: unspecified
  std::vector<AssemblyPart> parts;      // sorted by name; names and ids are unique, whatever the order of the inputs
  std::vector<u32> as_read;             // indices of the parts in input order
  UserRules rules;                      // of a scene.json
  std::vector<SceneDynamics> dynamics;  // of each part; of a scene.json
  std::optional<Vec3d> gravity;
  std::vector<u64> plants;         // the checksums of saved plants, in the order of reading
  std::vector<std::string> notes;  // of reading, without those that follow from the parts
};

// `stopped` is polled; when it returns true, reading is abandoned and Stopped is thrown.
struct Stopped {};
Bodies read_bodies(const BodyArguments& arguments, Complaints& complaints, const std::function<bool()>& stopped);

// That this body's model cannot be read: names the file that is mapped, and the body.
BadInput damaged(const AssemblyPart& part);

}  // namespace apart::cli
