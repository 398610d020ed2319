#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/dual.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<Dual<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<Dual<double>>(TreeParts);

}  // namespace apart::kit
