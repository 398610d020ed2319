// apart simulate: bodies of a scene fall, slide, bounce and come to rest.
#include "cli/command.hpp"

#include <fmt/format.h>
#include <apart/io/bytes/source.hpp>
#include <cmath>
#include <memory>

#include "cli/check/output_file.hpp"
#include "cli/csv.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/simulate/motion.hpp"

namespace apart::cli {
namespace {

struct SimulateArguments {
  Given scene, seconds, out, html, fps, step, iterations, threads, gravity;
  bool no_impacts = false;
  FormatOptions format;
};

constexpr double kMostSteps = 1e8;

double more_than_zero(const std::string& name, const std::string& text) {
  const double x = not_negative(name, text);
  if (!(x > 0)) throw BadInput(name + ": must be more than 0");
  return x;
}

Vec3d read_gravity(const SimulateArguments& arguments, const Bodies& bodies) {
  if (arguments.gravity) return {0, 0, -not_negative("--gravity", *arguments.gravity)};
  if (bodies.gravity) return *bodies.gravity;
  const Result<double> metres = bodies.unit.empty() ? Result<double>(1.0) : unit_in_metres(bodies.unit);
  return {0, 0, -9.81 / (metres ? *metres : 1)};
}

std::vector<SimulatedBody> simulated(const Bodies& bodies) {
  std::vector<SimulatedBody> out;
  for (std::size_t i = 0; i < bodies.parts.size(); ++i) {
    const AssemblyPart& part = bodies.parts[i];
    const SceneDynamics& how = bodies.dynamics[i];
    SimulatedBody& to = out.emplace_back(SimulatedBody{.geometry = part.geometry(), .pose = part.pose});
    to.velocity = how.velocity, to.spin = how.spin, to.mass = how.mass;
    to.density = how.density.value_or(1);
    to.friction = how.friction.value_or(to.friction), to.restitution = how.restitution.value_or(to.restitution);
    to.hinge = how.hinge;
    to.fixed = how.fixed;
    // What has no limits cannot fall.
    if (part.shape && part.shape->kind() == CoreKind::half_space) to.fixed = true;
  }
  return out;
}

SimulatedFrame frame_of(const Simulation& simulation) {
  SimulatedFrame out;
  out.time = simulation.time();
  for (BodyId id = 0; id < simulation.world().end(); ++id) out.poses.push_back(simulation.world().pose(id));
  out.contacts.assign(simulation.contacts().begin(), simulation.contacts().end());
  out.candidates.assign(simulation.candidates().begin(), simulation.candidates().end());
  out.kinetic = simulation.kinetic_energy(), out.energy = simulation.energy();
  return out;
}

void refuse_problems(const std::string& file, const Bodies& bodies, std::span<const SimulatedBody> all,
                     const SimulationOptions& options) {
  if (const auto problem = problem_of({}, options)) throw BadInput(problem->what);
  const auto problem = problem_of(all, options);
  if (!problem) return;
  const auto name = [&](BodyId id) { return io::in_quotes(bodies.parts[id].name, 60); };
  const std::string who = problem->other ? name(problem->body) + " and " + name(*problem->other) : name(problem->body);
  throw BadInput(fmt::format("{}: {}: {}", file, who, problem->what));
}

SimulatedMotion simulate(std::span<const SimulatedBody> all, const SimulationOptions& options, double seconds,
                         double fps) {
  Simulation simulation(all, options);
  SimulatedMotion out;
  out.skin = simulation.options().skin, out.step = options.step;
  out.frames.push_back(frame_of(simulation));
  const u64 frames = static_cast<u64>(std::ceil(seconds * fps - 1e-9));
  Progress progress("frames", frames, false);
  for (u64 f = 1; f <= frames && !out.stopped; ++f) {
    const double until = lesser(seconds, double(f) / fps) - 0.5 * options.step;
    while (simulation.time() < until && !out.stopped) {
      simulation.step();
      out.stopped = interrupt_requested();
      if (simulation.at_rest()) {
        if (out.rest_at < 0) out.rest_at = simulation.time();
      } else {
        out.rest_at = -1;
      }
    }
    out.frames.push_back(frame_of(simulation));
    progress.step();
  }
  out.counts = simulation.counts();
  return out;
}

Json answer_json(const SimulatedMotion& motion, const Bodies& bodies) {
  const SimulatedFrame &first = motion.frames.front(), &last = motion.frames.back();
  Json parts = Json::array();
  for (std::size_t i = 0; i < bodies.parts.size(); ++i) {
    const Pose& pose = last.poses[i];
    parts.push_back({{"name", bodies.parts[i].name},
                     {"position", to_json(pose.translation)},
                     {"moved", length(pose.translation - first.poses[i].translation)}});
  }
  Json out{{"title", bodies.title},
           {"unit", bodies.unit},
           {"seconds", last.time},
           {"frames", motion.frames.size()},
           {"steps", motion.counts.steps},
           {"step", motion.step},
           {"skin", motion.skin},
           {"contacts", motion.counts.contacts},
           {"impacts", motion.counts.impacts},
           {"lost_time", motion.counts.lost_time},
           {"at_rest", motion.rest_at >= 0},
           {"rest_at", motion.rest_at >= 0 ? Json(motion.rest_at) : Json()},
           {"energy", {{"start", first.energy}, {"end", last.energy}, {"kinetic", last.kinetic}}},
           {"bodies", std::move(parts)},
           {"stopped", motion.stopped}};
  return out;
}

constexpr CsvColumn kBodyColumns[] = {
    {"name", "/name"}, {"x", "/position/0"}, {"y", "/position/1"}, {"z", "/position/2"}, {"moved", "/moved"}};

void print_bodies(const Json& bodies) {
  print_csv_header(kBodyColumns);
  for (const Json& body : bodies) print_csv_row(kBodyColumns, body);
}

void print_answer(const SimulatedMotion& motion, const Bodies& bodies) {
  const SimulatedFrame &first = motion.frames.front(), &last = motion.frames.back();
  print_line(fmt::format("{}: {}, {} s in {}, {} cut short by impacts", bodies.title.empty() ? "scene" : bodies.title,
                         count(bodies.parts.size(), "body", "bodies"), readable(last.time),
                         count(motion.counts.steps, "step"), grouped(motion.counts.impacts)));
  print_line(motion.rest_at >= 0 ? fmt::format("at rest after {} s", readable(motion.rest_at))
                                 : fmt::format("still moving: kinetic energy {}", readable(last.kinetic)));
  Table table({"body", "moved", "to"});
  for (std::size_t i = 0; i < bodies.parts.size(); ++i)
    table.add({bodies.parts[i].name, readable(length(last.poses[i].translation - first.poses[i].translation)),
               readable(last.poses[i].translation)});
  table.print();
}

Exit run_simulate(const SimulateArguments& arguments) {
  arguments.format.check();
  const double seconds = arguments.seconds ? more_than_zero("--seconds", *arguments.seconds) : 3;
  const double fps = arguments.fps ? more_than_zero("--fps", *arguments.fps) : 60;
  if (seconds * fps > 1e6) throw BadInput("--seconds and --fps: more than 1,000,000 frames");
  SimulationOptions options;
  if (arguments.step) options.step = more_than_zero("--step", *arguments.step);
  if (seconds / options.step > kMostSteps) throw BadInput("--seconds and --step: more than 100,000,000 steps");
  if (seconds < 0.5 * options.step) throw BadInput("--seconds: less than half a step, so that nothing would move");
  if (arguments.iterations) options.iterations = whole("--iterations", *arguments.iterations, 100'000);
  if (options.iterations == 0) throw BadInput("--iterations: must be 1 or more");
  options.threads = arguments.threads ? whole("--threads", *arguments.threads, 1024) : 0;
  options.impacts = !arguments.no_impacts;
  std::optional<OutputFile> out, html;
  if (arguments.out) out.emplace("-o", *arguments.out, std::initializer_list<const char*>{"json", "txt"});
  if (arguments.html) html.emplace("--html", *arguments.html, std::initializer_list<const char*>{"html", "htm"});
  listen_for_interrupt();
  Complaints complaints{false};
  Bodies bodies;
  if (arguments.scene) {
    if (io::extension(*arguments.scene) != "json")
      throw BadInput(io::printable_name(*arguments.scene) + ": expected a scene.json, with bodies to simulate");
    BodyArguments which;
    which.inputs = {*arguments.scene}, which.threads = options.threads;
    bodies = read_bodies(which, complaints, interrupt_requested);
  } else {
    bodies = sample_scene();
  }
  for (const std::string& note : complaints.notes) std::fputs(("apart: note: " + note + "\n").c_str(), stderr);
  options.gravity = read_gravity(arguments, bodies);
  const std::vector<SimulatedBody> all = simulated(bodies);
  refuse_problems(arguments.scene ? io::printable_name(*arguments.scene) : "the sample", bodies, all, options);
  const SimulatedMotion motion = simulate(all, options, seconds, fps);
  if (out) out->write(motion_text(motion, bodies.parts, io::extension(*arguments.out) == "json")), out->finish();
  if (html) html->write(simulation_page(motion, bodies, options.gravity)), html->finish();
  if (arguments.format.json)
    print_object(answer_json(motion, bodies));
  else if (arguments.format.csv)
    print_bodies(answer_json(motion, bodies)["bodies"]);
  else
    print_answer(motion, bodies);
  if (!motion.stopped) return answered;
  std::fputs(fmt::format("apart: stopped after {} s\n", readable(motion.frames.back().time)).c_str(), stderr);
  return interrupted;
}

}  // namespace

void add_simulate(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("simulate", "Let bodies fall, slide, bounce and come to rest");
  auto arguments = std::make_shared<SimulateArguments>();
  command->add_option("SCENE", arguments->scene, "A scene.json; none: a sample, a wall that is hit by a ball")
      ->type_name("");
  command->add_option("--seconds", arguments->seconds, "For so long; 3 unless it is given")->type_name("S");
  command->add_option("-o,--output", arguments->out, "Write the motion, for check --motion (.json or .txt)")
      ->type_name("FILE");
  command->add_option("--html", arguments->html, "Write a page that plays it, with contacts, normals and pairs")
      ->type_name("FILE");
  command->add_option("--fps", arguments->fps, "Frames a second; 60 unless it is given")->type_name("N");
  command->add_option("--gravity", arguments->gravity, "Downwards, in the scene's unit; 9.81 m/s² unless it is given")
      ->type_name("G");
  command->add_option("--step", arguments->step, "Seconds of a step; 1/240 unless it is given")->type_name("S");
  command->add_option("--iterations", arguments->iterations, "Of the contact solver; 20 unless it is given")
      ->type_name("N");
  command->add_flag("--no-impacts", arguments->no_impacts, "Do not prove motions to be free: fast bodies may pass");
  command->add_option("--threads", arguments->threads, "Use N threads, 0 for all (the default); the motion is the same")
      ->type_name("N");
  arguments->format.add_to(*command, "One JSON object", "Comma-separated values: a header, and a row for each body");
  command->footer(
      "A scene.json as of check (docs/check.md); a body may have \"fixed\", \"velocity\", \"spin\" (radians a "
      "second),\n"
      "\"density\" or \"mass\", \"friction\", \"restitution\" and \"hinge\" (a direction to turn about), the scene "
      "\"gravity\".\n"
      "Half-spaces are fixed. Bodies that overlap at the start, have no volume or no mass are refused by their names.\n"
      "Exit status: 0 done; 2 bad usage or bad input; 130 stopped by Ctrl-C, with the motion so far.\n"
      "Examples:\n"
      "  apart simulate --html wall.html\n"
      "  apart simulate scene.json --seconds 10 -o motion.json\n"
      "  apart check scene.json --motion motion.json");
  command->callback([arguments, &action] { action = [arguments] { return run_simulate(*arguments); }; });
}

}  // namespace apart::cli
