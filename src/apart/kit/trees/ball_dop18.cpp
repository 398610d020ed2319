#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/layered.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<Layered<Kdop<float, 18>>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<Layered<Kdop<double, 18>>>(TreeParts);

}  // namespace apart::kit
