// Runs the program as a user would: arguments in, output and exit status back.
#pragma once
#include <sys/wait.h>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/io/support.hpp"

namespace apart::testing {

struct Output {
  std::string out, err;
  int status;  // the exit status; −1 when it was killed

  std::vector<nlohmann::json> objects() const {
    std::vector<nlohmann::json> all;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) all.push_back(nlohmann::json::parse(line));
    return all;
  }
};

inline std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Runs in the scratch directory, so that files are called by their bare names.
inline Output run(const Scratch& scratch, const std::vector<std::string>& words) {
  const auto quoted = [](const std::string& word) {
    std::string out = "'";
    for (char c : word) {
      if (c == '\'') out += "'\\'";  // ends the quotes, a quote by itself; the next begins them again
      out += c;
    }
    out += '\'';
    return out;
  };
  std::string line = "cd ";
  line += quoted((scratch / ".").string());
  line += " && exec ";
  line += quoted(APART_PROGRAM);
  for (const std::string& word : words) line += ' ', line += quoted(word);
  line += " >stdout.txt 2>stderr.txt </dev/null";
  const int status = std::system(line.c_str());
  return {content(scratch / "stdout.txt"), content(scratch / "stderr.txt"),
          WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

}  // namespace apart::testing
