// Layouts other than flat, for the volumes that have them.
#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_nested_tree<Obb<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_nested_tree<Aabb<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_nested_tree<Sphere<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_lazy_tree<Obb<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_lazy_tree<Aabb<float>>(TreeParts);

}  // namespace apart::kit
