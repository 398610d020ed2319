// STEP, by a module that alone links OpenCASCADE: a program that meets no STEP file neither loads nor needs it.
#pragma once
#include <apart/io/bytes/source.hpp>
#include <apart/shapes/body.hpp>
#include <vector>

namespace apart::io {

// What the module exports as apart_step_module. Sources and module must be of one version.
struct StepModule {
  const char* version;
  Result<std::vector<Body>> (*read)(const Source& source);
};

// Empty when the bytes begin and end as a STEP file does.
std::string step_problem(std::string_view bytes);

// Each occurrence of a part in the assembly is a body; those of one product share its mesh. Without a chord error it is
// about a thousandth of each body's size.
Result<std::vector<Body>> read_step(const Source& source);

}  // namespace apart::io
