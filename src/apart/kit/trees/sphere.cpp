#include <apart/kit/tree_of.hpp>
#include <apart/volumes/kinds/sphere.hpp>

namespace apart::kit {

template std::shared_ptr<const ErasedTree> erased_tree<Sphere<float>>(TreeParts);
template std::shared_ptr<const ErasedTree> erased_tree<Sphere<double>>(TreeParts);

}  // namespace apart::kit
