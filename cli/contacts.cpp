// apart contacts A B TOL: where two meshes or shapes touch, nearly touch or overlap.
#include <apart/queries/contacts.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct ContactsCommand {
  PairOptions pair;
  std::string tolerance;
};

Json point_json(double distance, Vec3d on_a, Vec3d on_b, Vec3d normal) {
  return {{"distance", distance}, {"on_a", to_json(on_a)}, {"on_b", to_json(on_b)}, {"normal", to_json(normal)}};
}

std::string in_words(const Json& contact) {
  const double distance = contact["distance"].get<double>();
  std::string out = distance < 0 ? readable(-distance) + " deep" : readable(distance) + " apart";
  if (contact.contains("area"))
    out += fmt::format(", a region of area {} with {}", readable(contact["area"].get<double>()),
                       count(contact["points"].size(), "point"));
  if (contact.contains("feature_a") && contact.contains("feature_b"))
    out += fmt::format(", {} of A and {} of B", contact["feature_a"].get<std::string>(),
                       contact["feature_b"].get<std::string>());
  return out;
}

Answer answer_of(Json contacts) {
  Answer answer;
  answer.text = contacts.empty() ? "no contact" : count(contacts.size(), "contact");
  for (const Json& contact : contacts) answer.details.push_back(in_words(contact));
  answer.yes = !contacts.empty();
  answer.json["contacts"] = std::move(contacts);
  return answer;
}

Json region_json(const ContactRegion& region) {
  Json out = point_json(-region.depth, region.high, region.high - region.depth * region.normal, region.normal);
  out["area"] = region.area;
  Json& points = out["points"] = Json::array();
  for (const ContactPoint& p : region.points)
    points.push_back({{"depth", p.depth}, {"on_a", to_json(p.on_a)}, {"on_b", to_json(p.on_b)}});
  return out;
}

template <class A, class B>
Answer report_contacts(const A& a, const Pose& at, const B& b, double tolerance) {
  const Contacts found = contacts(a, at, b, tolerance);
  if (is_invalid(found.status)) return invalid_answer();
  Json list = Json::array();
  for (const ContactRegion& region : found.overlaps) {
    list.push_back(region_json(region));
    if (!kIsModel<A>) list.back()["feature_a"] = name(region.piece_a);
    if (!kIsModel<B>) list.back()["feature_b"] = name(region.piece_b);
  }
  for (const Contact& c : found.contacts) {
    list.push_back(point_json(c.distance, c.on_a, c.on_b, c.normal));
    list.back()["feature_a"] = name(c.feature_a), list.back()["feature_b"] = name(c.feature_b);
  }
  const bool crossing = found.touching && list.empty();
  Answer answer = answer_of(std::move(list));
  if (found.status == Status::within_error) answer.json["estimate"] = true;
  if (found.contained) add_inside(answer, inner_of(a, at, b));
  if (crossing) {
    answer.text = kIsModel<A> || kIsModel<B> ? "crossing: contacts of surfaces that cross are those of closed meshes"
                                             : "crossing: no translation separates them";
    answer.json["crossing"] = true;
  }
  answer.yes = !found.empty();
  return answer;
}

constexpr CsvColumn kContactColumns[] = {
    {"pose", "/pose"},           {"distance", "/distance"}, {"ax", "/on_a/0"},         {"ay", "/on_a/1"},
    {"az", "/on_a/2"},           {"bx", "/on_b/0"},         {"by", "/on_b/1"},         {"bz", "/on_b/2"},
    {"normal_x", "/normal/0"},   {"normal_y", "/normal/1"}, {"normal_z", "/normal/2"}, {"feature_a", "/feature_a"},
    {"feature_b", "/feature_b"}, {"area", "/area"},         {"status", "/status"}};

Exit run_contacts(const ContactsCommand& options) {
  const double tolerance = not_negative("TOL", options.tolerance);
  const GeometryPair pair = read_geometries(options.pair);
  return std::visit(
      [&]<class A, class B>(const A& a, const B& b) -> Exit {
        return for_each_pose(pair, {kContactColumns, "contacts"},
                             [&](const Pose& at) { return report_contacts(a, at, b, tolerance); });
      },
      pair.a, pair.b);
}

}  // namespace

void add_contacts(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "contacts", "Contact points: every local minimum of the distance of A and B up to TOL, and where they overlap");
  auto options = std::make_shared<ContactsCommand>();
  options->pair.add_to(*command);
  options->pair.add_exit_code_to(*command, "there is a contact");
  command->add_option("TOL", options->tolerance, "The largest distance of a contact")->required()->type_name("");
  command->footer(with_shapes(
      "Points and normals are in A's frame, the nearest contact first; negative distances are depths of regions that\n"
      "both share, with up to four points of contact each.\n"
      "Examples:\n"
      "  apart contacts gear.stl shaft.stl 0.5\n"
      "  apart contacts gear.stl shaft.stl 0.5 --pose 0 0 12.5 --json\n"
      "  apart contacts box:1,1,1 box:2,2,1 0.1 --pose 0 0 1.05\n"
      "  apart contacts gear.stl capsule:2,15 0.5 --pose 0 0 12.5\n"
      "  apart contacts gear.stl shaft.stl 0.01 --poses motion.txt --csv"));
  command->callback([options, &action] { action = [options] { return run_contacts(*options); }; });
}

}  // namespace apart::cli
