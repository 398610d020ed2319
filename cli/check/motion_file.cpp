// Parses motions as text and as JSON.
#include "cli/check/motion_file.hpp"

#include <apart/io/bytes/scan.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/poses.hpp>
#include <map>

#include "cli/check/json_file.hpp"
#include "cli/input.hpp"

namespace apart::cli {
namespace {

// Collects frames in order; each starts with the poses of the previous one.
class Frames {
 public:
  explicit Frames(std::span<const AssemblyPart> parts) {
    for (u32 i = 0; i < parts.size(); ++i) bodies_.emplace(parts[i].name, i), poses_.push_back(parts[i].pose);
  }

  void begin(std::int64_t number) { numbers_.push_back(number), changes_.emplace_back(); }
  bool has_begun(std::int64_t number) const { return !numbers_.empty() && numbers_.back() == number; }
  bool is_over(std::int64_t number) const { return !numbers_.empty() && numbers_.back() > number; }

  // An error message, or nothing.
  std::string put(const std::string& name, const Pose& pose) {
    const auto body = bodies_.find(name);
    if (body == bodies_.end()) return "no body is called " + io::in_quotes(name, 60);
    if (!changes_.back().emplace(body->second, pose).second)
      return "frame " + std::to_string(numbers_.back()) + " has a place for " + io::in_quotes(name, 60) + " already";
    movers_.emplace(body->second, u32(0));
    return {};
  }

  MotionFile take() {
    MotionFile out;
    for (auto& [part, place] : movers_)
      place = static_cast<u32>(out.motion.parts.size()), out.motion.parts.push_back(part);
    std::vector<Pose> frame;
    for (u32 part : out.motion.parts) frame.push_back(poses_[part]);
    for (const std::map<u32, Pose>& changes : changes_) {
      for (const auto& [part, pose] : changes) frame[movers_.at(part)] = pose;
      out.motion.frames.push_back(frame);
    }
    out.numbers = std::move(numbers_);
    return out;
  }

 private:
  std::map<std::string, u32> bodies_;
  std::vector<Pose> poses_;  // of the last frame
  std::vector<std::int64_t> numbers_;
  std::vector<std::map<u32, Pose>> changes_;
  std::map<u32, u32> movers_;  // and their indices in a frame
};

struct NamedPose {
  std::string_view name, pose;
};

// Splits "gear #1  0 0 20  1 0 0 0": the last seven words are the pose.
NamedPose name_and_pose(std::string_view line) {
  constexpr std::string_view blank = " \t\r";
  std::size_t end = line.size();
  for (int k = 0; k < 7; ++k) {
    const std::size_t last = line.find_last_not_of(blank, end == 0 ? 0 : end - 1);
    const std::size_t gap = last == std::string_view::npos ? last : line.find_last_of(blank, last);
    if (gap == std::string_view::npos) return {};
    end = gap + 1;
  }
  const std::size_t begin = line.find_first_not_of(blank), last = line.find_last_not_of(blank, end - 1);
  if (last == std::string_view::npos || begin >= end) return {};
  return {line.substr(begin, last + 1 - begin), line.substr(end)};
}

void read_text(const std::string& file, Frames& frames) {
  const std::string bytes = value_or_throw(io::file_bytes(file));
  io::Scanner scan({io::printable_name(file), bytes}, io::Scanner::Layout::lines);
  const auto check = [&](bool good) {
    if (!good) throw BadInput(scan.error().message);
  };
  check(scan.check_is_text());
  while (scan.next_filled_line()) {
    const std::size_t line = scan.line();
    const auto wrong = [&](const std::string& what) { check(scan.wrong_at(line, what)); };
    std::int64_t number = 0;
    check(scan.integer(number));
    if (frames.is_over(number)) wrong("frames must ascend, and this is frame " + std::to_string(number));
    if (!frames.has_begun(number)) frames.begin(number);
    const NamedPose named = name_and_pose(scan.rest_of_line());
    if (named.name.empty()) wrong("expected a frame, a body and 7 numbers (x y z qw qx qy qz)");
    const Result<Pose> pose = io::parse_pose(named.pose);
    if (!pose) wrong(io::in_quotes(named.name, 60) + ": " + pose.error());
    const std::string why_not = frames.put(std::string(named.name), *pose);
    if (!why_not.empty()) wrong(why_not);
  }
}

void read_frames(const std::string& file, Frames& frames) {
  const JsonNode root = read_json(file);
  const JsonAt top(file, root);
  top.only({"frames"});
  std::int64_t number = 0;
  for (const JsonAt& frame : top["frames"].items()) {
    frames.begin(number++);
    for (const std::string& name : frame.keys()) {
      const JsonAt at = frame[name.c_str()];
      const std::vector<double> n = at.numbers();
      if (n.size() != 7) at.wrong("a pose needs 7 numbers (x y z qw qx qy qz), found " + std::to_string(n.size()));
      const Result<Pose> pose = Pose::from_quaternion(n[3], n[4], n[5], n[6], {n[0], n[1], n[2]});
      if (!pose) at.wrong(pose.error());
      const std::string wrong = frames.put(name, *pose);
      if (!wrong.empty()) at.wrong(wrong);
    }
  }
}

}  // namespace

MotionFile read_motion(const std::string& file, std::span<const AssemblyPart> parts) {
  Frames frames(parts);
  if (io::extension(file) == "json")
    read_frames(file, frames);
  else
    read_text(file, frames);
  MotionFile out = frames.take();
  if (out.numbers.empty()) throw BadInput(io::printable_name(file) + ": no frames");
  return out;
}

}  // namespace apart::cli
