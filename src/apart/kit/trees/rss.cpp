#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/lozenge.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<Lozenge<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<Lozenge<double>>(TreeParts);

}  // namespace apart::kit
