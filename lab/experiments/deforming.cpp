// What does it cost to keep the hierarchy of a deforming mesh? Building it anew, refitting all boxes bottom-up, or the
// upper half of them and the rest on demand (Real-Time Rendering, section 25.7): a wave that runs over a ball which
// touches another now and then. The answers must be the same for all.
#include <fmt/format.h>
#include <apart/motion/deforming/deforming_queries.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;

std::vector<Vec3d> wave(std::span<const Vec3d> vertices, double phase) {
  std::vector<Vec3d> out;
  for (Vec3d p : vertices) {
    const double x = 4 * (p.x + phase), bump = x / (1 + x * x);
    out.push_back((1 + 0.2 * bump) * p);
  }
  return out;
}

struct Times {
  double build = 0, refit = 0, refit_and_ask = 0, hybrid = 0, hybrid_and_ask = 0, model = 0;
};

Times measure(u32 triangles, u32 frames, u32& contacts) {
  const Mesh ball = generate::sphere(1, triangles);
  DeformingModel other = DeformingModel::make(generate::sphere(1, triangles)).value();
  (void)other.place({{}, {0, 0, 2.04}});
  constexpr double kNever = std::numeric_limits<double>::infinity();
  DeformingModel all = DeformingModel::make(ball, {.update = BoxUpdate::all, .rebuild_above = kNever}).value();
  DeformingModel hybrid = DeformingModel::make(ball).value();
  Times out;
  for (u32 f = 0; f < frames; ++f) {
    const std::vector<Vec3d> moved = wave(ball.vertices(), double(f) / double(frames) - 0.5);
    const Mesh mesh = Mesh::make(moved, {ball.faces().begin(), ball.faces().end()}).value();
    std::optional<DeformingModel> anew;
    out.build += lab::seconds_of([&] { anew = DeformingModel::make(mesh, {.update = BoxUpdate::all}).value(); });
    std::vector<Vec3d> given = moved;
    const double refit = lab::seconds_of([&] { (void)all.move(std::move(given)); });
    bool of_all = false, of_hybrid = false;
    out.refit += refit;
    out.refit_and_ask += refit + lab::seconds_of([&] { of_all = collide(all, other).colliding; });
    given = moved;
    const double upper = lab::seconds_of([&] { (void)hybrid.move(std::move(given)); });
    out.hybrid += upper;
    out.hybrid_and_ask += upper + lab::seconds_of([&] { of_hybrid = collide(hybrid, other).colliding; });
    if (of_all != of_hybrid || of_all != collide(*anew, other).colliding)
      throw std::runtime_error("deforming: the answers differ");
    contacts += of_all;
    out.model += lab::seconds_of([&] { (void)hybrid.model(); });
  }
  return out;
}

}  // namespace

namespace apart::lab {

void deforming(Run& run) {
  Table& table = run.table("times", "Milliseconds a frame, one thread; with a collision query where it says so",
                           {"triangles", "build", "refit all", "build / refit", "refit all, query", "hybrid, query",
                            "refit / hybrid", "a model of oriented boxes"});
  const std::vector<u32> sizes =
      run.full() ? std::vector<u32>{1'000, 10'000, 40'000, 160'000} : std::vector<u32>{1'000, 4'000};
  Plot::Points build, refit, hybrid;
  double by_refit = 0, by_hybrid = 0;
  u32 contacts = 0, frames = run.pick(5u, 20u);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (!run.go_on(k, sizes.size())) break;
    const Times t = measure(sizes[k], frames, contacts);
    const auto ms = [&](double seconds) { return Cell(1e3 * seconds / frames, 4); };
    by_refit = t.build / t.refit, by_hybrid = t.refit_and_ask / t.hybrid_and_ask;
    table.add({sizes[k], ms(t.build), ms(t.refit), Cell(by_refit, 3), ms(t.refit_and_ask), ms(t.hybrid_and_ask),
               Cell(by_hybrid, 3), ms(t.model)});
    const auto add = [&](Plot::Points& to, double seconds) { to.push_back({sizes[k] * 1.0, 1e3 * seconds / frames}); };
    add(build, t.build), add(refit, t.refit_and_ask), add(hybrid, t.hybrid_and_ask);
  }
  run.plot("times", Plot("Keeping a hierarchy of boxes", {"triangles", true}, {"milliseconds a frame", true})
                        .line("build", build)
                        .line("refit all, with a query", refit)
                        .line("hybrid, with a query", hybrid));
  run.compare("building over refitting all", by_refit, 10);
  run.compare("refitting all over the hybrid, with a query", by_hybrid, 4.5);
  run.note(
      fmt::format("in contact in {} of {} frames; the published figures are \"about ten times\" and \"four to five "
                  "times\", of other meshes and machines",
                  contacts, frames * sizes.size()));
}

}  // namespace apart::lab
