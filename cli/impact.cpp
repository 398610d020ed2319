// apart impact A B: the first contact of B, which moves in A's frame, as a proven bracket of times.
#include <apart/io/poses.hpp>
#include <apart/motion/impact.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct ImpactCommand {
  std::string a, b;
  Given from, to, motions, within, tolerance, budget, threads;
  bool solid = false, exit_code = false;
  FormatOptions format;
  ScaleOptions scale;

  // The time starts anew for each motion.
  ImpactOptions read() const {
    ImpactOptions out;
    out.solid = solid;
    if (within) out.within = not_negative("--within", *within);
    if (tolerance) out.tolerance = not_negative("--tolerance", *tolerance);
    if (budget) {
      const std::chrono::duration<double> time(lesser(not_negative("--budget", *budget), 1e6));
      out.budget = Budget::of_time(std::chrono::duration_cast<std::chrono::nanoseconds>(time));
    }
    return out;
  }
};

Pose pose_given(const char* option, const Given& text) {
  if (!text || *text == " ")
    throw BadInput(std::string(option) + ": expected x y z qw qx qy qz, or x y z (or give --motions FILE)");
  return value_or_throw(io::parse_pose(*text));
}

std::vector<RigidMotion> read_motions(const ImpactCommand& options) {
  if (!options.motions) {
    const Pose from = options.from ? pose_given("--from", options.from) : Pose{};
    return {RigidMotion::between(from, pose_given("--to", options.to))};
  }
  if (options.from || options.to) throw BadInput("--motions and --from or --to: give either");
  if (options.motions == "-" && (options.a == "-" || options.b == "-"))
    throw BadInput("-: standard input can be read once; it is either a model or the motions");
  std::vector<RigidMotion> out;
  const io::RowForm form{14, 14, "a motion is 14 numbers (two poses: x y z qw qx qy qz, from and to)",
                         "no motions; one is expected on each line: x y z qw qx qy qz, from and to"};
  const auto take = [&](std::span<const double> n) -> std::string {
    const Result<Pose> from = Pose::from_quaternion(n[3], n[4], n[5], n[6], {n[0], n[1], n[2]});
    if (!from) return from.error();
    const Result<Pose> to = Pose::from_quaternion(n[10], n[11], n[12], n[13], {n[7], n[8], n[9]});
    if (!to) return to.error();
    out.push_back(RigidMotion::between(*from, *to));
    return {};
  };
  value_or_throw(io::read_rows(file_of(*options.motions), form, take));
  return out;
}

std::string in_words(const Impact& r, const ImpactOptions& options) {
  if (r.status == Status::nothing) return "nothing to measure: a model is empty";
  if (r.contained) return "one contains the other at the beginning";
  if (!r.hit && r.free_until < 1) return fmt::format("unfinished: free until {}", readable(r.free_until));
  const std::string what = options.within > 0 ? fmt::format("nearer than {}", readable(options.within)) : "contact";
  if (!r.hit) return fmt::format("free; least clearance {} at {}", readable(r.least_clearance), readable(r.nearest_at));
  if (r.contact_by == 0) return what + " at the beginning";
  return fmt::format("{} at {}, at {}", what, readable(r.contact_by), readable(r.on_a));
}

Answer report(const Impact& r, const ImpactOptions& options) {
  if (is_invalid(r.status))
    return {.text = "invalid: the motion is not usable", .json = {{"status", "invalid"}}, .invalid = true};
  Json json = Json::object();
  json["hit"] = r.hit;
  json["free_until"] = r.free_until;
  if (r.hit) {
    json["contact_by"] = r.contact_by;
    json["touching"] = r.touching;
    if (r.contained) {
      json["contained"] = true;
    } else {
      json["on_a"] = to_json(r.on_a), json["on_b"] = to_json(r.on_b);
      json["normal"] = to_json(r.normal);
    }
  }
  if (std::isfinite(r.least_clearance)) {
    json["least_clearance"] = r.touching && options.within == 0 ? 0.0 : r.least_clearance;
    json["clearance_at_least"] = r.clearance_at_least;
  }
  json["status"] = to_string(r.status);
  // What is not proven to be free is not a "no".
  const bool yes = r.hit || r.status == Status::unfinished;
  return {.text = in_words(r, options), .json = std::move(json), .yes = yes};
}

constexpr CsvColumn kImpactColumns[] = {{"motion", "/motion"},
                                        {"hit", "/hit"},
                                        {"free_until", "/free_until"},
                                        {"contact_by", "/contact_by"},
                                        {"touching", "/touching"},
                                        {"contained", "/contained"},
                                        {"ax", "/on_a/0"},
                                        {"ay", "/on_a/1"},
                                        {"az", "/on_a/2"},
                                        {"bx", "/on_b/0"},
                                        {"by", "/on_b/1"},
                                        {"bz", "/on_b/2"},
                                        {"normal_x", "/normal/0"},
                                        {"normal_y", "/normal/1"},
                                        {"normal_z", "/normal/2"},
                                        {"least_clearance", "/least_clearance"},
                                        {"clearance_at_least", "/clearance_at_least"},
                                        {"status", "/status"}};

Exit run_impact(const ImpactCommand& options) {
  options.format.check();
  const ImpactOptions how = options.read();
  const std::vector<RigidMotion> motions = read_motions(options);
  ReadOptions reading = options.scale.read();
  const NotesToStderr notes(reading);
  const Geometry a = read_geometry(options.a, reading);
  const Geometry b = options.b == options.a ? a : read_geometry(options.b, reading);
  const InputList list{.name = "motion",
                       .count = motions.size(),
                       .numbered = options.motions.has_value(),
                       .json = options.format.json,
                       .csv = options.format.csv,
                       .exit_code = options.exit_code,
                       .threads = options.threads ? whole("--threads", *options.threads, 1024) : 0};
  return for_each_input(list, {kImpactColumns}, [&](std::size_t i) {
    const Impact found = impact(a, b, motions[i], options.budget ? options.read() : how);
    Answer answer = report(found, how);
    if (!found.hit && !how.solid && !answer.invalid)
      answer.inside =
          std::visit([&](const auto& x, const auto& y) { return lies_inside(x, motions[i].at(0), y); }, a, b);
    return answer;
  });
}

}  // namespace

void add_impact(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("impact", "First contact of B, which moves from one pose to another");
  auto options = std::make_shared<ImpactCommand>();
  command
      ->add_option("A", options->a,
                   "A model file (" + readable_extensions() + "), - for standard input, or a shape, below")
      ->required()
      ->type_name("");
  command->add_option("B", options->b, "Another, or the same: it moves")->required()->type_name("");
  command->add_option("--from", options->from, "Pose of B in A's frame at time 0; as it was made unless given")
      ->type_name("X Y Z [QW QX QY QZ]");
  command->add_option("--to", options->to, "Its pose at time 1")->type_name("X Y Z [QW QX QY QZ]");
  command
      ->add_option("--motions", options->motions,
                   "A file of motions, 14 numbers on each line (the poses from and to); - for standard input; # starts "
                   "a comment. One result for each")
      ->type_name("FILE");
  command->add_option("--within", options->within, "The first time that they are nearer than D instead")
      ->type_name("D");
  command
      ->add_option("--tolerance", options->tolerance,
                   "What is nearer than this counts as contact; 1e-8 of the smaller one unless given")
      ->type_name("D");
  command->add_option("--budget", options->budget, "Stop after S seconds a motion, with what is proven so far")
      ->type_name("S");
  command->add_flag("--solid", options->solid, "Closed meshes are solids: one inside the other is in contact");
  command->add_option("--threads", options->threads, "Distribute the motions over N threads, 0 for all (the default)")
      ->type_name("N");
  command->add_flag("--exit-code", options->exit_code,
                    "Exit with 1 if any motion is in contact, or not known to be free within the budget; else with 0");
  options->format.add_to(*command, "One JSON object for each motion, each on a line",
                         "Comma-separated values: a header, and a row for each motion");
  options->scale.add_to(*command);
  command->footer(
      with_shapes("B's origin moves straight at constant speed, and B turns the shorter way at constant angular "
                  "velocity about it.\n"
                  "Times are from 0 to 1. Before free_until A and B are proven apart; at contact_by they are in "
                  "contact, or nearer\n"
                  "than the tolerance. Points and normal are in A's frame at that time. Without contact, the least "
                  "clearance on the\n"
                  "way is between clearance_at_least and least_clearance.\n"
                  "Examples:\n"
                  "  apart impact gear.stl shaft.stl --from 0 0 40 --to 0 0 -40\n"
                  "  apart impact gear.stl capsule:2,15 --from 60 0 0 --to \"0 0 0 0.7 0.7 0 0\" --json\n"
                  "  apart impact box:1,1,1 sphere:0.5 --from 3 0 0 --to -3 0 0 --within 0.25"));
  command->callback([options, &action] { action = [options] { return run_impact(*options); }; });
}

}  // namespace apart::cli
