#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/cylinder.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<CylinderVolume<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<CylinderVolume<double>>(TreeParts);

}  // namespace apart::kit
