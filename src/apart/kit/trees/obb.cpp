#include <apart/kit/tree_of.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<Obb<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<Obb<double>>(TreeParts);

}  // namespace apart::kit
