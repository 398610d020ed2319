// The check of an assembly, with the reports of the program: as JSON and as a page. apart/report.py gives it its form.
#include <algorithm>
#include <apart/shapes/mesh.hpp>
#include <apart/shapes/tessellate.hpp>
#include <ctime>

#include "cli/check/bodies.hpp"
#include "cli/check/fail_on.hpp"
#include "cli/check/motion_file.hpp"
#include "cli/check/pair_id.hpp"
#include "cli/check/report.hpp"
#include "cli/check/unique_names.hpp"
#include "module.hpp"
#include "web/pages.hpp"

namespace apart::python {
namespace {

std::string utc_now() {
  const std::time_t time = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&time, &utc);
  char out[32] = "";
  std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return out;
}

// (name, group, geometry, pose)
AssemblyPart part_of(const py::handle item, const std::string& what) {
  const py::tuple t = py::reinterpret_borrow<py::tuple>(item);
  const std::string name = text_of(py::object(t[0]).ptr(), what + ": name");
  const py::object geometry = t[2], pose = t[3];
  const auto found = geometry_of(geometry.ptr());
  if (!found)
    raise(PyExc_TypeError, what + ": " + name + ": expected a Model or a Shape, found " + type_name(geometry.ptr()));
  const Model model = found->model ? *found->model : Model::make(Mesh{}).value();
  AssemblyPart part{name, text_of(py::object(t[1]).ptr(), what + ": group"), model,
                    pose_of(pose.ptr(), what + ": " + name + ": pose")};
  part.id = name;
  if (found->shape) part.shape = *found->shape;
  return part;
}

// Shapes as triangles, for the page; half-spaces are cut off around the others.
void draw_shapes(std::vector<AssemblyPart>& parts) {
  Bounds all;
  for (const AssemblyPart& part : parts)
    if (const Bounds box = reach_box(part, part.pose); largest(abs(box.low)) + largest(abs(box.high)) < kUnbounded)
      all.add(box);
  if (all.empty()) all.add(Vec3d{-1, -1, -1}), all.add(Vec3d{1, 1, 1});
  const Vec3d more = 0.1 * length(all.size()) * Vec3d{1, 1, 1};
  for (AssemblyPart& part : parts)
    if (part.shape && part.model.mesh().empty())
      part.model = Model::make(tessellated(*part.shape, part.pose, {all.low - more, all.high + more})).value();
}

cli::UserRule rule_of(const py::handle item) {
  using Kind = cli::UserRule::Kind;
  const py::tuple t = py::reinterpret_borrow<py::tuple>(item);
  const std::string kind = t[0].cast<std::string>(), where = "check(): " + kind;
  const auto text = [&](std::size_t i) { return text_of(py::object(t[i]).ptr(), where); };
  const std::string a = text(1), b = text(2);
  cli::UserRule rule;
  if (kind == "ignore_same") {
    const auto same = cli::rule_for_same(Kind::ignore, where, a);
    if (!same) raise(exceptions().usage, where + ": expected file, layer, group or composite, found '" + a + "'");
    rule = *same;
  } else {
    rule = cli::rule_for_pair(kind == "ignore"       ? Kind::ignore
                              : kind == "touching"   ? Kind::touching
                              : kind == "clearances" ? Kind::clearance
                                                     : Kind::between,
                              where, a, b);
  }
  rule.clearance = t[3].cast<double>();
  rule.reason = text(4);
  return rule;
}

struct Questions {
  cli::BodyArguments files;
  std::vector<AssemblyPart> parts;
  cli::UserRules rules;
  std::string title, unit, motion_file;
  std::vector<std::pair<std::string, PoseList>> motion;
  bool all = false;
};

void set_motion(cli::Report& report, const Questions& q) {
  if (!q.motion_file.empty()) {
    cli::MotionFile file = cli::read_motion(q.motion_file, report.parts);
    report.frames = std::move(file.numbers), report.motion = std::move(file.motion);
    return;
  }
  if (q.motion.empty()) return;
  const std::size_t frames = q.motion[0].second.size();
  report.motion.frames.resize(frames);
  for (const auto& [name, poses] : q.motion) {
    const auto part =
        std::find_if(report.parts.begin(), report.parts.end(), [&](const AssemblyPart& p) { return p.name == name; });
    if (part == report.parts.end()) throw cli::BadInput("check(): motion: no body is called '" + name + "'");
    report.motion.parts.push_back(static_cast<u32>(part - report.parts.begin()));
    for (std::size_t f = 0; f < frames; ++f) report.motion.frames[f].push_back(poses.at(f));
  }
  for (std::size_t f = 0; f < frames; ++f) report.frames.push_back(static_cast<std::int64_t>(f));
}

std::shared_ptr<cli::Report> run(const Questions& q, Watch& watch) {
  const auto out = std::make_shared<cli::Report>();
  cli::Report& report = *out;
  report.made = utc_now(), report.command = "apart.check()";
  cli::UserRules user;
  if (!q.files.inputs.empty()) {
    cli::Complaints complaints;
    cli::Bodies bodies = cli::read_bodies(q.files, complaints, [&] { return watch.stop.load(); });
    report.title = bodies.title, report.unit = bodies.unit, report.parts = std::move(bodies.parts);
    report.notes = complaints.notes;
    user = std::move(bodies.rules);
  }
  for (const AssemblyPart& part : q.parts) report.parts.push_back(part);
  draw_shapes(report.parts);
  cli::make_names_unique(report.parts);
  std::stable_sort(report.parts.begin(), report.parts.end(),
                   [](const auto& x, const auto& y) { return x.name < y.name; });
  if (!q.title.empty()) report.title = q.title;
  if (!q.unit.empty()) report.unit = q.unit;
  if (q.rules.clearance) user.clearance = q.rules.clearance;
  if (q.rules.touch) user.touch = q.rules.touch;
  user.solid |= q.rules.solid, user.self |= q.rules.self;
  user.rules.insert(user.rules.end(), q.rules.rules.begin(), q.rules.rules.end());
  report.rules = cli::rules_for(user, report.parts, report.notes);
  report.rules.measure_clear = report.rules.all_pairs = q.all;
  set_motion(report, q);
  const CheckWatch how{.threads = q.files.threads, .progress = [&](const CheckProgress& so_far) {
                         return watch.share = so_far.share, !watch.stop;
                       }};
  try {
    report.check = report.frames.empty() ? apart::check(report.parts, report.rules, how)
                                         : apart::check(report.parts, report.motion, report.rules, how);
  } catch (const UnreadableModel& wrong) {
    throw cli::damaged(report.parts[wrong.part]);
  }
  for (const PairReport& pair : report.check.pairs)
    report.ids.push_back(cli::pair_id(report.id(pair.a), report.id(pair.b)));
  cli::note_what_was_not_decided(report);
  report.by_body = findings_by_body(report.check), report.by_place = findings_by_place(report.check);
  report.failed = cli::fails(report, {});
  return out;
}

// Everything by keyword, from apart/report.py.
PyObject* check(Call& call) {
  Questions q;
  PyObject* inputs = call.option("inputs");
  PyObject* parts = call.option("parts");
  PyObject* rules = call.option("rules");
  PyObject* motion = call.option("motion");
  PyObject* texts[] = {call.option("title"), call.option("unit"), call.option("motion_file"), call.option("split"),
                       call.option("scale_text")};
  double clearance = -1, touch = -1;
  call.option("clearance", clearance);
  call.option("touch", touch);
  call.option("solid", q.rules.solid);
  call.option("self", q.rules.self);
  call.option("all", q.all);
  bool curves = false;
  call.option("curves", curves);
  call.options_of_batch();
  call.expect(0, 0, "keywords");
  if (inputs)
    for (const py::handle path : py::handle(inputs)) q.files.inputs.push_back(text_of(path.ptr(), "check(): path"));
  std::size_t number = 0;
  if (parts)
    for (const py::handle item : py::handle(parts))
      q.parts.push_back(part_of(item, "check(): bodies[" + std::to_string(number++) + "]"));
  if (rules)
    for (const py::handle item : py::handle(rules)) q.rules.rules.push_back(rule_of(item));
  if (motion)
    for (const py::handle item : py::handle(motion)) {
      const py::tuple t = py::reinterpret_borrow<py::tuple>(item);
      const std::string name = text_of(py::object(t[0]).ptr(), "check(): motion: name");
      const py::object poses = t[1];
      PoseList list(poses.ptr(), "check(): motion: " + name);
      if (!list.many())
        raise(exceptions().usage, "check(): motion: " + name + ": expected many poses, (F, 4, 4) or (F, 7)");
      if (!q.motion.empty() && q.motion[0].second.size() != list.size())
        raise(exceptions().usage, "check(): motion: " + name + ": " + std::to_string(list.size()) + " frames, but " +
                                      std::to_string(q.motion[0].second.size()) + " of " + q.motion[0].first);
      q.motion.emplace_back(name, std::move(list));
    }
  if (texts[0]) q.title = text_of(texts[0], "check(): title");
  if (texts[1]) q.unit = text_of(texts[1], "check(): unit");
  if (texts[2]) q.motion_file = text_of(texts[2], "check(): motion");
  if (texts[3]) q.files.split = text_of(texts[3], "check(): split");
  if (texts[4]) q.files.scale.scale = text_of(texts[4], "check(): scale");
  if (clearance >= 0) q.rules.clearance = clearance;
  if (touch >= 0) q.rules.touch = touch;
  q.files.threads = call.how().threads;
  try {
    std::shared_ptr<cli::Report> report = run_long([&q](Watch& watch) { return run(q, watch); }, call.report(), true);
    report->curves = curves;
    return py::cast(std::move(report)).release().ptr();
  } catch (const cli::BadInput& wrong) {
    raise(exceptions().error, wrong.what());
  }
}

}  // namespace

void add_check(py::module_& module) {
  py::class_<cli::Report, std::shared_ptr<cli::Report>>(module, "_Report")
      .def("json", [](const cli::Report& report) { return cli::json_text(cli::report_json(report)); })
      .def("summary", [](const cli::Report& report) { return cli::summary(report); })
      .def("words",
           [](const cli::Report& report) {
             std::vector<std::string> out;
             for (const PairReport& pair : report.check.pairs) out.push_back(cli::words_of(report, pair));
             return out;
           })
      .def("html",
           [](const cli::Report& report) {
             const py::gil_scoped_release released;
             return web::page(web::check_template(), cli::page_data(report));
           })
      .def("geometries", [](const cli::Report& report) {
        py::list out;
        for (const AssemblyPart& part : report.parts)
          out.append(py::make_tuple(py::cast(part.model), matrix_of(part.pose)));
        return out;
      });
  add<check>(module, "_check", "The check behind apart.check.");
}

}  // namespace apart::python
