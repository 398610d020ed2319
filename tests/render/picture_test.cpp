// What the rasterizer draws, beside what a ray through each sample meets; and how pictures are put together.
#include "cli/render/picture.hpp"

#include <gtest/gtest.h>
#include <apart/base/random.hpp>
#include <limits>
#include <samples/generate.hpp>

namespace apart::render {
namespace picture_test {

Model model_of(const Mesh& mesh) { return Model::make(mesh).value(); }

Vec3d ray_through(const Camera& camera, int width, int height, double x, double y) {
  const double half = Camera::half_width();
  return camera.ahead + half * (2 * x / width - 1) * camera.right +
         half * (double(height) / width) * (1 - 2 * y / height) * camera.up;
}

// The depth along the camera's direction at which a ray first meets the mesh; infinite: nowhere. `clear` is how far
// from any edge it passes, relative to the triangle: there both ways must agree.
double first_hit(const Mesh& mesh, const Pose& pose, Vec3d eye, Vec3d ray, bool& clear) {
  double best = std::numeric_limits<double>::infinity();
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    const Vec3d a = pose * t.a - eye, b = pose * t.b - eye, c = pose * t.c - eye;
    const double volume = dot(a, cross(b, c));
    const double u = dot(ray, cross(b, c)), v = dot(ray, cross(c, a)), w = dot(ray, cross(a, b)), sum = u + v + w;
    if (sum == 0) continue;
    const double least = std::min({u / sum, v / sum, w / sum});
    if (std::abs(least) < 0.02) clear = false;
    if (least < 0) continue;
    if (const double depth = volume / sum; depth > 0) best = std::min(best, depth);
  }
  return best;
}

TEST(Layer, SeesWhatRaysMeet) {
  Random random(7);
  int hits = 0, misses = 0;
  for (int round = 0; round < 12; ++round) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Mesh mesh = scaled(round % 2 ? generate::torus(1, 0.4, 12, 8) : generate::box({1, 2, 3}), scale);
    const Pose pose = Pose::shift(scale * Vec3d{random.uniform(-1, 1), 5e3, 0});
    const Camera camera =
        Camera::looking_at(pose * Vec3d{}, random.direction(), scale * random.uniform(1.2, 6));  // some from inside
    Layer layer(80, 60);
    layer.draw(model_of(mesh), pose, camera);
    for (int y = 0; y < 60; ++y)
      for (int x = 0; x < 80; ++x) {
        const Vec3d ray = ray_through(camera, 80, 60, x + 0.5, y + 0.5);
        bool clear = true;
        const double depth = first_hit(mesh, pose, camera.eye, ray, clear) / camera.distance;
        if (!clear || depth < 2 * Camera::kNearest) continue;
        const double seen = layer.nearness(static_cast<std::size_t>(y) * 80 + static_cast<std::size_t>(x));
        ++(std::isfinite(depth) ? hits : misses);
        if (std::isfinite(depth))
          EXPECT_NEAR(seen * depth, 1, 1e-4) << round << ' ' << x << ' ' << y;
        else
          EXPECT_EQ(seen, 0) << round << ' ' << x << ' ' << y;
      }
  }
  EXPECT_GT(hits, 2000);
  EXPECT_GT(misses, 2000);
}

// A ball of many more triangles than samples: drawn from its nodes, it has no holes and the right depth.
TEST(Layer, FineMeshesAreWhole) {
  const Model ball = model_of(generate::sphere(1, 300, 300));
  const Camera camera = Camera::looking_at({}, {-1, 1, -1}, 6);
  Layer layer(160, 120);
  layer.draw(ball, {}, camera);
  for (int y = 0; y < 120; ++y)
    for (int x = 0; x < 160; ++x) {
      const Vec3d ray = ray_through(camera, 160, 120, x + 0.5, y + 0.5);
      const double along = dot(ray, -camera.eye) / dot(ray, ray), off = length(camera.eye + along * ray);
      const double seen = layer.nearness(static_cast<std::size_t>(y) * 160 + static_cast<std::size_t>(x));
      if (off > 1.05) {
        EXPECT_EQ(seen, 0);
      } else if (off < 0.95) {
        const double depth = along - std::sqrt((1 - off * off) / dot(ray, ray));
        EXPECT_NEAR(1 / seen, depth / 6, 0.02);
      }
    }
}

TEST(Layer, KnowsTheBacksOfTriangles) {
  const Model box = model_of(generate::box({2, 2, 2}));
  const Camera outside = Camera::looking_at({}, {0.3, 1, -0.2}, 6),
               inside = Camera::looking_at({0.4, 0, 0}, {1, 0.1, 0}, 0.5);
  for (const Camera* camera : {&outside, &inside}) {
    Layer layer(40, 30);
    layer.draw(box, {}, *camera);
    const std::size_t middle = 15 * 40 + 20;
    ASSERT_GT(layer.nearness(middle), 0);
    EXPECT_EQ(layer.from_behind(middle), camera == &inside);
  }
}

std::size_t count_of(const Image& image, Colour colour) {
  return static_cast<std::size_t>(std::count(image.pixels.begin(), image.pixels.end(), colour));
}

TEST(Picture, MarksAreSeenWhereTheyAre) {
  const Model box = model_of(generate::box({1, 1, 1}));
  const Camera camera = Camera::looking_at({}, {0, 1, 0}, 5);
  const auto marked = [&](bool opaque, double y) {
    Picture picture(160, 120, camera);
    picture.add({{200, 100, 0}, opaque ? 1.0 : 0.3, 1}).draw(box, {}, camera);
    picture.line({-0.2, y, 0}, {0.2, y, 0}, 5);
    return count_of(picture.image(), Picture::kMark);
  };
  EXPECT_GT(marked(true, -0.6), 40u);  // in front
  EXPECT_GT(marked(true, -0.5), 40u);  // upon it
  EXPECT_EQ(marked(true, 0.6), 0u);    // behind: dashed, and paler
  EXPECT_GT(marked(false, 0.6), 20u);  // behind a ghost it is as good as in front
  Picture empty(160, 120, camera);
  EXPECT_EQ(count_of(empty.image(), Picture::kBackground), 160u * 120);
  const OnPicture middle = empty.place({});
  EXPECT_NEAR(middle.x, 80, 1e-9);
  EXPECT_NEAR(middle.y, 60, 1e-9);
  EXPECT_TRUE(empty.in_view({0.5, 0, 0.5}));
  EXPECT_FALSE(empty.in_view({0, -10, 0}));
}

// Two bodies at one place show both colours, and the same ones each time.
TEST(Picture, CoincidentBodiesAreHatched) {
  const Model box = model_of(generate::box({1, 1, 1}));
  const Camera camera = Camera::looking_at({}, {0, 1, 0}, 3);
  const auto image = [&] {
    Picture picture(160, 120, camera);
    picture.add({{255, 0, 0}}).draw(box, {}, camera);
    picture.add({{0, 0, 255}}).draw(box, {}, camera);
    return picture.image();
  };
  std::size_t red = 0, blue = 0;
  const Image first = image();
  for (const Colour& c : first.pixels) red += c.red > 150 && c.blue<20, blue += c.blue> 150 && c.red < 20;
  EXPECT_GT(red, 500u);
  EXPECT_GT(blue, 500u);
  EXPECT_EQ(image().pixels, first.pixels);
}

}  // namespace picture_test
}  // namespace apart::render
