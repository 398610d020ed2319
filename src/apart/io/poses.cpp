#include <apart/io/poses.hpp>
#include <apart/io/scan.hpp>

namespace apart {
namespace {

// The seven numbers of the current line.
Result<Posed> pose_of_line(io::Scanner& scan) {
  double n[7];
  for (int i = 0; i < 7; ++i) {
    if (scan.at_line_end())
      return scan.wrong("a pose needs 7 numbers (x y z qw qx qy qz), found " + std::to_string(i)), scan.error();
    if (!scan.number(n[i])) return scan.error();
  }
  if (!scan.at_line_end()) return scan.expected("the end of the line after 7 numbers"), scan.error();
  Result<Posed> pose = Posed::from_quaternion(n[3], n[4], n[5], n[6], {n[0], n[1], n[2]});
  if (!pose) return scan.wrong(pose.error()), scan.error();
  return pose;
}

}  // namespace

Result<std::vector<Posed>> io::read_poses(const Source& source) {
  Scanner scan(source, Scanner::Layout::lines);
  if (!scan.check_is_text()) return scan.error();
  std::vector<Posed> poses;
  for (; scan.next_filled_line(); scan.skip_line()) {
    const Result<Posed> pose = pose_of_line(scan);
    if (!pose) return Error{pose.error()};
    poses.push_back(*pose);
  }
  if (poses.empty()) return Error{source.name + ": no poses"};
  return poses;
}

Result<std::vector<Posed>> read_poses(const std::filesystem::path& path) {
  const Result<std::string> bytes = io::file_bytes(path);
  if (!bytes) return Error{bytes.error()};
  return io::read_poses(io::Source{io::printable_name(path.string()), *bytes, path});
}

Result<Posed> parse_pose(std::string_view text) {
  io::Scanner scan(io::Source{"", text}, io::Scanner::Layout::lines);
  Result<Posed> pose = pose_of_line(scan);
  if (pose && !scan.at_end()) pose = (scan.expected("no more than 7 numbers"), scan.error());
  if (pose) return pose;
  const std::string what = pose.error().substr(pose.error().find(": "));  // a line's number says nothing here
  return Error{"pose " + io::in_quotes(text, 80) + what};
}

}  // namespace apart
