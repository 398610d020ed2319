// --bcf: the findings as topics of the BIM Collaboration Format 2.1, a zip of XML that issue trackers open.
#include <fmt/format.h>
#include <minizip/zip.h>
#include <apart/io/read.hpp>
#include <memory>

#include "cli/check/pair_id.hpp"
#include "cli/check/report.hpp"
#include "cli/input.hpp"

namespace apart::cli {
namespace {

constexpr const char* kXml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

Vec3d unit(Vec3d v) { return (1 / length(v)) * v; }

std::string point_xml(const char* name, Vec3d p) {
  return fmt::format("<{0}><X>{1}</X><Y>{2}</Y><Z>{3}</Z></{0}>", name, text(p.x), text(p.y), text(p.z));
}

// A zip that is being written; minizip says only that it failed.
class Zip {
 public:
  explicit Zip(const std::string& file) : file_(file), zip_(zipOpen64(file.c_str(), APPEND_STATUS_CREATE)) {
    if (!zip_) fail();
  }
  ~Zip() {
    if (zip_) zipClose(zip_, nullptr);
  }
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;

  void add(const std::string& name, const std::string& content) {
    zip_fileinfo info{};
    info.tmz_date = {0, 0, 0, 1, 0, 1980};  // the same report, the same bytes
    const bool good =
        zipOpenNewFileInZip64(zip_, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, 6, 0) == ZIP_OK &&
        zipWriteInFileInZip(zip_, content.data(), static_cast<unsigned>(content.size())) == ZIP_OK &&
        zipCloseFileInZip(zip_) == ZIP_OK;
    if (!good) fail();
  }
  void close() {
    if (zipClose(std::exchange(zip_, nullptr), nullptr) != ZIP_OK) fail();
  }

 private:
  [[noreturn]] void fail() const { throw BadInput(file_ + ": cannot be written"); }
  std::string file_;
  zipFile zip_;
};

class Topic {
 public:
  Topic(const Report& report, std::size_t k, double metres)
      : report_(report), pair_(report.check.pairs[k]), id_(report.ids[k]), metres_(metres), number_(k + 1) {}

  std::string guid() const { return guid_of(id_); }

  std::string markup() const {
    std::string out = kXml;
    out += fmt::format("<Markup><Topic Guid=\"{}\" TopicType=\"Clash\" TopicStatus=\"Open\">", guid());
    out += fmt::format("<Title>{}: {}</Title>", to_string(pair_.state), escaped(names()));
    out += fmt::format("<Priority>{}</Priority><Index>{}</Index>", priority(), number_);
    for (const std::string& group : groups()) out += fmt::format("<Labels>{}</Labels>", escaped(group));
    out += fmt::format("<CreationDate>{}</CreationDate><CreationAuthor>apart check</CreationAuthor>", report_.made);
    out += fmt::format("<Description>{} ({})</Description></Topic>", escaped(words_of(report_, pair_)), id_);
    out += fmt::format("<Viewpoints Guid=\"{}\"><Viewpoint>viewpoint.bcfv</Viewpoint></Viewpoints></Markup>\n", view());
    return out;
  }

  // From above and from the side, far enough to see where it is.
  std::string viewpoint() const {
    const Vec3d target = pair_.box.empty() ? pair_.on_a : pair_.box.centre();
    const double around = 0.15 * lesser(size(pair_.a), size(pair_.b));
    const double radius = larger(pair_.box.empty() ? 0 : 0.5 * length(pair_.box.size()), around);
    const Vec3d ahead = unit({-1, 1.2, -0.8}), side = unit(cross(ahead, Vec3d{0, 0, 1}));
    const Vec3d eye = target - 2.5 * radius * ahead;
    std::string out = kXml;
    out += fmt::format("<VisualizationInfo Guid=\"{}\"><Components><Selection>", view());
    for (u32 part : {pair_.a, pair_.b}) {
      out += fmt::format("<Component><OriginatingSystem>apart</OriginatingSystem><AuthoringToolId>{}</AuthoringToolId>",
                         escaped(report_.name(part)));
      out += "</Component>";
      if (pair_.a == pair_.b) break;
    }
    out += "</Selection><Visibility DefaultVisibility=\"true\"/></Components><PerspectiveCamera>";
    out += point_xml("CameraViewPoint", metres_ * eye) + point_xml("CameraDirection", ahead);
    out += point_xml("CameraUpVector", cross(side, ahead)) + "<FieldOfView>60</FieldOfView></PerspectiveCamera>";
    if (pair_.state == PairState::near) {
      out += "<Lines><Line>" + point_xml("StartPoint", metres_ * pair_.on_a);
      out += point_xml("EndPoint", metres_ * pair_.on_b) + "</Line></Lines>";
    }
    return out + "</VisualizationInfo>\n";
  }

 private:
  std::string view() const { return guid_of(id_ + " view"); }
  std::string names() const {
    return pair_.a == pair_.b ? report_.name(pair_.a) : report_.name(pair_.a) + " and " + report_.name(pair_.b);
  }
  const char* priority() const {
    return pair_.state <= PairState::contained ? "High" : pair_.state == PairState::touch ? "Low" : "Normal";
  }
  std::vector<std::string> groups() const {
    std::vector<std::string> all;
    for (u32 part : {pair_.a, pair_.b}) {
      const std::string& group = report_.parts[part].group;
      if (!group.empty() && (all.empty() || all[0] != group)) all.push_back(group);
    }
    return all;
  }
  double size(u32 part) const { return 2 * report_.parts[part].model.tree().frame.radius; }

  const Report& report_;
  const PairReport& pair_;
  const std::string& id_;
  double metres_;
  std::size_t number_;
};

}  // namespace

void write_bcf(const Report& report, const std::string& file) {
  // Points of BCF are in metres.
  const Result<double> metres = unit_in_metres(report.unit);
  Zip zip(file);
  zip.add("bcf.version",
          std::string(kXml) + "<Version VersionId=\"2.1\"><DetailedVersion>2.1</DetailedVersion></Version>\n");
  zip.add("project.bcfp", fmt::format("{}<ProjectExtension><Project ProjectId=\"{}\"><Name>{}</Name></Project>"
                                      "<ExtensionSchema></ExtensionSchema></ProjectExtension>\n",
                                      kXml, guid_of("project " + report.title), escaped(report.title)));
  for (std::size_t k = 0; k < report.check.pairs.size(); ++k) {
    if (!is_finding(report.check.pairs[k])) continue;
    const Topic topic(report, k, metres ? *metres : 1);
    zip.add(topic.guid() + "/markup.bcf", topic.markup());
    zip.add(topic.guid() + "/viewpoint.bcfv", topic.viewpoint());
  }
  zip.close();
}

}  // namespace apart::cli
