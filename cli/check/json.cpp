// The report as one JSON object, for programs and for --baseline. Deterministic: it holds no time stamps.
#include "cli/check/json.hpp"

#include <apart/base/quaternion.hpp>
#include <apart/base/rounding.hpp>
#include <apart/base/workers.hpp>
#include <set>

#include "web/pages.hpp"

namespace apart::cli {
namespace {

Json point_json(Vec3d p, const JsonStyle& style) {
  const Vec3d q = p - style.origin;
  return Json::array({q.x + 0.0, q.y + 0.0, q.z + 0.0});  // no −0
}

Json box_json(const Bounds& box, const JsonStyle& style) {
  return Json::array({point_json(box.low, style), point_json(box.high, style)});
}

Json curve_json(const Curve& curve, const JsonStyle& style) {
  Json json{{"closed", curve.closed}, {"length", curve.length}};
  if (style.packed) {
    std::vector<float> numbers;
    for (const Vec3d& p : curve.points)
      for (int k = 0; k < 3; ++k) numbers.push_back(rounded<float>(p[k] - style.origin[k]));
    json["points"] = web::packed(std::span<const float>(numbers));
    return json;
  }
  Json& points = json["points"] = Json::array();
  for (const Vec3d& p : curve.points) points.push_back(point_json(p, style));
  return json;
}

}  // namespace

Json pose_json(const Pose& pose, Vec3d origin) {
  const Vec3d at = pose.translation - origin;
  const Quaternion q = quaternion_of(pose.rotation);
  return Json::array({at.x + 0.0, at.y + 0.0, at.z + 0.0, q.w + 0.0, q.x + 0.0, q.y + 0.0, q.z + 0.0});
}

Json finding_groups_json(const Report& report, const JsonStyle& style) {
  Json json;
  for (GroupBy by : {GroupBy::body, GroupBy::place}) {
    Json& groups = json[by == GroupBy::body ? "body" : "place"] = Json::array();
    for (std::size_t g = 0; g < report.groups(by).size(); ++g) {
      const FindingGroup& group = report.groups(by)[g];
      Json& one = groups.emplace_back(Json{{"name", group_name(report, by, g)}});
      if (group.body) one["body"] = *group.body;
      one["worst"] = to_string(report.check.pairs[group.pairs[0]].state);
      one["box"] = box_json(group.box, style);
      for (u32 k : group.pairs) one["pairs"].push_back(report.ids[k]);
    }
  }
  return json;
}

Json body_json(const AssemblyPart& part) {
  Json json{{"name", part.name},   {"file", part.file}, {"path", part.path},
            {"layer", part.layer}, {"id", part.id},     {"group", part.group}};
  if (!part.color.empty()) json["color"] = part.color;
  return json;
}

Json head_json(const Report& report) {
  const CheckReport& check = report.check;
  Json json{{"kind", "check"}, {"version", 1}, {"title", report.title}};
  json["unit"] = report.unit;
  json["clearance"] = report.rules.clearance;
  json["touch"] = report.rules.touch ? Json(*report.rules.touch) : Json();
  json["solid"] = report.rules.solid;
  json["self"] = report.rules.self;
  json["finished"] = check.finished();
  json["not_done"] = check.unfinished.size();
  Json& counts = json["counts"] = {
      {"bodies", report.parts.size()}, {"pairs", check.all_pairs}, {"tested", check.all_pairs - check.excluded}};
  for (PairState state : {PairState::duplicate, PairState::clash, PairState::contained, PairState::touch,
                          PairState::near, PairState::clear})
    counts[std::string(to_string(state))] = report.count(state);
  counts["ignored"] = report.ignored();
  Json& ignored_by = json["ignored_by"] = Json::array();
  for (const auto& [label, pairs] : report.ignored_by()) ignored_by.push_back({{"rule", label}, {"pairs", pairs}});
  if (!report.frames.empty()) json["frames"] = report.frames.size();
  std::set<std::string> groups;
  for (const AssemblyPart& part : report.parts)
    if (!part.group.empty()) groups.insert(part.group);
  json["groups"] = groups;
  if (report.baseline) {
    json["baseline"] = {{"new", report.baseline->added},
                        {"unchanged", report.baseline->unchanged},
                        {"resolved", report.baseline->resolved.size()},
                        {"not_compared", report.baseline->not_compared.size()}};
    const auto list = [&](const char* key, std::span<const Baseline::Old> findings) {
      Json& all = json[key] = Json::array();
      for (const Baseline::Old& old : findings) {
        Json& one = all.emplace_back(Json{{"id", old.id}, {"a", old.a}, {"b", old.b}, {"state", old.state}});
        if (!old.because.empty()) one["because"] = old.because;
      }
    };
    list("resolved", report.baseline->resolved);
    list("not_compared", report.baseline->not_compared);
  }
  json["notes"] = report.notes;
  return json;
}

Json pair_json(const Report& report, std::size_t k, const JsonStyle& style) {
  const PairReport& pair = report.check.pairs[k];
  Json json{{"id", report.ids[k]}, {"a", pair.a}, {"b", pair.b}};
  json["names"] = {report.name(pair.a), report.name(pair.b)};
  json["state"] = to_string(pair.state);
  json["distance"] = pair.distance;
  json["measured"] = pair.measured;
  if (pair.measured) {
    json["on_a"] = point_json(pair.on_a, style);
    json["on_b"] = point_json(pair.on_b, style);
  }
  if (pair.triangle_pairs > 0) json["triangle_pairs"] = pair.triangle_pairs;
  if (pair.inside) {
    json["inside"] = inside_word(pair);
    if (!pair.inside.whole) json["inside_partly"] = true;
  }
  if (pair.in_open) json["inside_open"] = true;
  if (pair.overlap_thickness) json["overlap"] = {{"thickness", *pair.overlap_thickness}, {"estimated", true}};
  if (pair.overlap_volume) json["overlap_volume"] = *pair.overlap_volume;
  if (pair.separation_at_least > 0) json["separation_at_least"] = pair.separation_at_least;
  if (pair.separation) {
    json["separation_at_most"] = {{"length", pair.separation->length},
                                  {"translation", point_json(pair.separation->translation, {})}};
  }
  if (!pair.curves.empty()) {
    json["curve_length"] = pair.curve_length;
    if (style.curves) {
      Json& curves = json["curves"] = Json::array();
      for (const Curve& curve : pair.curves) curves.push_back(curve_json(curve, style));
    }
  }
  if (!pair.box.empty()) json["box"] = box_json(pair.box, style);
  json["clearance"] = pair.clearance;
  if (pair.error > 0) json["error"] = pair.error;
  if (!pair.ignored_because.empty()) json["ignored"] = pair.ignored_because;
  if (report.baseline && is_finding(pair)) {
    const std::string& was = report.baseline->was[k];
    json["baseline"] = was.empty() ? "new" : "unchanged";
    if (!was.empty() && was != to_string(pair.state)) json["was"] = was;
  }
  if (!report.frames.empty() && pair.frames.found > 0) {
    json["frames"] = {{"first", report.frames[pair.frames.first]},
                      {"worst", report.frames[pair.frames.worst]},
                      {"found", pair.frames.found}};
  }
  if (report.frames.size() > 1 && pair.a != pair.b && report.moves(pair)) {
    Json& motion = json["motion"] = Json::object();
    if (pair.frames.first_contact) motion["first_contact"] = frame_number(report, *pair.frames.first_contact);
    if (pair.frames.contact_point) motion["contact_point"] = point_json(*pair.frames.contact_point, style);
    if (std::isfinite(pair.frames.least_clearance)) {
      motion["least_clearance"] = pair.frames.least_clearance;
      motion["least_at"] = frame_number(report, pair.frames.least_at);
    }
    motion["worst_at"] = frame_number(report, pair.frames.worst_at);
    motion["between_frames"] = pair.frames.between;
    if (!pair.frames.searched) motion["unfinished"] = true;
  }
  return json;
}

namespace {

Json report_body_json(const AssemblyPart& part) {
  Json body = body_json(part);
  body["triangles"] = part.model.mesh().size();
  if (part.error > 0) body["error"] = part.error;
  body["pose"] = pose_json(part.pose, {});
  return body;
}

Json report_head_json(const Report& report) {
  Json json = head_json(report);
  json["failed"] = report.failed;
  json["finding_groups"] = finding_groups_json(report, {});
  return json;
}

}  // namespace

Json report_json(const Report& report) {
  Json json = report_head_json(report);
  Json& bodies = json["bodies"] = Json::array();
  for (const AssemblyPart& part : report.parts) bodies.push_back(report_body_json(part));
  Json& pairs = json["pairs"] = Json::array();
  for (std::size_t k = 0; k < report.check.pairs.size(); ++k)
    pairs.push_back(pair_json(report, k, {.curves = report.curves}));
  return json;
}

void print_json(const Report& report, u32 threads) {
  std::string text = json_text(report_head_json(report));
  text.pop_back();  // the brace
  // Items become text on several threads, some at a time, and are printed in order.
  constexpr std::size_t kAtOnce = 1 << 15, kGrain = 1 << 8;
  const Workers workers(threads);
  const auto array = [&](const char* name, std::size_t count, const auto& item) {
    text.append(",\"").append(name).append("\":[");
    for (std::size_t done = 0; done < count; done += kAtOnce) {
      const std::size_t some = std::min(kAtOnce, count - done);
      std::vector<std::string> pieces((some + kGrain - 1) / kGrain);
      workers.for_ranges(some, kGrain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
          if (done + k > 0) pieces[begin / kGrain] += ',';
          pieces[begin / kGrain] += json_text(item(done + k));
        }
      });
      for (const std::string& piece : pieces) text += piece;
      print_text(text), text.clear();
    }
    text += ']';
  };
  array("bodies", report.parts.size(), [&](std::size_t k) { return report_body_json(report.parts[k]); });
  array("pairs", report.check.pairs.size(),
        [&](std::size_t k) { return pair_json(report, k, {.curves = report.curves}); });
  print_line(text + "}");
}

}  // namespace apart::cli
