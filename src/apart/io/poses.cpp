// Parses poses from text and files.
#include <apart/io/bytes/scan.hpp>
#include <apart/io/poses.hpp>
#include <apart/io/rows.hpp>

namespace apart::io {
namespace {

const RowForm& pose_form() {
  static const RowForm form{3, 7, "a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone)",
                            "no poses; one is expected on each line: x y z qw qx qy qz, or x y z"};
  return form;
}

Result<Pose> pose_of(std::span<const double> n) {
  if (n.size() == 3) return Pose::from_quaternion(1, 0, 0, 0, {n[0], n[1], n[2]});
  if (n.size() == 7) return Pose::from_quaternion(n[3], n[4], n[5], n[6], {n[0], n[1], n[2]});
  return Error{pose_form().form + ", found " + std::to_string(n.size())};
}

}  // namespace

Result<std::vector<Pose>> read_poses(const Source& source) {
  std::vector<Pose> poses;
  const Result<std::size_t> rows = read_rows(source, pose_form(), [&](std::span<const double> row) -> std::string {
    const Result<Pose> pose = pose_of(row);
    if (!pose) return pose.error();
    poses.push_back(*pose);
    return {};
  });
  if (!rows) return Error{rows.error()};
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
  std::vector<double> row;
  const auto refused = [&] {  // without the line number, which has no meaning here
    const std::string error = scan.error().message;
    return Error{"pose " + in_quotes(text, 80) + error.substr(error.find(": "))};
  };
  if (!scan_row(scan, pose_form(), row)) return refused();
  if (!scan.at_end()) return scan.wrong(pose_form().form + ", found more"), refused();
  Result<Pose> pose = pose_of(row);
  return pose ? pose : (scan.wrong(pose.error()), refused());
}

}  // namespace apart::io
