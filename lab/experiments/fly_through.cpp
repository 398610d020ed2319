// The cost of a small model flying through a large one, frame by frame. (Klosowski and others 1998, repeated by Chang,
// Wang and Kim, scenario III, tables 1 and 2.) A hand of 404 triangles along a path of 2,528 frames through an
// aircraft's cabin of 169,944 triangles. Their models are not available: ours are of the same size and kind, so that
// ratios may be compared, and counts not.
#include <array>
#include <cmath>
#include <numbers>
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/subject.hpp"

namespace {

using namespace apart;

// Down the aisle, swaying from seats to seats and from cushions to lockers, turning slowly: it brushes against some.
Pose frame(double part, double length) {
  constexpr double turn = 2 * std::numbers::pi;
  const double sway = std::sin(23 * turn * part), rise = std::sin(7 * turn * part);
  const Vec3d at{0.3 + (length - 0.6) * part, 0.3 * sway, 0.55 + 0.45 * rise};
  const double half = 0.5 * turn * 5 * part;
  return Pose::from_quaternion(std::cos(half), 0.6 * std::sin(half), 0.0, 0.8 * std::sin(half), at).value();
}

}  // namespace

namespace apart::lab {

void fly_through(Run& run) {
  struct Published {
    Kind kind;
    double tests, triangle_tests, seconds;
  };
  // Of Dual, the tests of spheres. For k-dops only the time was published.
  constexpr std::array kinds{Published{Kind::obb, 1760646, 168962, 0.9640},
                             Published{Kind::obb_faces, 2208346, 264964, 0.9935},
                             Published{Kind::dual, 2055120, 170038, 0.8690},
                             Published{Kind::kdop18_tumbled, 0, 0, 0.5816},
                             Published{Kind::kdop18, 0, 0, 0},
                             Published{Kind::aabb, 0, 0, 0},
                             Published{Kind::sphere, 0, 0, 0}};
  const Mesh cabin = generate::cabin(run.pick(24000u, 169944u)), hand = generate::hand_part();
  const Topology of_cabin = published_topology(cabin), of_hand = published_topology(hand);
  const double length = std::floor(cabin.size() / 5664.0) * 0.8 + 1;
  const int frames = run.pick(500, 2528);

  Table& table = run.table("volumes", "The whole flight",
                           {"volume", "volume tests", "of them boxes", "triangle tests", "contacts", "ms",
                            "µs per frame", "longest frame, µs"});
  Table& by_frame =
      run.table("frames", "Frame by frame, for Obbs", {"frame", "volume tests", "triangle tests", "contacts", "µs"});
  Plot tests("Volume tests", {"frame"}, {"tests", true}), times("Time", {"frame"}, {"µs", true});
  std::array<Walked, kinds.size()> sums;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const Kind kind = kinds[k].kind;
    const auto a = subject(kind, cabin, of_cabin), b = subject(kind, hand, of_hand);
    Plot::Points tests_of, times_of;
    double longest = 0;
    const int times_each = kind == Kind::sphere ? 1 : 5;  // the best counts; slow ones need no repetition
    for (int i = 0;
         i < frames && run.go_on(k * std::size_t(frames) + std::size_t(i), kinds.size() * std::size_t(frames)); ++i) {
      const Pose at = frame((i + 0.5) / frames, length);
      Walked walked = a->contacts(at, *b);
      for (int again = 1; again < times_each; ++again)
        walked.seconds = std::min(walked.seconds, a->contacts(at, *b).seconds);
      const double us = 1e6 * walked.seconds;
      sums[k] += walked;
      longest = std::max(longest, us);
      tests_of.push_back({i, double(walked.count.volume_tests())});
      times_of.push_back({i, us});
      if (kind == Kind::obb)
        by_frame.add({i, walked.count.volume_tests(), walked.count.primitive_tests(), walked.count.contacts, {us, 4}});
    }
    if (kind != Kind::obb_faces && kind != Kind::dual)  // they would hide behind Obb
      tests.line(name_of(kind), tests_of), times.line(name_of(kind), times_of);
    if (run.stopped()) break;
    const Count& c = sums[k].count;
    table.add({name_of(kind),
               c.volume_tests(),
               kind == Kind::dual ? Cell(sums[k].box_tests) : Cell(""),
               c.primitive_tests(),
               c.contacts,
               {1e3 * sums[k].seconds, 4},
               {1e6 * sums[k].seconds / frames, 4},
               {longest, 4}});
  }
  run.plot("tests", tests);
  run.plot("times", times);
  if (run.stopped()) return;

  u64 differing = 0;
  for (const Walked& sum : sums) differing += sum.count.contacts != sums[0].count.contacts;
  run.compare_difference("volumes that found other contacts than Obbs", double(differing), 0, 0);
  for (std::size_t k = 1; k < kinds.size(); ++k) {
    const Published &ours = kinds[k], &obb = kinds[0];
    const std::string over = std::string(name_of(ours.kind)) + " over Obb: ";
    if (ours.tests > 0)
      run.compare(over + "volume tests", double(sums[k].count.volume_tests()) / double(sums[0].count.volume_tests()),
                  ours.tests / obb.tests);
    if (ours.kind == Kind::dual)
      run.compare(over + "box tests", double(sums[k].box_tests) / double(sums[0].count.volume_tests()),
                  1922216 / obb.tests);
    if (ours.tests > 0)
      run.compare(over + "triangle tests",
                  double(sums[k].count.primitive_tests()) / double(sums[0].count.primitive_tests()),
                  ours.triangle_tests / obb.triangle_tests);
    if (ours.seconds > 0) run.compare(over + "time", sums[k].seconds / sums[0].seconds, ours.seconds / obb.seconds);
  }
}

}  // namespace apart::lab
