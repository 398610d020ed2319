// Along a motion: where does a part come closer to another than it may? Give two model files, or none for a sample.
#include <apart/apart.hpp>
#include <cstdio>
#include <samples/generate.hpp>

int main(int argc, char** argv) {
  auto fixed = apart::Model::make(apart::generate::torus(2, 0.5, 64, 32));
  auto moving = apart::Model::make(apart::generate::sphere(1.2, 1000));
  if (argc == 3) {
    fixed = apart::load(argv[1]);
    moving = apart::load(argv[2]);
  }
  for (const auto* model : {&fixed, &moving})
    if (!*model) return std::fprintf(stderr, "%s\n", model->error().c_str()), 2;

  constexpr double clearance = 0.4;
  for (int step = 0; step <= 8; ++step) {
    const double z = 2 - 0.25 * step;  // down into the hole of the torus
    const auto at = apart::Pose::shift({0, 0, z});
    const auto gap = apart::distance(*fixed, at, *moving, {.max = clearance});
    if (gap.status == apart::Status::at_least)
      std::printf("z = %-4g  free\n", z);
    else
      std::printf("z = %-4g  only %.3f apart\n", z, gap.distance);
  }
}
