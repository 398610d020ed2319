// The words of a choice by their names, for tools that take them so: every word of a TreeChoice and of a WalkChoice, in
// the order of choices().
//   for (const auto& [name, word] : kit::tree_fields()) choice.*word = given[name];
#pragma once
#include <apart/kit/kit.hpp>

namespace apart::kit {

template <class Choice>
struct Field {
  std::string_view name;
  std::string Choice::*word;
};

std::span<const Field<TreeChoice>> tree_fields();
std::span<const Field<WalkChoice>> walk_fields();

}  // namespace apart::kit
