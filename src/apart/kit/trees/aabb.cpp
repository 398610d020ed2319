#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/aabb.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<Aabb<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<Aabb<double>>(TreeParts);

}  // namespace apart::kit
