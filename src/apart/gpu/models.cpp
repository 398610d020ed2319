// The calls of gpu::Models: on a device, with what it leaves open by the exact code; or all by the exact code.
#include <apart/base/assert.hpp>
#include <apart/gpu/device.hpp>
#include <apart/queries/batch.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>

namespace apart::gpu {

static_assert(sizeof(Pose) == 12 * sizeof(double) && sizeof(YesNo) == 1);
static_assert(sizeof(Nearest) == sizeof(NearestRecord));

namespace {

Nearest nearest_of(const Distance& d) {
  Nearest out;
  out.distance = d.distance, out.on_a = d.on_a, out.on_b = d.on_b;
  out.triangle_a = d.a.triangle, out.triangle_b = d.b.triangle;
  out.status_bits = static_cast<std::uint32_t>(d.status) << 1;
  return out;
}

// An error of the call, or nothing.
template <class T>
std::string complaint(const PoseArray& poses, const Answers<T>& answers, const Call& call, std::size_t models,
                      bool on_device) {
  if (answers.count != poses.count) return "as many answers as poses are needed";
  if (poses.count > 0 && (!poses.data || !answers.data)) return "there are poses, but no array of poses or of answers";
  for (const ModelPair& pair : call.pairs)
    if (pair.a >= models || pair.b >= models) return "a pair names a model that is not there";
  if (call.pair_of && call.pairs.empty()) return "poses are of several pairs, but no pairs are given";
  if (!on_device && (poses.memory == Memory::device || answers.memory == Memory::device))
    return "memory of a device is given, but there is no device";
  return {};
}

}  // namespace

struct Models::State {
  std::vector<Model> models;
  Options options;
  TreeRoots roots;
  std::unique_ptr<DeviceModels> device;  // none: all by the exact code

  // `exactly` computes one answer by the exact code. `in_range`: floats can hold what the query is about.
  template <class T, class Exactly>
  Result<Report> answer(DeviceQuery query, bool in_range, const Answers<T>& answers, const Call& call,
                        Exactly exactly) const {
    const PoseArray& poses = query.poses;
    if (std::string wrong = complaint(poses, answers, call, models.size(), device != nullptr); !wrong.empty())
      return Error{std::move(wrong)};
    const ModelPair only[] = {{0, models.size() > 1 ? 1u : 0u}};
    const std::span<const ModelPair> pairs = call.pairs.empty() ? std::span<const ModelPair>(only) : call.pairs;
    const auto at = [&](const Pose& pose, u32 number) {
      if (number >= pairs.size()) return exactly(models[0], Pose{Mat3d{{{}, {}, {}}}, {}}, models[0]);  // invalid
      return exactly(models[pairs[number].a], pose, models[pairs[number].b]);
    };
    const BatchOptions how{.threads = options.threads};
    if (!device) {
      run_batch(poses.count, how, [&](std::size_t i) {
        const Pose pose = read_pose(poses.data + i * doubles_of(poses.layout), poses.layout);
        answers.data[i] = at(pose, call.pair_of ? call.pair_of[i] : 0);
      });
      return Report{.by_exact_code = poses.count};
    }
    std::vector<PairRoots> of_pairs;
    for (const ModelPair& pair : pairs) {
      of_pairs.push_back(roots.pair(pair.a, pair.b));
      if (!in_range) of_pairs.back().node_b = kInactive;
    }
    query.pairs = of_pairs, query.pair_of = call.pair_of, query.stream = call.stream;
    query.out = answers.data, query.out_memory = answers.memory;
    const Result<DeviceReport> done = device->run(query);
    if (!done) return Error{done.error()};
    const std::vector<OpenAnswer>& open = done->open;
    std::vector<T> exact(open.size());
    run_batch(open.size(), how, [&](std::size_t i) { exact[i] = at(open[i].pose, open[i].pair); });
    if (answers.memory == Memory::host) {
      for (std::size_t i = 0; i < open.size(); ++i) answers.data[open[i].index] = exact[i];
    } else if (!open.empty()) {
      if (const Result<bool> put = device->put(open, exact.data(), sizeof(T), answers.data); !put)
        return Error{put.error()};
    }
    return Report{open.size(), done->prepare_seconds, done->walk_seconds};
  }
};

Result<Models> Models::make(std::span<const Model> models, const Options& options) {
  if (models.empty()) return Error{"no models"};
  auto state = std::make_shared<State>();
  state->models.assign(models.begin(), models.end());
  state->options = options;
  if (options.use == Options::Use::cpu) return Models(state);
  const std::size_t found = devices().size();
  if (found == 0) {
    if (options.use == Options::Use::automatic) return Models(state);
    return Error{built_with_cuda() ? "no GPU: there is no device that CUDA can use, or no driver"
                                   : "no GPU: the library was built without the CUDA toolkit (APART_WITH_GPU)"};
  }
  if (options.device < 0 || static_cast<std::size_t>(options.device) >= found)
    return Error{"GPU " + std::to_string(options.device) + ": there are " + std::to_string(found)};
  const Result<HostTrees> trees = build_trees(models, options.threads);
  if (!trees) return Error{trees.error()};
  Result<std::unique_ptr<DeviceModels>> device = upload(*trees, options);
  if (!device) return Error{"GPU: " + device.error()};
  state->device = std::move(*device);
  state->roots = trees->roots;
  return Models(state);
}

bool Models::on_device() const { return state_->device != nullptr; }

std::string Models::where() const { return on_device() ? state_->device->name() : "CPU"; }

Result<Report> Models::collide(const PoseArray& poses, const Answers<YesNo>& answers, const Call& call) const {
  return state_->answer({.question = Question::touch, .poses = poses}, true, answers, call,
                        [](const Model& a, const Pose& pose, const Model& b) {
                          const Collision found = apart::collide(a, pose, b);
                          return YesNo::of(found.colliding, found.status);
                        });
}

Result<Report> Models::within(const PoseArray& poses, double tolerance, const Answers<YesNo>& answers,
                              const Call& call) const {
  queries::check_tolerance(tolerance);
  const double scaled = state_->roots.scale * tolerance;
  const bool touch = tolerance == 0, in_range = touch || (scaled > 1e-30 && scaled < kFarthestScaled);
  return state_->answer(
      {.question = touch ? Question::touch : Question::within, .tolerance = tolerance, .poses = poses}, in_range,
      answers, call, [tolerance](const Model& a, const Pose& pose, const Model& b) {
        const Within found = apart::within(a, pose, b, tolerance);
        return YesNo::of(found.within, found.status);
      });
}

Result<Report> Models::distance(const PoseArray& poses, const Answers<Nearest>& answers, const Call& call) const {
  return state_->answer(
      {.question = Question::distance, .poses = poses}, true, answers, call,
      [](const Model& a, const Pose& pose, const Model& b) { return nearest_of(apart::distance(a, pose, b)); });
}

}  // namespace apart::gpu
