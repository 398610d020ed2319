#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<EllipsoidVolume<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<EllipsoidVolume<double>>(TreeParts);

}  // namespace apart::kit
