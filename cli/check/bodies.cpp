// Reads all inputs of a check, converts units, assigns ids and names, and builds models in parallel.
#include "cli/check/bodies.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <apart/base/workers.hpp>
#include <apart/io/bodies/node_path.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/mapped_pages.hpp>
#include <apart/io/shape_text.hpp>
#include <apart/io/tree_file.hpp>
#include <apart/shapes/tessellate.hpp>
#include <map>
#include <mutex>
#include <numeric>
#include <samples/generate.hpp>
#include <set>
#include <tuple>

#include "cli/check/clean_text.hpp"
#include "cli/check/folder.hpp"
#include "cli/check/unique_names.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

namespace fs = std::filesystem;

struct ReadBody {
  std::string where;    // prefix of error messages: its file, its place in a scene
  Body body;            // its file is as the user gave it
  std::string long_id;  // replaces the body's id where another body has the same
  std::optional<Shape> shape{};
  std::size_t number = 0;  // in the order of reading
  SceneDynamics dynamics{};
  std::optional<Bounds> box{};  // in the world, if its file has it
};

struct ReadFile {
  std::vector<Body> bodies;
  std::vector<Bounds> boxes{};  // of a saved plant: of each body
  std::string title{};          // of a saved plant
};

class BodyReader {
 public:
  BodyReader(const BodyArguments& arguments, Complaints& complaints, const std::function<bool()>& stopped)
      : arguments_(arguments), how_(arguments.scale.read()), complaints_(complaints), stopped_(stopped) {
    how_.notes = &complaints_.notes;
    if (arguments.split) {
      const Result<BodySplit> split = parse_split(*arguments.split);
      if (!split) throw BadInput("--split: " + split.error());
      how_.split = *split;
    }
  }

  Bodies run() {
    if (arguments_.inputs.empty()) read_sample();
    for (const std::string& input : arguments_.inputs) {
      if (is_shape_text(input))
        complaints_.attempt([&] { read_shape(input); });
      else if (io::extension(input) == "json")
        read_scene(input);
      else if (std::error_code why; fs::is_directory(input, why))
        read_folder(input);
      else
        complaints_.attempt([&] { refuse_misspelt_shape(input), read_file(input, normal(input)); });
    }
    draw_shapes();
    for (std::size_t k = 0; k < found_.size(); ++k) found_[k].number = k;
    make_ids_unique();
    // By id, so that the report does not depend on the order of the inputs.
    std::stable_sort(found_.begin(), found_.end(),
                     [](const ReadBody& x, const ReadBody& y) { return x.body.id < y.body.id; });
    if (arguments_.inputs.size() > 1) out_.title = count(arguments_.inputs.size(), "file");
    out_.title = clean(out_.title);
    settle_unit();
    out_.notes = complaints_.notes;
    make_parts();
    note_tessellation();
    if (out_.parts.empty() && !complaints_.lines.empty()) throw BadInput("no body could be read");
    return std::move(out_);
  }

 private:
  static std::string normal(const fs::path& file) { return file.lexically_normal().generic_string(); }

  // Reads each file once, even if a scene names it several times.
  const ReadFile& contents_of(const fs::path& file, const ReadOptions& how) {
    if (stopped_()) throw Stopped{};
    std::error_code why;
    fs::path same = fs::canonical(file, why);
    if (why) same = file;
    const auto [place, is_new] = files_.try_emplace({same.string(), how.scale, how.split});
    if (!is_new) return place->second;
    try {
      if (how.scale == 1 && how.split == BodySplit::objects && is_tree_file(file)) {
        SavedBodies saved = value_or_throw(map_saved(file, arguments_.read_later ? Trust::later : Trust::none));
        for (const auto& [body, model] : saved.bodies) {
          place->second.bodies.push_back(body);
          models_.emplace(model.mesh().vertices().data(), model);
        }
        place->second.boxes = std::move(saved.boxes), place->second.title = std::move(saved.title);
        complaints_.notes.insert(complaints_.notes.end(), saved.notes.begin(), saved.notes.end());
        if (saved.checksum) out_.plants.push_back(*saved.checksum);
      } else {
        std::vector<std::string> left_out;
        ReadOptions with = how;
        if (complaints_.keep_going) with.left_out = &left_out;
        place->second.bodies = value_or_throw(apart::read_bodies(file, with));
        for (const std::string& what : left_out) complaints_.leave_out(what);
      }
      if (arguments_.put_away) put_away(place->second.bodies);
    } catch (...) {
      files_.erase(place);
      throw;
    }
    return place->second;
  }

  // A mesh that is no model is left as it is: make_parts() reports it.
  void put_away(std::vector<Body>& bodies) {
    std::vector<const Mesh*> meshes;
    meshes.reserve(bodies.size());
    for (const Body& body : bodies) meshes.push_back(&body.mesh);
    std::vector<std::pair<const Vec3d*, Model>> away;
    for (auto& [mesh, model] : models_of(meshes, ""))
      if (model) away.emplace_back(mesh, arguments_.put_away(*model));
    const std::map<const Vec3d*, Model> now(away.begin(), away.end());
    for (Body& body : bodies)
      if (const auto found = now.find(body.mesh.vertices().data()); found != now.end()) {
        body.mesh = found->second.mesh();
        models_.emplace(body.mesh.vertices().data(), found->second);
      }
  }

  // The models of meshes that have none yet, each once, with a progress bar if it has a name.
  std::vector<std::pair<const Vec3d*, Result<Model>>> models_of(const std::vector<const Mesh*>& meshes,
                                                                const char* bar) {
    std::map<const Vec3d*, std::size_t> number_of;
    std::vector<const Mesh*> firsts;
    for (const Mesh* mesh : meshes) {
      const Vec3d* data = mesh->vertices().data();
      if (!models_.contains(data) && number_of.emplace(data, firsts.size()).second) firsts.push_back(mesh);
    }
    std::vector<std::optional<Result<Model>>> made(firsts.size());
    std::optional<Progress> progress;
    if (*bar) progress.emplace(bar, firsts.size(), false);
    std::mutex one_at_a_time;
    std::size_t done = 0;
    // Many small models are built in parallel, or a few large ones each by all threads.
    const bool few = firsts.size() < std::size_t{4} * Workers(arguments_.threads).threads();
    Workers(few ? 1 : arguments_.threads).for_ranges(firsts.size(), 1, [&](std::size_t k, std::size_t) {
      if (stopped_()) throw Stopped{};
      made[k] = Model::make(*firsts[k], {.threads = few ? arguments_.threads : 1});
      if (arguments_.put_away && *made[k]) (**made[k]).closed();  // in parallel, while it is at hand
      const std::lock_guard lock(one_at_a_time);
      if (progress) progress->reach(++done);
    });
    std::vector<std::pair<const Vec3d*, Result<Model>>> out;
    for (std::size_t k = 0; k < firsts.size(); ++k) out.emplace_back(firsts[k]->vertices().data(), *std::move(made[k]));
    return out;
  }

  // "" for the first occurrence, then "[2]", "[3]" …
  std::string time_of(const std::string& input) {
    const std::size_t times = ++times_[input];
    return times > 1 ? io::in_brackets(times) : std::string();
  }

  // `id` replaces the file's name in the ids of its bodies.
  void read_file(const fs::path& file, std::string id, const std::string& group = {}) {
    const std::string time = time_of(normal(file));
    id += time;
    const ReadFile& contents = contents_of(file, how_);
    const std::vector<Body>& bodies = contents.bodies;
    const bool plant = !contents.boxes.empty();
    const std::string declared =
        arguments_.scale.units ? arguments_.scale.units->substr(0, arguments_.scale.units->find(':')) : "";
    see_unit(bodies, io::printable_name(file.string()), declared, "as --units has it");
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      Body body = bodies[k];
      // Bodies of one file form a group, unless the file defines groups; those of a plant were read before.
      if (!plant && body.group.empty())
        body.group = !group.empty() ? group : bodies.size() > 1 ? file.stem().string() : "";
      if (body.id.empty()) body.file = normal(file);  // saved bodies name their original file
      const std::string inside = !body.id.empty() ? "#" + body.id : body.path.empty() ? "" : "#" + body.path;
      std::string long_id = normal(file);
      long_id.append(time).append(inside);
      if (body.id.empty() || !time.empty()) body.id = id + inside;
      found_.push_back({io::printable_name(file.string()), std::move(body), std::move(long_id)});
      if (plant) found_.back().box = contents.boxes[k];
    }
    out_.title = contents.title.empty() ? file.stem().string() : contents.title;
  }

  // Ids of files in a folder do not depend on the folder's name or place.
  void read_folder(const fs::path& folder) {
    const FolderFiles in = files_in(folder, complaints_);
    if (in.files.empty())
      throw BadInput(io::printable_name(folder.string()) + ": no file in it is one of " + readable_extensions());
    std::error_code why;
    const std::string name = fs::weakly_canonical(folder, why).filename().string();
    Progress progress("reading", in.files.size(), false);
    for (const fs::path& file : in.files) {
      const fs::path relative = file.lexically_relative(folder);
      const std::string below = relative.parent_path().generic_string();
      complaints_.attempt([&] { read_file(file, relative.generic_string(), below.empty() ? name : below); });
      progress.step();
    }
    if (!in.others.empty())
      complaints_.notes.push_back(io::printable_name(folder.string()) + ": not read: " + in.others);
    out_.title = name;
  }

  void read_scene(const std::string& file) {
    if (arguments_.scale.scale || arguments_.scale.units)
      throw BadInput("--scale and --units: a scene.json has its own, \"unit\" and \"scale\"");
    const Scene scene = read_scene_json(file, complaints_, out_.rules);
    if (!scene.unit.empty()) {
      if (!out_.unit.empty() && out_.unit != scene.unit)
        throw BadInput(io::printable_name(file) + ": its unit is " + scene.unit + ", another scene's " + out_.unit);
      out_.unit = scene.unit;
    }
    if (scene.gravity) out_.gravity = scene.gravity;
    const std::string id = normal(file) + time_of(normal(file));
    Progress progress("reading", scene.bodies.size(), false);
    for (const SceneBody& item : scene.bodies) {
      complaints_.attempt([&] { place(item, id, file, scene.groups); });
      progress.step();
    }
    out_.title = !scene.title.empty() ? scene.title : fs::path(file).stem().string();
  }

  void place(const SceneBody& item, const std::string& id_of_scene, const std::string& input,
             const std::vector<GroupOfScene>& groups) {
    std::vector<Body> bodies;
    std::optional<Shape> shape;
    if (!item.shape.empty()) {
      const Result<Shape> parsed = parse_shape(item.shape);
      if (!parsed) throw BadInput(item.where + ": " + parsed.error());
      shape = *parsed;
      bodies = {{.name = item.name, .mesh = {}, .pose = {}}};
    } else if (item.mesh) {
      bodies = {{item.name, item.scale == 1 ? *item.mesh : scaled(*item.mesh, item.scale), {}}};
    } else {
      ReadOptions how = how_;
      how.scale = item.scale;
      how.split = item.split.value_or(how.split);
      try {
        bodies = contents_of(item.file, how).bodies;
      } catch (const BadInput& wrong) {
        throw BadInput(item.where + ": " + wrong.what());
      }
      see_unit(bodies, item.where, item.unit, "as \"unit\" has it", item.scale != 1);
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
      if (body.group.empty() && bodies.size() > 1)
        body.group = item.name.empty() ? item.file.stem().string() : item.name;
      // Without a transform there is no rounding.
      if (item.pose != Pose{}) body.pose = body.pose == Pose{} ? item.pose : item.pose * body.pose;
      body.file = shape ? item.shape : item.mesh ? input : normal(item.file);
      body.id = bodies.size() > 1 ? item.id + "/" + (body.id.empty() ? body.path : body.id) : item.id;
      std::string long_id = id_of_scene + "#" + body.id;
      found_.push_back({item.where, std::move(body), std::move(long_id), shape});
      found_.back().dynamics = item.dynamics;
    }
  }

  // For the bodies of one file; `declared` is the unit that the user gave for its numbers.
  void see_unit(const std::vector<Body>& bodies, const std::string& where, const std::string& declared,
                const std::string& by_whom, bool scaled = false) {
    const std::string& stated = bodies.front().unit;
    if (!declared.empty()) {
      if (!stated.empty() && *unit_in_metres(stated) != *unit_in_metres(declared))
        throw BadInput(fmt::format("{}: its unit is {}, not {} {}", where, stated, declared, by_whom));
    } else if (!scaled && !arguments_.scale.scale) {
      if (stated.empty())
        unitless_.push_back(where);
      else
        stated_units_.emplace(stated, where);
    }
  }

  // The report's unit is the one that the files state, unless the user chose another.
  void settle_unit() {
    if (arguments_.scale.units) out_.unit = target_unit(*arguments_.scale.units);
    if (stated_units_.empty()) return;
    if (out_.unit.empty()) out_.unit = stated_units_.begin()->first;
    for (const auto& [unit, where] : stated_units_)
      if (unit != out_.unit)
        throw BadInput(
            fmt::format("{}: its unit is {}, the report's is {}; a scene.json converts: its \"unit\" is the "
                        "report's, and each body may have its own",
                        where, unit, out_.unit));
    if (!unitless_.empty())
      complaints_.notes.push_back(
          fmt::format("{} {} no unit; taken as {}",
                      unitless_.size() == 1 ? unitless_[0]
                                            : fmt::format("{} and {} more files", unitless_[0], unitless_.size() - 1),
                      unitless_.size() == 1 ? "states" : "state", out_.unit));
  }

  void note_tessellation() {
    std::size_t count_of = 0;
    const AssemblyPart* worst = nullptr;
    for (const AssemblyPart& part : out_.parts) {
      count_of += part.error > 0;
      if (!worst || part.error > worst->error) worst = &part;
    }
    if (count_of > 0)
      complaints_.notes.push_back(
          fmt::format("{} tessellated, at most {:.3g}{}{} from the true surface ({}); clearances count this in",
                      count(count_of, "body is", "bodies are"), worst->error, out_.unit.empty() ? "" : " ", out_.unit,
                      worst->name));
  }

  void read_shape(const std::string& text) {
    const std::string id = text + time_of(text);
    Body body{.name = text, .mesh = {}, .pose = {}};
    body.file = text, body.id = id;
    found_.push_back({"shape", std::move(body), id, value_or_throw(parse_shape(text, how_))});
    out_.title = text;
  }

  // As triangles, for display; half-spaces are cut off around all other bodies.
  void draw_shapes() {
    if (std::none_of(found_.begin(), found_.end(), [](const ReadBody& one) { return one.shape.has_value(); })) return;
    Bounds all;
    for (const ReadBody& one : found_) {
      const Bounds box = one.shape ? bounds(*one.shape, one.body.pose) : Bounds{};
      if (one.shape && largest(abs(box.low)) + largest(abs(box.high)) < kUnbounded) all.add(box);
      if (!one.shape)
        for (const Vec3d& v : one.body.mesh.vertices()) all.add(one.body.pose * v);
    }
    if (all.empty()) all.add(Vec3d{-1, -1, -1}), all.add(Vec3d{1, 1, 1});
    const Vec3d more = 0.1 * length(all.size()) * Vec3d{1, 1, 1};
    for (ReadBody& one : found_)
      if (one.shape) one.body.mesh = tessellated(*one.shape, one.body.pose, {all.low - more, all.high + more});
  }

  void read_sample() {
    for (Body& body : generate::gear_train()) {
      body.id = body.name;
      found_.push_back({"sample", std::move(body), ""});
    }
    out_.title = "sample: a gear train";
    out_.unit = "mm";
  }

  static std::string target_unit(const std::string& from_to) {
    const std::size_t colon = from_to.find(':');
    return colon == std::string::npos ? "m" : from_to.substr(colon + 1);
  }

  // Bodies that share a mesh share its model.
  void make_parts() {
    std::vector<const Mesh*> meshes;
    for (const ReadBody& one : found_) meshes.push_back(&one.body.mesh);
    std::map<const Vec3d*, std::string> unfit;
    for (auto& [mesh, model] : models_of(meshes, "trees")) {
      if (model)
        models_.emplace(mesh, *std::move(model));
      else
        unfit.emplace(mesh, model.error());
    }
    std::vector<std::size_t> number_of_part;
    for (const ReadBody& one : found_)
      complaints_.attempt([&] {
        const Body& body = one.body;
        const Vec3d* mesh = body.mesh.vertices().data();
        if (unfit.contains(mesh)) throw BadInput(one.where + ": " + io::in_quotes(body.name, 60) + ": " + unfit[mesh]);
        out_.parts.push_back({clean(body.name), clean(body.group), models_.at(mesh), body.pose, clean(body.file),
                              clean(body.layer), clean(body.id), clean(body.path), body.error, clean(body.color)});
        out_.parts.back().shape = one.shape, out_.parts.back().box = one.box;
        out_.dynamics.push_back(one.dynamics);
        number_of_part.push_back(one.number);
      });
    make_names_unique(out_.parts);
    sort_by_name(number_of_part);
  }

  void sort_by_name(const std::vector<std::size_t>& number_of_part) {
    std::vector<u32> order(out_.parts.size());
    std::iota(order.begin(), order.end(), u32(0));
    std::sort(order.begin(), order.end(), [&](u32 i, u32 j) { return out_.parts[i].name < out_.parts[j].name; });
    std::vector<AssemblyPart> sorted;
    std::vector<SceneDynamics> dynamics;
    std::vector<std::pair<std::size_t, u32>> read;
    for (u32 i : order) {
      read.emplace_back(number_of_part[i], static_cast<u32>(sorted.size()));
      sorted.push_back(std::move(out_.parts[i]));
      dynamics.push_back(out_.dynamics[i]);
    }
    std::sort(read.begin(), read.end());
    for (const auto& [number, part] : read) out_.as_read.push_back(part);
    out_.parts = std::move(sorted), out_.dynamics = std::move(dynamics);
  }

  // Files of the same name in two folders: all of them get the longer id, so that none takes the id that another had
  // before.
  void make_ids_unique() {
    std::map<std::string, std::set<std::string>> long_ids;
    for (const ReadBody& one : found_) long_ids[one.body.id].insert(one.long_id);
    std::set<std::string> taken;
    for (ReadBody& one : found_) {
      if (long_ids[one.body.id].size() > 1) one.body.id = one.long_id;
      while (!taken.insert(one.body.id).second) one.body.id += "'";  // a name that equals an id
    }
  }

  const BodyArguments& arguments_;
  ReadOptions how_;
  Complaints& complaints_;
  const std::function<bool()>& stopped_;
  std::map<std::tuple<std::string, double, BodySplit>, ReadFile> files_;
  std::map<const Vec3d*, Model> models_;             // by the vertices of their meshes
  std::map<std::string, std::size_t> times_;         // how often each input was given
  std::map<std::string, std::string> stated_units_;  // and a file that states each
  std::vector<std::string> unitless_;                // files that state none
  std::vector<ReadBody> found_;
  Bodies out_;
};

}  // namespace

Bodies read_bodies(const BodyArguments& arguments, Complaints& complaints, const std::function<bool()>& stopped) {
  return BodyReader(arguments, complaints, stopped).run();
}

BadInput damaged(const AssemblyPart& part) {
  const char* file = io::mapped_file_at(part.model.mesh().vertices().data());
  return BadInput(fmt::format("{}{}: {}", file ? io::printable_name(file) + ": " : "", io::in_quotes(part.name, 60),
                              part.model.problem()));
}

}  // namespace apart::cli
