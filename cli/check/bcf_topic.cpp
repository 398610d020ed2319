// The XML of one BCF topic: markup and viewpoint, of versions 2.1 and 3.0.
#include "cli/check/bcf_topic.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <apart/io/read.hpp>

#include "cli/check/ifc_guid.hpp"
#include "cli/check/pair_id.hpp"
#include "cli/check/xml.hpp"

namespace apart::cli {
namespace {

std::string hex(render::Colour c) { return fmt::format("{:02X}{:02X}{:02X}", c.red, c.green, c.blue); }

std::string vector_xml(const char* name, Vec3d v) {
  return fmt::format("<{0}><X>{1}</X><Y>{2}</Y><Z>{3}</Z></{0}>", name, text(v.x), text(v.y), text(v.z));
}

bool is_touch(const PairReport& pair) { return pair.state == PairState::touch; }
bool is_near(const PairReport& pair) { return pair.state == PairState::near; }

}  // namespace

BcfTopic::BcfTopic(const Report& report, std::size_t pair, BcfVersion version)
    : report_(report), pair_(report.check.pairs[pair]), id_(report.ids[pair]), number_(pair + 1), version_(version) {
  if (const Result<double> metres = unit_in_metres(report.unit)) metres_ = *metres;
}

std::string BcfTopic::guid() const { return guid_of(id_); }

const char* BcfTopic::type() const { return is_near(pair_) ? "Clearance" : is_touch(pair_) ? "Contact" : "Clash"; }

const char* BcfTopic::priority() const { return is_touch(pair_) ? "Low" : is_near(pair_) ? "Normal" : "High"; }

std::vector<std::string> BcfTopic::labels() const {
  std::vector<std::string> all{std::string(to_string(pair_.state))};
  for (u32 part : {pair_.a, pair_.b}) {
    const std::string& group = report_.parts[part].group;
    if (!group.empty() && std::find(all.begin(), all.end(), group) == all.end()) all.push_back(group);
  }
  return all;
}

std::string BcfTopic::title() const {
  std::string state(to_string(pair_.state));
  if (is_near(pair_) || is_touch(pair_)) state = type();
  state[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(state[0])));
  const std::string names =
      alone() ? report_.name(pair_.a) + " and itself" : report_.name(pair_.a) + " and " + report_.name(pair_.b);
  return state + ": " + names;
}

std::string BcfTopic::description() const {
  const std::string words = words_of(report_, pair_);
  std::string out =
      is_near(pair_) ? words : fmt::format("{}{}{}", to_string(pair_.state), words.empty() ? "" : ": ", words);
  out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  out += '.';
  const auto add_body = [&](const char* which, u32 part) {
    const AssemblyPart& body = report_.parts[part];
    out += fmt::format(" {}: {}", which, body.name);
    if (!body.group.empty()) out += ", group " + body.group;
    if (!body.layer.empty()) out += ", layer " + body.layer;
    if (!body.file.empty()) out += ", file " + body.file;
    out += '.';
  };
  add_body(alone() ? "Body (orange)" : "A (orange)", pair_.a);
  if (!alone()) add_body("B (blue)", pair_.b);
  if (!report_.frames.empty() && pair_.frames.found > 0)
    out += fmt::format(" Found in {}, first in frame {}, shown in the worst, frame {}.",
                       count(pair_.frames.found, "frame"), report_.frames[pair_.frames.first],
                       report_.frames[pair_.frames.worst]);
  else if (pair_.frames.worst_at != pair_.frames.worst)
    out += fmt::format(" In no frame: shown between two, at {:.6g}.", frame_number(report_, pair_.frames.worst_at));
  if (!metres_) out += " The unit of the models is unknown: coordinates are written as if it were the metre.";
  return out + " Pair " + id_ + ".";
}

std::string BcfTopic::header() const {
  std::string files;
  std::vector<std::string> seen;
  for (u32 part : {pair_.a, pair_.b}) {
    const std::string& file = report_.parts[part].file;
    if (file.empty() || std::find(seen.begin(), seen.end(), file) != seen.end()) continue;
    seen.push_back(file);
    files += fmt::format("<File {}=\"true\">{}</File>", new_style() ? "IsExternal" : "isExternal",
                         xml_element("Filename", file));
  }
  if (files.empty()) return files;
  return new_style() ? "<Header><Files>" + files + "</Files></Header>" : "<Header>" + files + "</Header>";
}

std::string BcfTopic::markup(const render::Camera& camera) const {
  const std::string view =
      fmt::format(" Guid=\"{}\"><Viewpoint>viewpoint.bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot><Index>0</Index>",
                  view_guid(camera));
  std::string out = kXmlHead;
  out += "<Markup>" + header();
  out += fmt::format("<Topic Guid=\"{}\" TopicType=\"{}\" TopicStatus=\"Open\">", guid(), type());
  out += xml_element("Title", title());
  out += fmt::format("<Priority>{}</Priority><Index>{}</Index>", priority(), number_);
  std::string all;
  for (const std::string& label : labels()) all += xml_element(new_style() ? "Label" : "Labels", label);
  out += new_style() ? "<Labels>" + all + "</Labels>" : all;
  out += xml_element("CreationDate", report_.made) + xml_element("CreationAuthor", kBcfAuthor);
  out += xml_element("Description", description());
  if (new_style())
    out += "<Viewpoints><ViewPoint" + view + "</ViewPoint></Viewpoints></Topic>";
  else
    out += "</Topic><Viewpoints" + view + "</Viewpoints>";
  return out + "</Markup>\n";
}

std::string BcfTopic::component(u32 part) const {
  const std::string& name = report_.name(part);
  const std::string_view guid = ifc_guid_in(name);
  return fmt::format("<Component{}>{}{}</Component>",
                     guid.empty() ? std::string() : fmt::format(" IfcGuid=\"{}\"", guid),
                     xml_element("OriginatingSystem", "apart"), xml_element("AuthoringToolId", name));
}

// BCF coordinates are in metres.
std::string BcfTopic::point(const char* name, Vec3d p) const { return vector_xml(name, metres_.value_or(1) * p); }

std::string BcfTopic::view_body(const render::Camera& camera) const {
  const std::string a = component(pair_.a), b = alone() ? "" : component(pair_.b);
  const auto coloured = [&](render::Colour colour, const std::string& body) {
    if (body.empty()) return body;
    const std::string inside = new_style() ? "<Components>" + body + "</Components>" : body;
    return fmt::format("<Color Color=\"{}\">{}</Color>", hex(colour), inside);
  };
  std::string out =
      "<Components><Selection>" + a + b + "</Selection><Visibility DefaultVisibility=\"true\"/><Coloring>";
  out += coloured(Snapshots::kColourA, a) + coloured(Snapshots::kColourB, b) + "</Coloring></Components>";
  out += "<PerspectiveCamera>" + point("CameraViewPoint", camera.eye) + vector_xml("CameraDirection", camera.ahead);
  out += vector_xml("CameraUpVector", camera.up);
  // The field of view is horizontal in 2.1, vertical in 3.0.
  if (new_style())
    out += fmt::format("<FieldOfView>{}</FieldOfView><AspectRatio>{}</AspectRatio>",
                       text(render::Camera::vertical_degrees()), text(render::Camera::kAspect));
  else
    out += fmt::format("<FieldOfView>{}</FieldOfView>", text(render::Camera::kDegrees));
  out += "</PerspectiveCamera>";
  if (is_near(pair_))
    out += "<Lines><Line>" + point("StartPoint", pair_.on_a) + point("EndPoint", pair_.on_b) + "</Line></Lines>";
  return out;
}

// Viewpoints are immutable in BCF: the GUID is derived from the camera, so another view is another viewpoint.
std::string BcfTopic::view_guid(const render::Camera& camera) const { return guid_of(id_ + view_body(camera)); }

std::string BcfTopic::viewpoint(const render::Camera& camera) const {
  return fmt::format("{}<VisualizationInfo Guid=\"{}\">{}</VisualizationInfo>\n", kXmlHead, view_guid(camera),
                     view_body(camera));
}

}  // namespace apart::cli
