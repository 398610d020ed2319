// The builder of trees of hulls.
#pragma once
#include <apart/base/progress.hpp>
#include <apart/decompose/hull_arrays.hpp>

namespace apart::decomposition {

// `pieces` is a decomposition of the model. Incomplete if it was stopped.
OwnedHullArrays build_hulls(const Model& model, const Decomposition& pieces, HullSplit split, Progress& progress);
// The same with the hulls of leaves alone; those of other nodes are empty.
OwnedHullArrays build_leaves(const Model& model, const Decomposition& pieces, HullSplit split, Progress& progress);

}  // namespace apart::decomposition
