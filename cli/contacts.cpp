// apart contacts A B TOL: where two meshes or shapes touch, nearly touch or overlap.
#include <apart/queries/contacts.hpp>
#include <apart/queries/manifold.hpp>
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
  if (contact.contains("feature_a"))
    out += fmt::format(", {} of A and {} of B", contact["feature_a"].get<std::string>(),
                       contact["feature_b"].get<std::string>());
  if (contact.contains("area")) out += fmt::format(", a region of {} across", readable(contact["area"].get<double>()));
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

Answer report_contacts(const Model& a, const Pose& at, const Model& b, double tolerance) {
  const Contacts found = contacts(a, at, b, tolerance);
  if (is_invalid(found.status)) return invalid_answer();
  Json list = Json::array();
  for (const RegionDepth& region : found.overlaps) {
    list.push_back(point_json(-region.depth, region.high, region.high - region.depth * region.normal, region.normal));
    list.back()["area"] = region.area;
  }
  for (const Contact& c : found.contacts) {
    list.push_back(point_json(c.distance, c.on_a, c.on_b, c.normal));
    list.back()["feature_a"] = name(c.feature_a), list.back()["feature_b"] = name(c.feature_b);
  }
  const bool crossing = found.touching && list.empty();
  Answer answer = answer_of(std::move(list));
  if (found.contained) add_inside(answer, which_inside(a, at, b));
  if (crossing) {
    answer.text = "crossing: contacts of surfaces that cross are those of closed meshes";
    answer.json["crossing"] = true;
  }
  answer.yes = !found.empty();
  return answer;
}

Answer report_contacts(const Shape& a, const Pose& at, const Shape& b, double tolerance) {
  const Manifold found = manifold(a, at, b, {.margin = tolerance});
  if (is_invalid(found.status)) return invalid_answer();
  Json list = Json::array();
  for (int i = 0; i < found.count; ++i)
    if (const ContactPoint& p = found.points[i]; - p.depth <= tolerance)
      list.push_back(point_json(-p.depth, p.on_a, p.on_b, found.normal));
  return answer_of(std::move(list));
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
        if constexpr (kIsModel<A> != kIsModel<B>) {
          const std::string& mesh = kIsModel<A> ? options.pair.a : options.pair.b;
          throw BadInput(mesh + ": is a mesh, and the other is a shape; contacts are computed of two meshes or two " +
                         "shapes; give hull:" + mesh + " for the convex hull of the file");
        } else {
          return for_each_pose(pair, {kContactColumns, "contacts"},
                               [&](const Pose& at) { return report_contacts(a, at, b, tolerance); });
        }
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
  command->footer(
      with_shapes("Points and normals are in A's frame, the nearest contact first; negative distances are depths.\n"
                  "Examples:\n"
                  "  apart contacts gear.stl shaft.stl 0.5\n"
                  "  apart contacts gear.stl shaft.stl 0.5 --pose 0 0 12.5 --json\n"
                  "  apart contacts box:1,1,1 box:2,2,1 0.1 --pose 0 0 1.05\n"
                  "  apart contacts gear.stl shaft.stl 0.01 --poses motion.txt --csv"));
  command->callback([options, &action] { action = [options] { return run_contacts(*options); }; });
}

}  // namespace apart::cli
