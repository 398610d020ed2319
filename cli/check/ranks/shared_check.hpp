// A check that the ranks of MPI_COMM_WORLD share: each has a piece of a space-filling curve, and takes work from others
// when it has none. Results go to the first rank.
#pragma once
#include <mpi.h>
#include <apart/scene/checker.hpp>
#include <condition_variable>
#include <deque>
#include <thread>

#include "cli/check/report.hpp"

namespace apart::cli {

// What one rank did.
struct RankWork {
  double near_seconds = 0, busy_seconds = 0, all_seconds = 0;  // busy: the mean of its threads
  u64 pairs = 0, given = 0, messages = 0, bytes = 0, models = 0, resident = 0;
};
std::string timing_table(const std::vector<RankWork>& works);

class SharedCheck {
 public:
  SharedCheck(const Report& report, const CheckWatch& watch, const std::vector<std::pair<u32, u32>>& known);
  std::optional<CheckReport> run();
  const std::vector<RankWork>& works() const { return works_; }

 private:
  enum Tag : int { kResults = 1, kSteal, kTasks, kWantModel, kModel, kStop };
  struct Sending {
    MPI_Request request{};
    std::string bytes;
  };

  void plan();
  void work();               // of a thread
  Model model_of(u32 part);  // called by threads: waits until it is here
  void serve();              // the messages, until all is done: by the thread that started MPI
  void send(int to, Tag tag, std::string bytes);
  bool receive();  // one message, if there is one
  void take(int from, int tag, const std::string& bytes);
  void give_tasks(int to);
  void give_model(int to, u32 part);
  void keep_model(const std::string& bytes);
  void collect(std::string_view records);
  void forward_results();
  void ask_for_work();
  void drop_sent();  // what has arrived
  void end_sends();
  [[noreturn]] void fail();

  const Report& report_;
  const CheckWatch& watch_;
  std::vector<std::pair<u32, u32>> known_;
  int rank_ = 0, size_ = 1;
  std::vector<char> here_;  // of each rank: is it on this machine, so that its models are read from the file?
  CheckWatch alone_;        // what computing needs of the watch
  scene::Checker checker_;
  scene::Share share_;
  CheckReport out_;
  u64 total_ = 0;  // pairs of all ranks

  // Shared with the threads.
  std::mutex mutex_;
  std::condition_variable changed_, arrived_;
  std::deque<scene::CheckTask> queue_;
  std::string found_;  // results, not sent yet
  std::vector<u32> wanted_;
  std::map<const Face*, Model> models_;  // that came from other ranks
  std::map<const Face*, u32> asked_;
  bool stopped_ = false;
  std::exception_ptr failed_;
  double busy_ = 0;

  // Of the thread that serves.
  std::vector<std::unique_ptr<Sending>> sending_;
  bool asked_for_work_ = false, ended_ = false;
  int victim_ = 0, refusals_ = 0;
  std::chrono::steady_clock::time_point ask_again_{}, forwarded_{};
  std::vector<scene::CheckTask> done_;  // on the first rank
  std::vector<PairReport> reports_;
  RankWork mine_;
  std::vector<RankWork> works_;
};

}  // namespace apart::cli
