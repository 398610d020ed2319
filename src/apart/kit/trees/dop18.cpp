#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/kdop.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<Kdop<float, 18>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<Kdop<double, 18>>(TreeParts);

}  // namespace apart::kit
