// --html: the data of the page: the report, meshes and motion.
#include <algorithm>
#include <apart/base/rounding.hpp>
#include <map>
#include <set>

#include "cli/check/json.hpp"
#include "web/pages.hpp"

namespace apart::cli {
namespace {

// Limits that browsers handle well: about 25 bytes of page per triangle, 16 per curve point, 38 per pose, and one row
// per pair.
constexpr std::size_t kMostTriangles = 2'000'000, kMostCurvePoints = 2'000'000, kMostClearPairs = 5'000,
                      kMostPoses = 500'000;

Bounds box_of(const Mesh& mesh) {
  Bounds box;
  for (const Face& f : mesh.faces())
    for (u32 v : f) box.add(mesh.vertices()[v]);
  return box;
}

// A mesh relative to the centre of its bounding box, so that floats keep its digits wherever it was modelled.
Json mesh_json(const Mesh& mesh, Vec3d middle) {
  std::vector<float> positions;
  positions.reserve(3 * mesh.vertices().size());
  for (const Vec3d& v : mesh.vertices())
    for (int k = 0; k < 3; ++k) positions.push_back(rounded<float>(v[k] - middle[k]));
  const std::span faces = mesh.faces();
  std::vector<u32> indices;
  indices.reserve(3 * faces.size());
  for (const Face& f : faces) indices.insert(indices.end(), f.begin(), f.end());
  return {{"positions", web::packed(std::span<const float>(positions))},
          {"indices", web::packed(std::span<const u32>(indices))},
          {"triangles", mesh.size()}};
}

class PageData {
 public:
  explicit PageData(const Report& report) : report_(report) {
    for (const Bounds& box : world_boxes(report.parts, 0))
      if (!box.empty()) all_.add(box);
    if (!all_.empty()) origin_ = all_.centre();
    choose();
  }

  Json json() {
    Json json = head_json(report_);
    json["made"] = report_.made;
    json["command"] = report_.command;
    json["origin"] = to_json(origin_);
    json["finding_groups"] = finding_groups_json(report_, {.origin = origin_});
    add_meshes(json);
    add_pairs(json);
    add_motion(json);
    json["notes"] = notes_;
    return json;
  }

 private:
  const Vec3d* mesh_of(u32 part) const { return report_.parts[part].model.mesh().vertices().data(); }

  // Chooses the meshes to show: those of the worst pairs first, then the smallest, up to the size limit.
  void choose() {
    notes_ = report_.notes;
    std::size_t room = kMostTriangles;
    const auto take = [&](u32 part) {
      const Mesh& mesh = report_.parts[part].model.mesh();
      if (shown_.contains(mesh_of(part)) || mesh.size() > room) return;
      room -= mesh.size();
      shown_.insert(mesh_of(part));
    };
    for (const PairReport& pair : report_.check.pairs)
      if (is_finding(pair)) take(pair.a), take(pair.b);
    std::vector<u32> rest(report_.parts.size());
    for (u32 i = 0; i < rest.size(); ++i) rest[i] = i;
    const auto size = [&](u32 i) { return report_.parts[i].model.mesh().size(); };
    std::stable_sort(rest.begin(), rest.end(), [&](u32 i, u32 j) { return size(i) < size(j); });
    for (u32 i : rest) take(i);
    const auto boxed = std::count_if(rest.begin(), rest.end(), [&](u32 i) { return !shown_.contains(mesh_of(i)); });
    if (boxed > 0)
      notes_.push_back("the triangles of " + count(static_cast<std::size_t>(boxed), "body", "bodies") +
                       " are left out of this page; boxes are drawn");
  }

  void add_meshes(Json& json) {
    Json meshes = Json::array(), bodies = Json::array();
    std::map<const Vec3d*, std::pair<std::size_t, Vec3d>> known;  // the index of a mesh, and its centre
    for (u32 i = 0; i < report_.parts.size(); ++i) {
      const AssemblyPart& part = report_.parts[i];
      const auto [place, is_new] = known.try_emplace(mesh_of(i), meshes.size(), Vec3d{});
      auto& [number, middle] = place->second;
      if (is_new) {
        const Bounds box = box_of(part.model.mesh());
        middle = box.centre();
        if (shown_.contains(mesh_of(i))) {
          meshes.push_back(mesh_json(part.model.mesh(), middle));
        } else {
          const Vec3d half = 0.5 * box.size();
          meshes.push_back({{"positions", nullptr},
                            {"indices", nullptr},
                            {"triangles", part.model.mesh().size()},
                            {"box", Json::array({to_json(-half), to_json(half)})}});
        }
      }
      middles_.push_back(middle);
      Json& body = bodies.emplace_back(body_json(part));
      for (const char* text : {"file", "path", "layer", "id"})
        if (body[text].get_ref<const std::string&>().empty()) body.erase(text);
      body["mesh"] = number;
      body["pose"] = pose(i, part.pose);
    }
    json["meshes"] = std::move(meshes);
    json["bodies"] = std::move(bodies);
  }

  Json pose(u32 part, const Pose& pose) const { return pose_json(pose * Pose::shift(middles_[part]), origin_); }

  void add_pairs(Json& json) {
    Json& pairs = json["pairs"] = Json::array();
    std::size_t clear = 0, points = 0, without_curves = 0;
    for (std::size_t k = 0; k < report_.check.pairs.size(); ++k) {
      const PairReport& pair = report_.check.pairs[k];
      if (pair.state == PairState::clear && ++clear > kMostClearPairs) continue;
      Json& one = pairs.emplace_back(pair_json(report_, k, {.origin = origin_, .packed = true}));
      one.erase("names");
      for (const Curve& curve : pair.curves) points += curve.points.size();
      if (points > kMostCurvePoints && one.erase("curves") > 0) ++without_curves;
      if (report_.frames.empty() || (pair.frames.found == 0 && !is_finding(pair))) continue;
      const auto at_worst = [&](u32 part, const char* key) {
        const std::vector<u32>& movers = report_.motion.parts;
        const auto mover = std::find(movers.begin(), movers.end(), part);
        if (mover == movers.end()) return;
        const auto place = static_cast<std::size_t>(mover - movers.begin());
        one[key] = pose(part, report_.pose_at(place, pair.frames.worst_at));
      };
      at_worst(pair.a, "pose_a");
      at_worst(pair.b, "pose_b");
    }
    if (report_.baseline && !report_.baseline->not_compared.empty()) {
      const auto& open = report_.baseline->not_compared;
      notes_.push_back(count(open.size(), "finding", "findings") + " of the baseline could not be compared, such as " +
                       open[0].a + " and " + open[0].b + ": " + open[0].because);
    }
    if (without_curves > 0)
      notes_.push_back("the curves of " + count(without_curves, "pair") + " are left out of this page");
    if (clear > kMostClearPairs)
      notes_.push_back(count(clear - kMostClearPairs, "clear pair is", "clear pairs are") + " left out of this page");
  }

  // Poses of all moving bodies in each frame; long motions are thinned out to every second, third, … frame and the
  // last.
  void add_motion(Json& json) {
    const Motion& motion = report_.motion;
    if (motion.frames.size() < 2 || motion.parts.empty()) return;
    const std::size_t poses = motion.frames.size() * motion.parts.size(), last = motion.frames.size() - 1;
    const std::size_t every = (poses + kMostPoses - 1) / kMostPoses;
    Json frames = Json::array();
    std::vector<float> numbers;
    for (std::size_t f = 0; f <= last; ++f) {
      if (f % every != 0 && f != last) continue;
      frames.push_back(report_.frames[f]);
      for (std::size_t k = 0; k < motion.parts.size(); ++k)
        for (const Json& x : pose(motion.parts[k], motion.frames[f][k]))
          numbers.push_back(rounded<float>(x.get<double>()));
    }
    if (every > 1)
      notes_.push_back("the time slider of this page has " + count(frames.size(), "frame") + " of " +
                       std::to_string(motion.frames.size()) + "; all were checked");
    Json middles = Json::array();
    for (u32 part : motion.parts) middles.push_back(to_json(middles_[part]));
    json["motion"] = {{"frames", std::move(frames)},
                      {"bodies", motion.parts},
                      {"middles", std::move(middles)},
                      {"poses", web::packed(std::span<const float>(numbers))}};
  }

  const Report& report_;
  Bounds all_;
  Vec3d origin_{};
  std::set<const Vec3d*> shown_;
  std::vector<Vec3d> middles_;  // of the parts' meshes
  std::vector<std::string> notes_;
};

}  // namespace

Json page_data(const Report& report) { return PageData(report).json(); }

}  // namespace apart::cli
