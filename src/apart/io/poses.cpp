// Parses poses from text and files.
#include <algorithm>
#include <apart/io/bytes/scan.hpp>
#include <apart/io/poses.hpp>

namespace apart::io {
namespace {

constexpr const char* kForm = "a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone)";

// Commas between all numbers of a line become blanks. A line that mixes both ("0,5 0 0": a decimal comma?) is not
// changed, and is rejected later.
std::string without_commas(std::string_view text) {
  std::string out(text);
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t next = std::min(out.find('\n', begin), out.size());
    const std::size_t end = std::min(out.find('#', begin), next);
    bool field_ended = false, separated = true;  // each field is one non-empty word
    bool filled = false;
    for (std::size_t k = begin; k <= end; ++k) {
      const char c = k < end ? out[k] : ',';
      if (c == ',') {
        separated = separated && filled;
        filled = field_ended = false;
      } else if (is_blank(c)) {
        field_ended = filled;
      } else {
        separated = separated && !field_ended;
        filled = true;
      }
    }
    if (separated) std::replace(out.begin() + std::ptrdiff_t(begin), out.begin() + std::ptrdiff_t(end), ',', ' ');
    begin = next + 1;
  }
  return out;
}

Result<Pose> pose_of_line(Scanner& scan) {
  double n[7];
  int found = 0;
  for (; found < 7 && !scan.at_line_end(); ++found)
    if (!scan.number(n[found])) return scan.error();
  const auto refused = [&](const std::string& what) { return scan.wrong(what), scan.error(); };
  if (!scan.at_line_end()) return refused(std::string(kForm) + ", found more");
  if (found != 3 && found != 7) return refused(kForm + (", found " + std::to_string(found)));
  if (found == 3) n[3] = 1, n[4] = n[5] = n[6] = 0;
  Result<Pose> pose = Pose::from_quaternion(n[3], n[4], n[5], n[6], {n[0], n[1], n[2]});
  return pose ? pose : refused(pose.error());
}

}  // namespace

Result<std::vector<Pose>> read_poses(const Source& source) {
  const std::string text = without_commas(source.bytes);
  Scanner scan({source.name, text}, Scanner::Layout::lines);
  if (!scan.check_is_text()) return scan.error();
  std::vector<Pose> poses;
  for (; scan.next_filled_line(); scan.skip_line()) {
    const Result<Pose> pose = pose_of_line(scan);
    if (!pose) return Error{pose.error()};
    poses.push_back(*pose);
  }
  if (poses.empty())
    return Error{source.name + ": no poses; one is expected on each line: x y z qw qx qy qz, or x y z"};
  return poses;
}

Result<std::vector<Pose>> read_poses(const std::string& path) {
  const Result<std::string> bytes = file_bytes(path);
  if (!bytes) return Error{bytes.error()};
  return read_poses(Source{printable_name(path), *bytes, path});
}

Result<Pose> parse_pose(std::string_view text) {
  const std::string numbers = without_commas(text);
  Scanner scan(Source{"", numbers}, Scanner::Layout::lines);
  Result<Pose> pose = pose_of_line(scan);
  if (pose && !scan.at_end()) pose = (scan.wrong(std::string(kForm) + ", found more"), scan.error());
  if (pose) return pose;
  const std::string what = pose.error().substr(pose.error().find(": "));  // without the line number, which has no
                                                                          // meaning here
  return Error{"pose " + in_quotes(text, 80) + what};
}

}  // namespace apart::io
