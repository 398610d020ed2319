// apart lab gpu: how many poses a second a GPU answers, beside our own cores and FCL; --check: whether its answers are
// those of the CPU.
#include <fmt/format.h>
#include <algorithm>
#include <apart/base/random.hpp>
#include <apart/gpu/models.hpp>
#include <apart/io/read.hpp>
#include <apart/queries/batch.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <samples/generate.hpp>
#include <thread>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "lab/clock.hpp"
#include "lab/command.hpp"
#include "lab/gpu_scenes.hpp"
#include "lab/rivals/rival.hpp"

namespace apart::lab {
namespace {

using cli::BadInput;

struct GpuWords {
  std::string model, other;
  bool check = false, cpu = false;
  std::size_t poses = 1 << 18, most = 10000000;
  u32 triangles = 20000;
};

double wall() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class T>
T or_stop(Result<T> result) {
  if (!result) throw BadInput(result.error());
  return *std::move(result);
}

Model model_of(const std::string& file) {
  auto mesh = read_mesh(file);
  if (!mesh) throw BadInput(mesh.error());
  return or_stop(Model::make(*std::move(mesh), {.threads = 0}));
}

// A and B: one model with itself, or two.
std::vector<Model> models_of(const GpuWords& words) {
  std::vector<Model> out;
  if (words.model.empty())
    out.push_back(Model::make(generate::wrinkled_torus(words.triangles), {.threads = 0}).value());
  for (const std::string& file : {words.model, words.other})
    if (!file.empty()) out.push_back(model_of(file));
  return out;
}

std::string triangles_of(const std::vector<Model>& models) {
  std::string out = cli::grouped(models.front().mesh().size());
  if (models.size() > 1) out += " and " + cli::grouped(models.back().mesh().size());
  return out + " triangles";
}

gpu::Options options_of(const GpuWords& words) {
  return {.use = words.cpu ? gpu::Options::Use::cpu : gpu::Options::Use::device};
}

// ----------------------------------------------------------------------------------------------------------------
// check

struct Counts {
  std::size_t answers = 0, different = 0, yes = 0, exact = 0;
  void add(const Counts& c) { answers += c.answers, different += c.different, yes += c.yes, exact += c.exact; }
};

std::vector<double> as_quaternions(std::span<const Pose> poses, std::span<Pose> rounded) {
  std::vector<double> out;
  Random random(3);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double w = random.uniform(-1, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = 0.1;
    const Vec3d t = poses[i].translation;
    out.insert(out.end(), {w, x, y, z, t.x, t.y, t.z});
    const auto as_read = Pose::from_quaternion(w, x, y, z, t);
    rounded[i] = as_read ? *as_read : poses[i];
  }
  return out;
}

bool same(const gpu::Nearest& a, const Distance& b) {
  if (a.status() != b.status || a.distance != b.distance) return false;
  if (!b.has_points()) return true;
  return a.on_a == b.on_a && a.on_b == b.on_b && a.triangle_a == b.a.triangle && a.triangle_b == b.b.triangle;
}

class Check {
 public:
  explicit Check(const GpuWords& words)
      : words_(words), table_({"scene", "query", "answers", "yes", "exact code", "different"}) {}

  void yes_no(const GpuScene& scene, const gpu::Models& models, double tolerance, bool quaternions) {
    std::vector<Pose> poses = scene.poses;
    gpu::PoseArray given(poses);
    std::vector<double> raw;
    if (quaternions) {
      raw = as_quaternions(scene.poses, poses);
      given = gpu::PoseArray(raw.data(), poses.size(), gpu::PoseLayout::quaternion);
    }
    std::vector<gpu::YesNo> answers(poses.size());
    const gpu::Report report =
        or_stop(tolerance < 0 ? models.collide(given, answers) : models.within(given, tolerance, answers));
    const Model &a = scene.models.front(), &b = scene.models.back();
    std::vector<unsigned char> different(poses.size());
    run_batch(poses.size(), {}, [&](std::size_t i) {
      gpu::YesNo expected;
      if (tolerance < 0) {
        const Collision c = collide(a, poses[i], b);
        expected = gpu::YesNo::of(c.colliding, c.status);
      } else {
        const Within c = within(a, poses[i], b, tolerance);
        expected = gpu::YesNo::of(c.within, c.status);
      }
      different[i] = !(expected == answers[i]);
    });
    Counts counts{poses.size(), 0, 0, report.by_exact_code};
    for (std::size_t i = 0; i < poses.size(); ++i) counts.different += different[i], counts.yes += answers[i].yes();
    add(scene.name + (quaternions ? ", quaternions" : ""),
        tolerance < 0 ? "collide" : fmt::format("within {:.3g}", tolerance), counts);
  }

  // Batches of `batch`: small ones are walked in another way.
  void distances(const GpuScene& scene, const gpu::Models& models, std::size_t most, std::size_t batch) {
    const std::vector<Pose> poses(
        scene.poses.begin(), scene.poses.begin() + static_cast<std::ptrdiff_t>(std::min(most, scene.poses.size())));
    std::vector<gpu::Nearest> answers(poses.size());
    gpu::Report report;
    for (std::size_t first = 0; first < poses.size(); first += batch) {
      const std::size_t count = std::min(batch, poses.size() - first);
      const std::span<const Pose> some = std::span(poses).subspan(first, count);
      report.by_exact_code += or_stop(models.distance(some, {answers.data() + first, count})).by_exact_code;
    }
    const Model &a = scene.models.front(), &b = scene.models.back();
    std::vector<unsigned char> different(poses.size());
    run_batch(poses.size(), {}, [&](std::size_t i) { different[i] = !same(answers[i], distance(a, poses[i], b)); });
    Counts counts{poses.size(), 0, 0, report.by_exact_code};
    for (std::size_t i = 0; i < poses.size(); ++i)
      counts.different += different[i], counts.yes += answers[i].distance == 0;
    add(scene.name, batch < poses.size() ? fmt::format("distance, {} at a time", batch) : "distance", counts);
  }

  void distances(const GpuScene& scene, const gpu::Models& models) {
    distances(scene, models, words_.poses / 2, words_.poses);
    distances(scene, models, words_.poses / 16, 256);
  }

  cli::Exit finish() {
    table_.add({"all", "", cli::grouped(all_.answers), "", cli::grouped(all_.exact), cli::grouped(all_.different)});
    table_.print();
    return all_.different ? cli::found_problems : cli::answered;
  }

 private:
  void add(const std::string& scene, const std::string& query, const Counts& c) {
    table_.add(
        {scene, query, cli::grouped(c.answers), cli::grouped(c.yes), cli::grouped(c.exact), cli::grouped(c.different)});
    all_.add(c);
    std::fputs(fmt::format("{}, {}: {} different of {}\n", scene, query, c.different, c.answers).c_str(), stderr);
  }
  const GpuWords& words_;
  Counts all_;
  cli::Table table_;
};

gpu::Models upload(const GpuWords& words, std::span<const Model> models) {
  return or_stop(gpu::Models::make(models, options_of(words)));
}

cli::Exit check(const GpuWords& words) {
  const std::vector<Model> both = models_of(words);
  const gpu::Models models = upload(words, both);
  cli::print_line(fmt::format("{}, {}", models.where(), triangles_of(both)));
  const double whole = size_of_model(both.front());
  Check check(words);
  for (const double gap : {1e-9, 0.01, 0.05, -0.01}) {
    const GpuScene scene{gap == 1e-9 ? "touching"
                         : gap < 0   ? "1 % deep"
                                     : fmt::format("gap {:g} %", 100 * gap),
                         both, poses_at_distance(models, both.front(), both.back(), gap * whole, words.poses)};
    check.yes_no(scene, models, -1, false);
    if (gap == 1e-9) check.yes_no(scene, models, -1, true);
    if (gap > 0) check.yes_no(scene, models, gap * whole, false);
    if (gap == 0.01) check.yes_no(scene, models, 2 * gap * whole, false);
    check.distances(scene, models);
  }
  for (const GpuScene& scene : nasty_gpu_scenes(words.poses)) {
    const gpu::Models nasty = upload(words, scene.models);
    const double size = size_of_model(scene.models[1]);
    check.yes_no(scene, nasty, -1, false);
    check.yes_no(scene, nasty, 0.125 / std::sqrt(3.0) * size, false);
    check.yes_no(scene, nasty, 1e-15 * size, false);
    check.distances(scene, nasty);
  }
  return check.finish();
}

// ---------------------------------------------------------------------------------------------------------------
// speeds

enum class Ask { collide, within, distance };

// Poses a second, in millions.
std::string millions(double rate) {
  return rate >= 1e8 ? fmt::format("{:.0f}", rate * 1e-6) : fmt::format("{:.3g}", rate * 1e-6);
}

struct Rates {
  double kernel = 0, walk = 0, from_host = 0, seconds_from_host = 0;
};

gpu::Report ask(const gpu::Models& models, Ask what, double tolerance, const gpu::PoseArray& poses, void* out,
                gpu::Memory memory) {
  if (what == Ask::distance)
    return or_stop(models.distance(poses, {static_cast<gpu::Nearest*>(out), poses.count, memory}));
  const gpu::Answers<gpu::YesNo> answers{static_cast<gpu::YesNo*>(out), poses.count, memory};
  return or_stop(what == Ask::collide ? models.collide(poses, answers) : models.within(poses, tolerance, answers));
}

// Median of some runs after the first.
double median(std::vector<double> of) {
  std::sort(of.begin(), of.end());
  return of[of.size() / 2];
}

struct Arrays {
  gpu::PinnedMemory host_poses, host_answers;
  gpu::DeviceMemory poses, answers;
  std::size_t count;

  Arrays(std::span<const Pose> distinct, std::size_t most)
      : host_poses(most * 96),
        host_answers(most * sizeof(gpu::Nearest)),
        poses(most * 96),
        answers(most * sizeof(gpu::Nearest)),
        count(most) {
    fill(distinct);
  }
  void fill(std::span<const Pose> distinct) {
    Pose* to = static_cast<Pose*>(host_poses.data());
    for (std::size_t i = 0; i < count; ++i) to[i] = distinct[i % distinct.size()];
    fill_device();
  }
  void fill_device() {
    if (poses.data() && !poses.copy_from(host_poses.data(), count * 96)) throw BadInput("the device failed");
  }
};

Rates rates(const gpu::Models& models, Ask what, double tolerance, const Arrays& arrays, std::size_t batch,
            int rounds) {
  Rates out;
  std::vector<double> kernel, walk, host;
  for (int k = 0; k <= rounds; ++k) {
    if (models.on_device()) {
      const gpu::Report report =
          ask(models, what, tolerance,
              {static_cast<const double*>(arrays.poses.data()), batch, gpu::PoseLayout::pose, gpu::Memory::device},
              arrays.answers.data(), gpu::Memory::device);
      if (k > 0) kernel.push_back(report.prepare_seconds + report.walk_seconds), walk.push_back(report.walk_seconds);
    }
    const double start = wall();
    ask(models, what, tolerance,
        {static_cast<const double*>(arrays.host_poses.data()), batch, gpu::PoseLayout::pose, gpu::Memory::host},
        arrays.host_answers.data(), gpu::Memory::host);
    if (k > 0) host.push_back(wall() - start);
  }
  if (!kernel.empty()) out.kernel = double(batch) / median(kernel), out.walk = double(batch) / median(walk);
  out.seconds_from_host = median(host);
  out.from_host = double(batch) / out.seconds_from_host;
  return out;
}

// Poses a second of query(pose) on one core, for about half a second.
double one_core(std::span<const Pose> poses, const std::function<void(const Pose&)>& query) {
  std::size_t done = 0;
  const double seconds = seconds_of([&] {
    const double start = wall();
    while (done < poses.size() && (done % 16 != 0 || wall() - start < 0.5)) query(poses[done++]);
  });
  return double(done) / seconds;
}

void print_scene(const std::string& name, const gpu::Models& models, const gpu::Models& cores, const Model& a,
                 const Model& b, Ask what, double tolerance, std::span<const Pose> poses, const GpuWords& words,
                 Arrays& arrays) {
  arrays.fill(poses);
  cli::print_line(fmt::format("{}", name));
  cli::Table table({"batch", "kernels M/s", "walk alone M/s", "from host M/s", "ms from host"});
  for (std::size_t batch :
       {std::size_t(256), std::size_t(4096), std::size_t(65536), std::size_t(1000000), std::size_t(10000000)}) {
    if (batch > words.most) continue;
    const Rates r = rates(models, what, tolerance, arrays, batch, batch <= 65536 ? 21 : 5);
    table.add({cli::grouped(batch), millions(r.kernel), millions(r.walk), millions(r.from_host),
               fmt::format("{:.3f}", 1e3 * r.seconds_from_host)});
  }
  table.print();
  const double ours = one_core(poses, [&](const Pose& at) {
    if (what == Ask::collide) collide(a, at, b);
    if (what == Ask::within) within(a, at, b, tolerance);
    if (what == Ask::distance) distance(a, at, b);
  });
  const std::size_t some =
      std::min<std::size_t>(poses.size(), std::max<std::size_t>(256, static_cast<std::size_t>(ours)));
  std::vector<gpu::Nearest> room(some);
  const double start = wall();
  ask(cores, what, tolerance, gpu::PoseArray(poses.first(some)), room.data(), gpu::Memory::host);
  const double all = double(some) / (wall() - start);
  std::string line = fmt::format("  CPU: one core {} M/s, {} threads {} M/s", millions(ours),
                                 std::thread::hardware_concurrency(), millions(all));
  if (const Rival fcl = fcl_rival(); fcl.pair && what != Ask::within) {
    const RivalPair pair = fcl.pair(a.mesh(), b.mesh());
    const double theirs = one_core(poses, [&](const Pose& at) {
      if (what == Ask::collide) pair.collide(at);
      if (what == Ask::distance) pair.distance(at);
    });
    line += fmt::format("; FCL, one core {} M/s", millions(theirs));
  }
  cli::print_line(line);
  std::fflush(stdout);
}

cli::Exit speeds(const GpuWords& words) {
  const std::vector<Model> both = models_of(words);
  const Model &a = both.front(), &b = both.back();
  const double start = wall();
  const gpu::Models models = upload(words, both);
  const gpu::Models cores = gpu::Models::make(both, {.use = gpu::Options::Use::cpu}).value();
  cli::print_line(fmt::format("{}, {}, tree and upload {:.2f} s, {} different poses a scene", models.where(),
                              triangles_of(both), wall() - start, cli::grouped(words.poses)));
  const double whole = size_of_model(a);
  const auto at = [&](double gap, Along along = Along::random) {
    return poses_at_distance(models, a, b, gap * whole, words.poses, along);
  };
  const std::vector<Pose> touching = at(1e-9), near = at(0.01), five = at(0.05), deep = at(-0.01), far = at(0.2);
  Arrays arrays(touching, words.most);
  if (models.on_device()) {
    const double copied = wall();
    arrays.fill_device();
    cli::print_line(
        fmt::format("The bus: {:.1f} GB/s, copying poses alone", 96e-9 * double(words.most) / (wall() - copied)));
  }
  const auto scene = [&](const std::string& name, Ask what, double tolerance, const std::vector<Pose>& poses) {
    print_scene(name, models, cores, a, b, what, tolerance, poses, words, arrays);
  };
  scene("collide, touching", Ask::collide, 0, touching);
  scene("collide, gap 1 %", Ask::collide, 0, near);
  scene("collide, gap 5 %", Ask::collide, 0, five);
  scene("collide, 1 % deep", Ask::collide, 0, deep);
  scene("within 2 %, gap 1 %", Ask::within, 0.02 * whole, near);
  scene("within 0.5 %, gap 1 %", Ask::within, 0.005 * whole, near);
  scene("distance, gap 1 %", Ask::distance, 0, near);
  scene("distance, gap 20 %", Ask::distance, 0, far);
  const std::vector<Pose> path = at(0.01, Along::path);
  scene("collide, along a path at gap 1 %", Ask::collide, 0, path);
  scene("distance, along a path at gap 1 %", Ask::distance, 0, path);
  return cli::answered;
}

cli::Exit run_gpu(const GpuWords& words) { return words.check ? check(words) : speeds(words); }

}  // namespace

void add_gpu(CLI::App& lab, cli::Action& action) {
  CLI::App* command =
      lab.add_subcommand("gpu", "Poses a second on a GPU, beside our cores and FCL; are answers equal?");
  auto words = std::make_shared<GpuWords>();
  command->add_option("MODEL", words->model, "A mesh, asked against itself; a wrinkled torus by default")
      ->type_name("");
  command->add_option("OTHER", words->other, "Another mesh: A against it instead of itself")->type_name("");
  command->add_option("--triangles", words->triangles, "Of the torus, 20000 by default")
      ->check(CLI::Range(100, 100000000))
      ->type_name("N");
  command->add_flag("--check", words->check, "Compare answers with the CPU's, bit for bit, nasty scenes included");
  command->add_flag("--cpu", words->cpu, "The fall-back on the CPU instead of a GPU");
  command->add_option("--poses", words->poses, "Different poses a scene, 262144 by default")
      ->check(CLI::Range(16, 10000000))
      ->type_name("N");
  command->add_option("--most", words->most, "The largest batch, 10000000 by default")
      ->check(CLI::Range(256, 100000000))
      ->type_name("N");
  command->footer(
      "Exit status 1: an answer differs.\nExamples:\n  apart lab gpu rocker-arm.obj\n  apart lab gpu rocker-arm.obj "
      "--check");
  command->callback([words, &action] { action = [words] { return run_gpu(*words); }; });
}

}  // namespace apart::lab
