// Ways to search the dual graph of a surface for the faces of a patch.
#pragma once
#include <apart/base/progress.hpp>
#include <apart/decompose/patch.hpp>
#include <apart/decompose/pieces.hpp>

namespace apart::decomposition {

enum class Order { depth_first, breadth_first };

// Grows a patch from a face as far as it goes.
void search(Patch& patch, u32 face, Order order);

// Each face joins the first patch that reaches it; `starts` has all faces in the order in which they may begin one.
void search_all(const Surface& surface, std::span<const u32> starts, Order order, Pieces& pieces, Progress& progress);

// Searches may share faces. Then the patch with the most faces that are left takes them, until all are taken.
void flood_and_retract(const Surface& surface, Order order, Pieces& pieces, Progress& progress);

}  // namespace apart::decomposition
