#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/kdop.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<Kdop<float, 6>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<Kdop<double, 6>>(TreeParts);

}  // namespace apart::kit
