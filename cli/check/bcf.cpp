// Writes a BCF file: version, project, extensions, and a folder for each topic.
#include "cli/check/bcf.hpp"

#include <fmt/format.h>
#include <apart/base/workers.hpp>
#include <set>

#include "cli/check/bcf_topic.hpp"
#include "cli/check/pair_id.hpp"
#include "cli/check/xml.hpp"
#include "cli/check/zip_file.hpp"

namespace apart::cli {
namespace {

using Words = std::vector<std::string>;

// The values that topics may have: 3.0 lists them, 2.1 narrows its schema to them.
struct Extensions {
  Words labels;

  std::string xml() const {
    std::string out = std::string(kXmlHead) + "<Extensions>";
    const auto add = [&](const char* all, const char* one, const Words& words) {
      out += fmt::format("<{}>", all);
      for (const std::string& word : words) out += xml_element(one, word);
      out += fmt::format("</{}>", all);
    };
    add("TopicTypes", "TopicType", BcfTopic::types());
    add("TopicStatuses", "TopicStatus", BcfTopic::statuses());
    add("Priorities", "Priority", BcfTopic::priorities());
    add("TopicLabels", "TopicLabel", labels);
    add("Users", "User", {kBcfAuthor});
    return out + "</Extensions>\n";
  }

  std::string schema() const {
    std::string out =
        std::string(kXmlHead) +
        "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:redefine schemaLocation=\"markup.xsd\">";
    const auto add = [&](const char* type, const Words& words) {
      out += fmt::format("<xs:simpleType name=\"{0}\"><xs:restriction base=\"{0}\">", type);
      for (const std::string& word : words) out += fmt::format("<xs:enumeration value=\"{}\"/>", xml_text(word));
      out += "</xs:restriction></xs:simpleType>";
    };
    add("TopicType", BcfTopic::types());
    add("TopicStatus", BcfTopic::statuses());
    add("TopicLabel", labels);
    add("Priority", BcfTopic::priorities());
    add("UserIdType", {kBcfAuthor});
    return out + "</xs:redefine></xs:schema>\n";
  }
};

std::string version_xml(BcfVersion version) {
  return std::string(kXmlHead) +
         (version == BcfVersion::v3_0
              ? "<Version VersionId=\"3.0\"/>\n"
              : "<Version VersionId=\"2.1\"><DetailedVersion>2.1</DetailedVersion></Version>\n");
}

std::string project_xml(const Report& report, BcfVersion version) {
  const std::string project = fmt::format("<Project ProjectId=\"{}\">{}</Project>", guid_of("project " + report.title),
                                          xml_element("Name", report.title));
  const char* form =
      version == BcfVersion::v3_0
          ? "{}<ProjectInfo>{}</ProjectInfo>\n"
          : "{}<ProjectExtension>{}<ExtensionSchema>extensions.xsd</ExtensionSchema></ProjectExtension>\n";
  return fmt::format(fmt::runtime(form), kXmlHead, project);
}

}  // namespace

BcfVersion bcf_version(const std::string& text) {
  if (text == "2.1") return BcfVersion::v2_1;
  if (text == "3.0" || text == "3") return BcfVersion::v3_0;
  throw BadInput("--bcf-version: must be 2.1 or 3.0, and is " + io::in_quotes(text, 40));
}

void write_bcf(const Report& report, const std::string& file, const BcfOptions& options) {
  std::vector<BcfTopic> topics;
  std::vector<const PairReport*> pairs;
  std::set<std::string> labels;
  for (std::size_t k = 0; k < report.check.pairs.size(); ++k) {
    if (!is_finding(report.check.pairs[k])) continue;
    topics.emplace_back(report, k, options.version);
    pairs.push_back(&report.check.pairs[k]);
    for (const std::string& label : topics.back().labels()) labels.insert(label);
  }
  const Extensions extensions{{labels.begin(), labels.end()}};
  ZipFile zip(file);
  zip.add("bcf.version", version_xml(options.version));
  zip.add("project.bcfp", project_xml(report, options.version));
  if (options.version == BcfVersion::v3_0)
    zip.add("extensions.xml", extensions.xml());
  else
    zip.add("extensions.xsd", extensions.schema());

  // Rendering takes most of the time; it is done in blocks, so that not all pictures are in memory at once.
  constexpr std::size_t kAtOnce = 64;
  const Snapshots snapshots(report, options.threads);
  const Workers workers(options.threads);
  Progress progress("pictures", topics.size(), false);
  for (std::size_t begin = 0; begin < topics.size(); begin += kAtOnce) {
    const std::size_t end = std::min(begin + kAtOnce, topics.size());
    std::vector<std::optional<Snapshot>> made(end - begin);
    workers.for_ranges(made.size(), 1, [&](std::size_t from, std::size_t to) {
      for (std::size_t k = from; k < to; ++k) made[k] = snapshots.of(*pairs[begin + k]);
    });
    for (std::size_t k = begin; k < end; ++k) {
      const BcfTopic& topic = topics[k];
      const Snapshot& snapshot = *made[k - begin];
      zip.add_folder(topic.guid());
      zip.add(topic.guid() + "/markup.bcf", topic.markup(snapshot.camera));
      zip.add(topic.guid() + "/viewpoint.bcfv", topic.viewpoint(snapshot.camera));
      zip.add_compressed(topic.guid() + "/snapshot.png", snapshot.png);
    }
    progress.reach(end);
  }
  zip.close();
}

}  // namespace apart::cli
