// A stranger's program: a header-only part, a compiled part, and the version that the package told.
#include <apart/base/random.hpp>
#include <apart/shapes/mesh.hpp>

int main() {
  const auto mesh = apart::Mesh::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const auto broken = apart::Mesh::make({{0, 0, 0}}, {{0, 1, 2}});
  apart::Random random;
  const apart::Mesh moved = apart::placed(mesh.value(), random.pose(1));
  return mesh->size() == 1 && !broken && moved.size() == 1 ? 0 : 1;
}
