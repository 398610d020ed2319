// A program of somebody else: the everyday header, a query of each kind, and input that must be refused.
#include <apart/apart.hpp>

int main() {
  const std::vector<apart::Vec3d> corners{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
  const std::vector<apart::Face> faces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const apart::Model corner = apart::Model::make(apart::Mesh::make(corners, faces).value()).value();
  const apart::Shape ball = apart::Ball{1}, box = apart::Box{{2, 2, 2}};
  const auto aside = apart::Pose::shift({5, 0, 0}), through = apart::Pose::shift({0.25, 0.25, 0.25});

  const bool models = apart::collide(corner, through, corner) && !apart::collide(corner, aside, corner);
  const bool both = apart::collide(corner, through, ball) && !apart::collide(corner, aside, ball);
  const bool shapes = apart::collide(box, through, ball) && !apart::collide(box, aside, ball);
  const bool distances = apart::distance(corner, aside, corner).distance == 3 &&
                         apart::distance(corner, aside, ball).distance == 2 &&
                         apart::distance(box, aside, ball).distance == 3;
  const bool refused = !apart::Mesh::make({{0, 0, 0}}, {{0, 1, 2}}) && !apart::load("is-not-there.stl");
  return models && both && shapes && distances && refused ? 0 : 1;
}
