#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/capsule.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<CapsuleVolume<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<CapsuleVolume<double>>(TreeParts);

}  // namespace apart::kit
