#include <apart/base/normalized.hpp>
#include <apart/base/rounding.hpp>
#include <apart/motion/sides.hpp>
#include <apart/shapes/each_piece.hpp>

namespace apart::motion {

ShapeSide::ShapeSide(const Shape& shape) : pieces(convex_pieces(shape, {})) {
  Bounds all;
  for (const ConvexPiece& piece : pieces) all.add(piece.box);
  const Vec3d middle = all.centre(), half = larger(all.high - middle, middle - all.low);
  around = {middle, normalized(half).length * (1 + 0x1p-40)};
  for (const ConvexPiece& piece : pieces) {
    CoreBall ball = convex::ball_around(*piece.core);
    ball.centre = piece.pose * ball.centre;
    ball.radius = (ball.radius + piece.radius) * (1 + 0x1p-40) + 0x1p-48 * largest(abs(ball.centre));
    balls.push_back(ball);
    // Beyond the range of floats a box is as large as can be, and separates nothing.
    const Vec3d centre = piece.box.centre() - middle, size = 0.5 * piece.box.size();
    const double error = 0x1p-40 * (around.radius + largest(abs(middle)));
    Obb<float> box;
    if (around.radius <= Model::kLargestRadius) box.centre = cast<float>(centre);
    const Vec3d off = abs(centre - cast<double>(box.centre));
    for (int i = 0; i < 3; ++i)
      box.half[i] =
          around.radius <= Model::kLargestRadius ? round_above<float>(size[i] + off[i] + error) : kEverything<float>;
    boxes.push_back(box);
  }
}

bool has_half_space(const Shape& shape) {
  bool found = false;
  for_each_piece(shape, {}, [&](const Shape& piece, const Pose&, double) {
    found = found || piece.kind() == CoreKind::half_space;
  });
  return found;
}

bool is_unbounded(const Geometry& geometry) {
  const Shape* shape = std::get_if<Shape>(&geometry);
  return shape && has_half_space(*shape);
}

Frame frame_around(const Geometry& geometry) {
  if (const Model* model = std::get_if<Model>(&geometry)) return model->tree().frame;
  return is_unbounded(geometry) ? Frame{} : ShapeSide(std::get<Shape>(geometry)).around;
}

}  // namespace apart::motion
