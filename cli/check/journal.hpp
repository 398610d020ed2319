// The results of a check that was stopped or killed, kept in a file as they come (--resume).
#pragma once
#include <apart/io/bytes/descriptor.hpp>
#include <map>

#include "cli/check/report.hpp"

namespace apart::cli {

// A hash of all that the result of a pair depends on: bodies, rules, motion, and the version of the program.
// `files` are checksums of saved plants, whose models are not read for it.
u64 fingerprint(const Report& report, const std::vector<u64>& files);

class Journal {
 public:
  // Creates the file, or reads what it holds. Throws BadInput if it is no journal, or one of another check. What was
  // not written completely in the end is cut off.
  Journal(std::string path, u64 fingerprint);

  std::vector<std::pair<u32, u32>> pairs() const;  // whose results are known
  // Removes it from what is known.
  std::optional<PairReport> take(u32 a, u32 b);
  // Written at once, so that a killed process loses nothing. If that fails, a note says so, and the check goes on.
  void add(const PairReport& pair);
  // The report is complete: the journal has served.
  void remove() const;

 private:
  std::string path_;
  std::map<std::pair<u32, u32>, PairReport> known_;
  io::Descriptor file_;
  u64 end_ = 0;  // of the last complete record
};

}  // namespace apart::cli
