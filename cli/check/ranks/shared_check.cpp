#include "cli/check/ranks/shared_check.hpp"

#include <fmt/format.h>
#include <apart/hierarchy/saved/model_bytes.hpp>
#include <apart/scene/pair_bytes.hpp>
#include <cstring>
#include <new>
#include <set>

#include "cli/check/ranks.hpp"

namespace apart::cli {
namespace {

using Clock = std::chrono::steady_clock;
using scene::CheckTask;

template <class T>
void put(std::string& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T>
T get(std::string_view& bytes) {
  T value{};
  APART_ASSERT(bytes.size() >= sizeof value, "a message is too short");
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

void put_task(std::string& bytes, const CheckTask& task) {
  put(bytes, task.a), put(bytes, task.b), put(bytes, task.gap), put(bytes, task.work);
  for (const std::vector<u32>* list : {&task.frames, &task.steps}) {
    put(bytes, static_cast<u64>(list->size()));
    for (u32 x : *list) put(bytes, x);
  }
}
CheckTask get_task(std::string_view& bytes) {
  CheckTask task{};
  task.a = get<u32>(bytes), task.b = get<u32>(bytes), task.gap = get<double>(bytes), task.work = get<double>(bytes);
  for (std::vector<u32>* list : {&task.frames, &task.steps}) {
    list->resize(get<u64>(bytes));
    for (u32& x : *list) x = get<u32>(bytes);
  }
  return task;
}

// A result: of which pair, whether it was near between frames alone, and its bytes; none: the journal has it.
void put_result(std::string& bytes, const CheckTask& task, const PairReport* pair) {
  put(bytes, task.a), put(bytes, task.b);
  put(bytes, static_cast<u32>(task.near_between_frames_alone()));
  std::string report;
  if (pair) scene::append_pair(report, *pair);
  put(bytes, static_cast<u64>(report.size()));
  bytes += report;
}

CheckWatch for_ranks(const CheckWatch& watch) {
  CheckWatch out;
  out.threads = watch.threads, out.memory = watch.memory, out.release = watch.release;
  if (out.threads == 0) {  // the machine's threads are shared by its ranks
    MPI_Comm node;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    int ranks = 1;
    MPI_Comm_size(node, &ranks);
    MPI_Comm_free(&node);
    out.threads = std::max(1u, std::thread::hardware_concurrency() / static_cast<u32>(ranks));
  }
  return out;
}

// The ranks on this machine. APART_SEND_MODELS: as if there were none, so that models are sent; for tests.
std::vector<char> ranks_here(int size) {
  std::vector<char> here(static_cast<std::size_t>(size), 0);
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Group all, some;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_group(node, &some);
  for (int r = 0; r < size; ++r) {
    int in_node = MPI_UNDEFINED;
    MPI_Group_translate_ranks(all, 1, &r, some, &in_node);
    here[static_cast<std::size_t>(r)] = in_node != MPI_UNDEFINED && !std::getenv("APART_SEND_MODELS");
  }
  MPI_Group_free(&all), MPI_Group_free(&some), MPI_Comm_free(&node);
  return here;
}

int rank_in_world() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
int size_of_world() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

constexpr u64 kMostSent = u64(1) << 30;  // a larger model is read from the file by each rank that needs it

}  // namespace

SharedCheck::SharedCheck(const Report& report, const CheckWatch& watch, const std::vector<std::pair<u32, u32>>& known)
    : report_(report),
      watch_(watch),
      known_(known),
      rank_(rank_in_world()),
      size_(size_of_world()),
      here_(ranks_here(size_)),
      alone_(for_ranks(watch)),
      checker_(report.parts, report.motion, report.rules, alone_) {
  here_[static_cast<std::size_t>(rank_)] = true;
  victim_ = rank_;
}

std::optional<CheckReport> SharedCheck::run() {
  const auto start = Clock::now();
  plan();
  mine_.near_seconds = scene::seconds_since(start);
  checker_.fetch = [this](u32 part) { return model_of(part); };
  const auto working = Clock::now();
  std::vector<std::thread> threads;
  for (u32 k = 0; k < alone_.threads; ++k) threads.emplace_back([this] { work(); });
  try {
    serve();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failed_) failed_ = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    if (failed_) fail();
  }
  for (std::thread& thread : threads) thread.join();
  mine_.busy_seconds = busy_ / double(alone_.threads), mine_.all_seconds = scene::seconds_since(working);
  mine_.resident = scene::resident_bytes();
  works_.resize(static_cast<std::size_t>(size_));
  MPI_Gather(&mine_, sizeof mine_, MPI_BYTE, works_.data(), sizeof mine_, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (rank_ != 0) return {};
  out_.broad_seconds = mine_.near_seconds;
  checker_.finish(out_, done_, std::move(reports_), std::vector<char>(done_.size(), true));
  return std::move(out_);
}

// Each rank finds the pairs of its bodies. Counts are summed on the first.
void SharedCheck::plan() {
  std::vector<double> weights;
  for (const AssemblyPart& part : report_.parts) weights.push_back(100 + part.model.mesh().size());
  share_ = {scene::ranks_along_curve(checker_.boxes(), weights, static_cast<u32>(size_)), static_cast<u32>(size_),
            static_cast<u32>(rank_)};
  if (rank_ == 0)
    out_ = checker_.begin();
  else
    out_.ignored_by.assign(report_.rules.ignore.size(), 0);
  std::vector<CheckTask> tasks = checker_.tasks(out_, &share_);
  const u64 own = tasks.size();
  MPI_Allreduce(&own, &total_, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  std::vector<u64> counts = out_.ignored_by, sums(counts.size() + 1);
  counts.push_back(out_.ignored);
  MPI_Reduce(counts.data(), sums.data(), static_cast<int>(counts.size()), MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank_ == 0) out_.ignored = sums.back(), sums.pop_back(), out_.ignored_by = sums;
  // What the journal has need not be computed.
  u64 known = known_.size();
  MPI_Bcast(&known, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  known_.resize(known);
  constexpr u64 kPiece = 1 << 24;  // counts of MPI are of 31 bits
  for (u64 at = 0; at < known; at += kPiece)
    MPI_Bcast(known_.data() + at, static_cast<int>(std::min(kPiece, known - at) * sizeof known_[0]), MPI_BYTE, 0,
              MPI_COMM_WORLD);
  const std::set<std::pair<u32, u32>> done(known_.begin(), known_.end());
  for (CheckTask& task : tasks) {
    if (done.contains({task.a, task.b}))
      put_result(found_, task, nullptr);
    else
      queue_.push_back(std::move(task));
  }
}

void SharedCheck::work() {
  scene::ProgressReporter progress(alone_, {});
  try {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return stopped_ || !queue_.empty(); });
      if (stopped_) return;
      const CheckTask task = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      const auto start = Clock::now();
      const std::optional<PairReport> pair = checker_.compute(task, progress);
      std::string bytes;
      put_result(bytes, task, &*pair);
      lock.lock();
      busy_ += scene::seconds_since(start);
      ++mine_.pairs;
      found_ += bytes;
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failed_ = std::current_exception();
  }
}

Model SharedCheck::model_of(u32 part) {
  const Model& mapped = report_.parts[part].model;
  const Mesh& mesh = mapped.mesh();
  if (here_[share_.rank_of[part]] || mesh.vertices().size_bytes() + mesh.faces().size_bytes() > kMostSent / 4)
    return mapped;
  const Face* key = mesh.faces().data();
  std::unique_lock lock(mutex_);
  if (const auto found = models_.find(key); found != models_.end()) return found->second;
  if (asked_.emplace(key, part).second) wanted_.push_back(part);
  arrived_.wait(lock, [&] { return stopped_ || models_.contains(key); });
  if (stopped_) throw std::runtime_error("a model did not arrive");
  return models_.at(key);
}

void SharedCheck::serve() {
  const auto tell = [&] {
    if (rank_ != 0 || !watch_.progress) return;
    const double share = total_ == 0 ? 1 : double(done_.size()) / double(total_);
    if (!watch_.progress({share, {}, done_.size(), total_}))
      throw std::runtime_error("stopped; --resume goes on where it was, if it was given");
  };
  while (!ended_) {
    bool active = receive();
    std::vector<u32> wanted;
    {
      const std::lock_guard lock(mutex_);
      if (failed_) return;
      wanted.swap(wanted_);
    }
    for (u32 part : wanted) {
      std::string bytes;
      put(bytes, part);
      send(static_cast<int>(share_.rank_of[part]), kWantModel, std::move(bytes));
    }
    forward_results();
    ask_for_work();
    drop_sent();
    tell();
    if (rank_ == 0 && done_.size() == total_) {
      for (int r = 1; r < size_; ++r) send(r, kStop, {});
      ended_ = true;
    }
    if (!active) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all(), arrived_.notify_all();
  // Requests for work may still be under way: they are received and dropped until all ranks have ended.
  end_sends();
  MPI_Request all{};
  MPI_Ibarrier(MPI_COMM_WORLD, &all);
  for (int complete = 0; !complete; MPI_Test(&all, &complete, MPI_STATUS_IGNORE)) receive();
}

void SharedCheck::send(int to, Tag tag, std::string bytes) {
  auto one = std::make_unique<Sending>();
  one->bytes = std::move(bytes);
  ++mine_.messages, mine_.bytes += one->bytes.size();
  MPI_Isend(one->bytes.data(), static_cast<int>(one->bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD, &one->request);
  sending_.push_back(std::move(one));
}

void SharedCheck::drop_sent() {
  std::erase_if(sending_, [](const std::unique_ptr<Sending>& one) {
    int complete = 0;
    MPI_Test(&one->request, &complete, MPI_STATUS_IGNORE);
    return complete != 0;
  });
}

void SharedCheck::end_sends() {
  while (!sending_.empty()) receive(), drop_sent();
}

bool SharedCheck::receive() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (!there) return false;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!ended_) take(status.MPI_SOURCE, status.MPI_TAG, bytes);
  return true;
}

void SharedCheck::take(int from, int tag, const std::string& bytes) {
  std::string_view in = bytes;
  switch (tag) {
    case kResults:
      return collect(in);
    case kSteal:
      return give_tasks(from);
    case kWantModel:
      return give_model(from, get<u32>(in));
    case kModel:
      return keep_model(bytes);
    case kStop:
      ended_ = true;
      return;
    case kTasks: {
      asked_for_work_ = false;
      const std::lock_guard lock(mutex_);
      refusals_ = in.empty() ? refusals_ + 1 : 0;
      while (!in.empty()) queue_.push_back(get_task(in));
      changed_.notify_all();
      // When all have refused, the last pairs are being computed: they are asked again, but not all the time.
      if (refusals_ >= size_ - 1) refusals_ = 0, ask_again_ = Clock::now() + std::chrono::milliseconds(20);
      return;
    }
    default:
      return;
  }
}

// Half of what is left, from the far end of the curve.
void SharedCheck::give_tasks(int to) {
  std::string bytes;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t n = queue_.size() / 2; n > 0 && bytes.size() < 1 << 24; --n) {
      put_task(bytes, queue_.back());
      queue_.pop_back();
      ++mine_.given;
    }
  }
  send(to, kTasks, std::move(bytes));
}

void SharedCheck::give_model(int to, u32 part) {
  const Model& given = report_.parts[part].model;
  if (!given.problem().empty()) throw UnreadableModel(part, given.problem());
  std::string bytes;
  put(bytes, part);
  hierarchy::put_model(given, [&](std::span<const std::byte> piece) {
    bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    return true;
  });
  ++mine_.models;
  send(to, kModel, std::move(bytes));
}

void SharedCheck::keep_model(const std::string& message) {
  std::string_view in = message;
  const u32 part = get<u32>(in);
  constexpr std::align_val_t kAligned{hierarchy::kModelAlignment};
  const std::shared_ptr<std::byte> copy(static_cast<std::byte*>(::operator new(in.size(), kAligned)),
                                        [=](std::byte* bytes) { ::operator delete(bytes, kAligned); });
  std::memcpy(copy.get(), in.data(), in.size());
  Result<Model> got = hierarchy::model_in({copy.get(), in.size()}, copy, Trust::none);
  if (!got) throw UnreadableModel(part, got.error());
  const std::lock_guard lock(mutex_);
  models_.emplace(report_.parts[part].model.mesh().faces().data(), *std::move(got));
  arrived_.notify_all();
}

// On the first rank.
void SharedCheck::collect(std::string_view records) {
  while (!records.empty()) {
    CheckTask task{};
    task.a = get<u32>(records), task.b = get<u32>(records);
    if (get<u32>(records)) task.steps = {0};
    const u64 size = get<u64>(records);
    std::optional<PairReport> pair;
    if (size == 0 && watch_.known)
      pair = watch_.known(task.a, task.b);
    else
      pair = scene::pair_of_bytes(records.substr(0, size));
    records.remove_prefix(size);
    if (!pair) throw std::runtime_error("a result was damaged on its way");
    if (size > 0 && watch_.found) watch_.found(*pair);
    done_.push_back(std::move(task));
    reports_.push_back(*std::move(pair));
  }
}

// Several at once, but not late.
void SharedCheck::forward_results() {
  std::string bytes;
  {
    const std::lock_guard lock(mutex_);
    if (found_.empty()) return;
    const bool due = Clock::now() - forwarded_ > std::chrono::milliseconds(20);
    if (!due && rank_ != 0 && found_.size() < 1 << 18) return;
    bytes.swap(found_);
  }
  forwarded_ = Clock::now();
  if (rank_ == 0)
    collect(bytes);
  else
    send(0, kResults, std::move(bytes));
}

void SharedCheck::ask_for_work() {
  if (asked_for_work_ || Clock::now() < ask_again_) return;
  {
    const std::lock_guard lock(mutex_);
    if (!queue_.empty()) return;
  }
  do victim_ = (victim_ + 1) % size_;
  while (victim_ == rank_);
  asked_for_work_ = true;
  send(victim_, kSteal, {});
}

void SharedCheck::fail() {
  std::string problem;
  try {
    std::rethrow_exception(failed_);
  } catch (const UnreadableModel& wrong) {
    problem = fmt::format("{}: {}", report_.parts[wrong.part].name, wrong.what());
  } catch (const std::exception& wrong) {
    problem = wrong.what();
  }
  std::fputs(fmt::format("apart: rank {}: {}\n", rank_, problem).c_str(), stderr);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 2);
  std::_Exit(2);
}

std::string timing_table(const std::vector<RankWork>& works) {
  if (works.empty()) return {};
  std::string text =
      fmt::format("{:<5} {:>10} {:>9} {:>9} {:>6} {:>8} {:>8} {:>9} {:>8} {:>7} {:>9}\n", "rank", "near pairs", "pairs",
                  "of", "busy", "pairs", "given", "messages", "MB sent", "models", "resident");
  for (std::size_t r = 0; r < works.size(); ++r) {
    const RankWork& w = works[r];
    text += fmt::format(
        "{:<5} {:>8.3f} s {:>7.3f} s {:>7.3f} s {:>4.0f} % {:>8} {:>8} {:>9} {:>8.2f} {:>7} {:>5.0f} MiB\n", r,
        w.near_seconds, w.busy_seconds, w.all_seconds, w.all_seconds > 0 ? 100 * w.busy_seconds / w.all_seconds : 0,
        w.pairs, w.given, w.messages, double(w.bytes) / 1e6, w.models, double(w.resident) / (1 << 20));
  }
  return text;
}

}  // namespace apart::cli
