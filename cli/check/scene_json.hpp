// scene.json: bodies with places and groups, and what is asked of them. docs/check.md tells what may stand in it.
#pragma once
#include <apart/io/read.hpp>
#include <filesystem>
#include <optional>

#include "cli/check/complaints.hpp"
#include "cli/check/rules.hpp"

namespace apart::cli {

// A file's bodies, or one given by its triangles, to be put somewhere.
struct SceneBody {
  std::string where;           // "scene.json:12: body "pump"", for complaints
  std::string name, group;     // empty: as the file says
  std::string id;              // its name, or its file as the scene has it; the second of that name ends in "[2]"
  std::filesystem::path file;  // empty: the mesh is given
  std::optional<Mesh> mesh;
  std::string unit;                // that the scene says the file is in
  std::string shape;               // in place of both: box:1,2,3
  double scale = 1;                // of what the file holds
  std::optional<BodySplit> split;  // none: as the command line says
  Pose pose;
};

struct GroupOfScene {
  std::string name;
  std::vector<std::string> patterns;  // of names
};

struct Scene {
  std::string title, unit;  // empty: nobody said
  std::vector<SceneBody> bodies;
  std::vector<GroupOfScene> groups;  // of bodies that have none
};

// What it says of pairs is added to the rules.
Scene read_scene_json(const std::string& file, Complaints& complaints, SaidRules& rules);

}  // namespace apart::cli
