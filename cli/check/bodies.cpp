#include "cli/check/bodies.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <apart/hierarchy/workers.hpp>
#include <apart/io/formats.hpp>
#include <apart/io/tree_file.hpp>
#include <apart/shapes/generate.hpp>
#include <atomic>
#include <map>
#include <mutex>
#include <tuple>

#include "cli/check/scene_json.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

namespace fs = std::filesystem;

struct ReadBody {
  std::string input;  // that it came with
  std::string where;  // what complaints begin with: its file, its place in a scene
  Body body;
};

// Text of files, fit for every kind of report: bytes that are not UTF-8 are replaced, control characters escaped.
std::string clean(const std::string& name) {
  const auto how = Json::error_handler_t::replace;
  return io::printable_name(Json::parse(Json(name).dump(-1, ' ', false, how)).get<std::string>());
}

class BodyReader {
 public:
  BodyReader(const AskedBodies& asked, Complaints& complaints, const std::function<bool()>& stopped)
      : asked_(asked), how_(asked.scale.read()), complaints_(complaints), stopped_(stopped) {}

  Bodies run() {
    if (asked_.inputs.empty()) read_sample();
    for (const std::string& input : asked_.inputs) {
      if (io::extension(input) == "json")
        read_scene(input);
      else if (std::error_code why; fs::is_directory(input, why))
        read_folder(input);
      else
        complaints_.attempt([&] { read_file(input); });
    }
    // By name, namesakes by file and in a file as they stand: the report does not depend on the order of the inputs.
    std::stable_sort(found_.begin(), found_.end(), [](const ReadBody& x, const ReadBody& y) {
      return std::tie(x.body.name, x.input) < std::tie(y.body.name, y.input);
    });
    if (asked_.inputs.size() > 1) out_.title = count(asked_.inputs.size(), "file");
    out_.title = clean(out_.title);
    if (asked_.scale.units) out_.unit = target_unit(*asked_.scale.units);
    make_parts();
    if (out_.parts.empty() && !complaints_.lines.empty()) throw BadInput("no body could be read");
    return std::move(out_);
  }

 private:
  // Each file once, however often a scene names it.
  const std::vector<Body>& bodies_of(const fs::path& file, double scale) {
    if (stopped_()) throw Stopped{};
    std::error_code why;
    fs::path same = fs::canonical(file, why);
    if (why) same = file;
    const auto [place, is_new] = files_.try_emplace({same.string(), scale});
    if (!is_new) return place->second;
    try {
      if (scale == 1 && is_tree_file(file)) {
        const Model model = value_or_throw(map_model(file));
        place->second = {{file.stem().string(), model.mesh(), {}}};
        models_.emplace(model.mesh().vertices().data(), model);
      } else {
        place->second = value_or_throw(apart::read_bodies(file, {.scale = scale}));
      }
    } catch (...) {
      files_.erase(place);
      throw;
    }
    return place->second;
  }

  void read_file(const fs::path& file, const std::string& group = {}) {
    const std::vector<Body>& bodies = bodies_of(file, how_.scale);
    for (Body body : bodies) {
      // What came in one file belongs together, unless it says better.
      if (body.group.empty()) body.group = !group.empty() ? group : bodies.size() > 1 ? file.stem().string() : "";
      found_.push_back({file.string(), io::printable_name(file.string()), std::move(body)});
    }
    out_.title = file.stem().string();
  }

  void read_folder(const fs::path& folder) {
    std::error_code why;
    std::vector<fs::path> files;
    for (auto at = fs::directory_iterator(folder, why); !why && at != fs::directory_iterator(); at.increment(why)) {
      std::error_code not_a_file;
      if (at->is_regular_file(not_a_file) && (can_read(at->path()) || is_tree_file(at->path())))
        files.push_back(at->path());
    }
    if (why) throw BadInput(io::printable_name(folder.string()) + ": " + why.message());
    if (files.empty())
      throw BadInput(io::printable_name(folder.string()) + ": no file in it is one of " + readable_extensions());
    std::sort(files.begin(), files.end());
    const std::string group = fs::weakly_canonical(folder, why).filename().string();
    Progress progress("reading", files.size(), false);
    for (const fs::path& file : files) {
      complaints_.attempt([&] { read_file(file, group); });
      progress.step();
    }
    out_.title = group;
  }

  static bool can_read(const fs::path& file) {
    return (", " + readable_extensions() + ",").find(", " + io::extension(file.string()) + ",") != std::string::npos;
  }

  void read_scene(const std::string& file) {
    if (asked_.scale.scale || asked_.scale.units)
      throw BadInput("--scale and --units: a scene.json says this itself, by \"unit\" and \"scale\"");
    const Scene scene = read_scene_json(file, complaints_, out_.rules);
    if (!scene.unit.empty()) {
      if (!out_.unit.empty() && out_.unit != scene.unit)
        throw BadInput(io::printable_name(file) + ": its unit is " + scene.unit + ", another scene's " + out_.unit);
      out_.unit = scene.unit;
    }
    Progress progress("reading", scene.bodies.size(), false);
    for (const SceneBody& item : scene.bodies) {
      complaints_.attempt([&] { place(item, file, scene.groups); });
      progress.step();
    }
    out_.title = !scene.title.empty() ? scene.title : fs::path(file).stem().string();
  }

  void place(const SceneBody& item, const std::string& input, const std::vector<GroupOfScene>& groups) {
    std::vector<Body> bodies;
    if (item.mesh) {
      bodies = {{item.name, item.scale == 1 ? *item.mesh : scaled(*item.mesh, item.scale), {}}};
    } else {
      try {
        bodies = bodies_of(item.file, item.scale);
      } catch (const BadInput& wrong) {
        throw BadInput(item.where + ": " + wrong.what());
      }
    }
    for (Body& body : bodies) {
      if (!item.name.empty()) body.name = bodies.size() > 1 ? item.name + "/" + body.name : item.name;
      if (!item.group.empty()) body.group = item.group;
      for (const GroupOfScene& group : groups)
        if (item.group.empty() && std::any_of(group.patterns.begin(), group.patterns.end(),
                                              [&](const std::string& p) { return matches(p, body.name); })) {
          body.group = group.name;
          break;
        }
      if (body.group.empty() && bodies.size() > 1) body.group = item.file.stem().string();
      // Where nothing moves, nothing is rounded.
      if (item.pose != Posed{}) body.pose = body.pose == Posed{} ? item.pose : item.pose * body.pose;
      found_.push_back({input, item.where, std::move(body)});
    }
  }

  void read_sample() {
    for (Body& body : generate::gear_train()) found_.push_back({"", "sample", std::move(body)});
    out_.title = "sample: a gear train";
    out_.unit = "mm";
  }

  static std::string target_unit(const std::string& from_to) {
    const std::size_t colon = from_to.find(':');
    return colon == std::string::npos ? "m" : from_to.substr(colon + 1);
  }

  // Bodies that share a mesh share its model.
  void make_parts() {
    std::vector<const ReadBody*> firsts;  // that show a mesh
    std::map<const Vec3d*, std::size_t> number_of;
    for (const ReadBody& body : found_) {
      const Vec3d* mesh = body.body.mesh.vertices().data();
      if (!models_.contains(mesh) && number_of.emplace(mesh, firsts.size()).second) firsts.push_back(&body);
    }
    std::vector<std::optional<Result<Model>>> made(firsts.size());
    {
      Progress progress("trees", firsts.size(), false);
      std::mutex one_at_a_time;
      std::atomic<std::size_t> done = 0;
      // Many small ones side by side, or the pieces of a few large ones.
      const bool few = firsts.size() < 4 * Workers(asked_.threads).threads();
      Workers(few ? 1 : asked_.threads).for_ranges(firsts.size(), 1, [&](std::size_t k, std::size_t) {
        if (stopped_()) throw Stopped{};
        made[k] = Model::make(firsts[k]->body.mesh, {.threads = few ? asked_.threads : 1});
        const std::lock_guard lock(one_at_a_time);
        progress.reach(++done);
      });
    }
    std::map<const Vec3d*, std::string> unfit;
    for (std::size_t k = 0; k < firsts.size(); ++k) {
      const Vec3d* mesh = firsts[k]->body.mesh.vertices().data();
      if (*made[k])
        models_.emplace(mesh, **made[k]);
      else
        unfit.emplace(mesh, made[k]->error());
    }
    for (const ReadBody& one : found_)
      complaints_.attempt([&] {
        const Body& body = one.body;
        const Vec3d* mesh = body.mesh.vertices().data();
        if (unfit.contains(mesh)) throw BadInput(one.where + ": " + io::in_quotes(body.name, 60) + ": " + unfit[mesh]);
        out_.parts.push_back({clean(body.name), clean(body.group), models_.at(mesh), body.pose});
      });
    number_namesakes();
  }

  // A name that comes again gets a number.
  void number_namesakes() {
    std::map<std::string, int> seen;
    for (const AssemblyPart& part : out_.parts) seen[part.name] = 0;
    for (AssemblyPart& part : out_.parts) {
      int& times = seen[part.name];
      if (++times == 1) continue;
      std::string other;
      do {
        other = fmt::format("{} #{}", part.name, times);
      } while (seen.contains(other) && ++times);
      part.name = other;
    }
  }

  const AskedBodies& asked_;
  const ReadOptions how_;
  Complaints& complaints_;
  const std::function<bool()>& stopped_;
  std::map<std::pair<std::string, double>, std::vector<Body>> files_;
  std::map<const Vec3d*, Model> models_;  // by the vertices of their meshes
  std::vector<ReadBody> found_;
  Bodies out_;
};

}  // namespace

Bodies read_bodies(const AskedBodies& asked, Complaints& complaints, const std::function<bool()>& stopped) {
  return BodyReader(asked, complaints, stopped).run();
}

}  // namespace apart::cli
