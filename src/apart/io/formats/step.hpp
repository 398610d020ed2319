// STEP input through an optional module that alone links OpenCASCADE, loaded on first use.
#pragma once
#include <apart/io/bytes/source.hpp>
#include <apart/shapes/body.hpp>
#include <vector>

namespace apart::io {

// The module's entry point, exported as apart_step_module. Library and module must be of one version.
struct StepModule {
  const char* version;
  Result<std::vector<Body>> (*read)(const Source& source);
};

// Empty if the bytes begin and end as a STEP file does.
std::string step_problem(std::string_view bytes);

// Each occurrence of a part in the assembly is a body; those of one product share its mesh. The default chord error is
// about a thousandth of each body's size.
Result<std::vector<Body>> read_step(const Source& source);

}  // namespace apart::io
