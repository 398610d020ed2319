// The bounding volume hierarchy behind a model, Model::tree(), for what walks it.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/volumes/obb.hpp>
