// --html: the data of the page: bodies and motion as on the page of a check, contacts, pairs and energies of each
// frame.
#include <apart/base/rounding.hpp>
#include <numeric>

#include "cli/check/report.hpp"
#include "cli/simulate/motion.hpp"
#include "web/pages.hpp"

namespace apart::cli {
namespace {

constexpr std::size_t kMostPoses = 500'000;

// A list for each frame: where each begins, and all of them.
template <class T>
Json by_frame(const std::vector<u32>& first, const std::vector<T>& all) {
  return {{"first", web::packed(std::span<const u32>(first))}, {"all", web::packed(std::span<const T>(all))}};
}

}  // namespace

std::string simulation_page(const SimulatedMotion& motion, const Bodies& bodies, Vec3d gravity) {
  Report report;
  report.title = bodies.title, report.unit = bodies.unit;
  report.parts = bodies.parts;
  // The page shows the start; a motion of many bodies is thinned out.
  const std::size_t every = (motion.frames.size() * bodies.parts.size() + kMostPoses - 1) / kMostPoses;
  std::vector<std::size_t> shown;
  for (std::size_t f = 0; f < motion.frames.size(); ++f)
    if (f % every == 0 || f + 1 == motion.frames.size()) shown.push_back(f);
  report.motion.parts.resize(bodies.parts.size());
  std::iota(report.motion.parts.begin(), report.motion.parts.end(), u32(0));
  for (std::size_t f : shown) {
    report.frames.push_back(static_cast<std::int64_t>(f));
    report.motion.frames.push_back(motion.frames[f].poses);
  }
  Json json = page_data(report);
  const Vec3d origin{json["origin"][0].get<double>(), json["origin"][1].get<double>(), json["origin"][2].get<double>()};

  std::vector<u32> first_contact{0}, first_pair{0}, contact_bodies, pairs;
  std::vector<float> contacts, impulses;
  std::vector<double> times, kinetic, energy;
  for (std::size_t f : shown) {
    const SimulatedFrame& frame = motion.frames[f];
    for (const SimulatedContact& c : frame.contacts) {
      if (!(c.impulse > 0)) continue;  // near, but not in contact
      for (const Vec3d& v : {c.point - origin, c.normal})
        for (int k = 0; k < 3; ++k) contacts.push_back(rounded<float>(v[k]));
      impulses.push_back(rounded<float>(c.impulse));
      contact_bodies.insert(contact_bodies.end(), {c.a, c.b});
    }
    for (const BoxPair& p : frame.candidates) pairs.insert(pairs.end(), {p.a, p.b});
    first_contact.push_back(static_cast<u32>(impulses.size()));
    first_pair.push_back(static_cast<u32>(pairs.size() / 2));
    times.push_back(frame.time), kinetic.push_back(frame.kinetic), energy.push_back(frame.energy);
  }
  Json fixed = Json::array();
  for (const SceneDynamics& how : bodies.dynamics) fixed.push_back(how.fixed);
  json["simulation"] = {{"times", times},
                        {"kinetic", kinetic},
                        {"energy", energy},
                        {"gravity", to_json(gravity)},
                        {"step", motion.step},
                        {"rest_at", motion.rest_at >= 0 ? Json(motion.rest_at) : Json()},
                        {"fixed", std::move(fixed)},
                        {"impacts", motion.counts.impacts},
                        {"contacts", by_frame(first_contact, contacts)},
                        {"contact_bodies", web::packed(std::span<const u32>(contact_bodies))},
                        {"impulses", web::packed(std::span<const float>(impulses))},
                        {"pairs", by_frame(first_pair, pairs)}};
  return web::page(web::simulate_template(), json);
}

}  // namespace apart::cli
