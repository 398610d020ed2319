// The bounded-error Hausdorff distance of CGAL, which is compiled by itself: it changes how all that is compiled with
// it rounds.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart::lab {

class CgalHausdorff {
 public:
  CgalHausdorff(const Mesh& a, const Mesh& b);
  ~CgalHausdorff();
  CgalHausdorff(const CgalHausdorff&) = delete;
  CgalHausdorff& operator=(const CgalHausdorff&) = delete;

  double symmetric(double error) const;
  void build_trees() const;  // which symmetric() does too

 private:
  struct Meshes;
  Meshes* meshes_;
};

}  // namespace apart::lab
