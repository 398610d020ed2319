#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<HullVolume<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<HullVolume<double>>(TreeParts);

}  // namespace apart::kit
