// What is to be checked: bodies out of mesh files, scenes, folders and scene.json, with their trees.
#pragma once
#include <apart/scene/assembly.hpp>

#include "cli/check/complaints.hpp"
#include "cli/check/rules.hpp"
#include "cli/input.hpp"

namespace apart::cli {

struct AskedBodies {
  std::vector<std::string> inputs;  // none: the sample
  ScaleOptions scale;
  Given split;  // none, objects, groups or components
  u32 threads = 0;
};

struct Bodies {
  std::string title, unit;          // empty: nobody said
  std::vector<AssemblyPart> parts;  // by name; names and ids are unique, whatever the order of the inputs
  std::vector<u32> as_read;         // the numbers of the parts in the order of the inputs and of what is in them
  SaidRules rules;                  // of a scene.json
};

// `stopped` is asked now and then; when it says so, what is there until then is nothing to go on with: throws Stopped.
struct Stopped {};
Bodies read_bodies(const AskedBodies& asked, Complaints& complaints, const std::function<bool()>& stopped);

}  // namespace apart::cli
