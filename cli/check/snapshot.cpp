// Renders a finding and its surroundings to a picture.
#include "cli/check/snapshot.hpp"

#include <algorithm>
#include <cmath>

#include "cli/render/picture.hpp"
#include "cli/render/png.hpp"

namespace apart::cli {
namespace {

using render::Layer;
using render::Look;
using render::Picture;

constexpr std::size_t kMostAround = 200, kMostTrianglesAround = 400'000;  // limits on other bodies that are drawn
constexpr std::size_t kMostPoints = 128;                                  // of a finding, used to rate directions
constexpr int kOverview = 168;                                            // the width of the small picture
constexpr double kLine = 2.8, kDot = 8;                                   // pixels

double half_size(const Bounds& box) { return box.empty() ? 0 : 0.5 * length(box.size()); }

double gap_to(const Bounds& box, Vec3d p) {
  const Vec3d outside = larger(larger(box.low - p, p - box.high), Vec3d{});
  return length(outside);
}

// Is the finding a whole body rather than a place on it?
bool of_whole_body(const PairReport& pair) {
  return pair.state == PairState::contained || pair.state == PairState::duplicate;
}

std::vector<Vec3d> points_of(const PairReport& pair) {
  std::vector<Vec3d> points;
  if (of_whole_body(pair)) return points;
  std::size_t all = 0;
  for (const Curve& curve : pair.curves) all += curve.points.size();
  if (all == 0) {
    for (int k = 0; k <= 8; ++k) points.push_back(pair.on_a + k / 8.0 * (pair.on_b - pair.on_a));
    return points;
  }
  const std::size_t step = 1 + all / kMostPoints;
  std::size_t n = 0;
  for (const Curve& curve : pair.curves)
    for (const Vec3d& p : curve.points)
      if (n++ % step == 0) points.push_back(p);
  return points;
}

// How much is shown around a finding: little of a large body, most of a small one, and always all that is marked.
double shown_radius(const PairReport& pair, double finding, double smaller, double larger_one) {
  if (of_whole_body(pair)) return larger(1.5 * finding, lesser(1.1 * larger_one, 6 * finding));
  const double least = larger(1.35 * finding, 0.3 * smaller);
  return std::clamp(std::pow(finding, 0.35) * std::pow(smaller, 0.65), least, larger(least, 1.1 * smaller));
}

// The extent of the points on the picture in pixels; nothing if some are out of view.
std::optional<double> extent_of(const Picture& picture, const std::vector<Vec3d>& points) {
  double left = Snapshots::kWidth, right = 0, top = Snapshots::kHeight, bottom = 0;
  for (const Vec3d& p : points) {
    if (!picture.in_view(p)) return {};
    const render::OnPicture at = picture.place(p);
    left = std::min(left, at.x), right = std::max(right, at.x);
    top = std::min(top, at.y), bottom = std::max(bottom, at.y);
  }
  return std::hypot(right - left, bottom - top);
}

void mark_finding(Picture& picture, const PairReport& pair, const View& view, const Layer& a, const Layer* b) {
  if (of_whole_body(pair)) {
    picture.outline(a);
    if (b) picture.outline(*b);
    return;
  }
  for (const Curve& curve : pair.curves) picture.curve(curve.points, curve.closed, kLine);
  if (pair.curve_length == 0) {
    picture.line(pair.on_a, pair.on_b, kLine);
    picture.dot(pair.on_a, kDot);
    picture.dot(pair.on_b, kDot);
  }
  // What is small on the picture gets a ring around it.
  if (const auto extent = extent_of(picture, view.points); extent && *extent < 40)
    picture.ring(view.target, 0.5 * *extent + 16, kLine);
}

// Both bodies entirely, seen from the same side and from above, with a ring around the finding.
render::Image overview(const View& view, const render::Camera& camera, double radius) {
  Bounds all = view.a.box;
  all.add(view.b.box);
  Vec3d ahead = camera.ahead;
  if (std::abs(ahead.z) < 0.4) ahead.z = ahead.z > 0.2 ? 0.5 : -0.5;
  const render::Camera from = render::Camera::looking_at(all.centre(), ahead, camera.distance * radius / view.radius);
  Picture picture(kOverview, kOverview * 3 / 4, from);
  const bool a_larger = half_size(view.a.box) >= half_size(view.b.box);
  picture.add(Look{Snapshots::kColourA, a_larger ? 0.5 : 1, 0.9}).draw(*view.a.model, view.a.pose, from);
  if (!view.alone)
    picture.add(Look{Snapshots::kColourB, a_larger ? 1 : 0.5, 0.9}).draw(*view.b.model, view.b.pose, from);
  picture.ring(view.target, 9, 2.2);
  return picture.image();
}

}  // namespace

Snapshots::Snapshots(const Report& report, u32 threads)
    : report_(report), boxes_(world_boxes(report.parts, threads)), movers_(report.parts.size(), kStill) {
  for (std::size_t k = 0; k < report.motion.parts.size(); ++k) movers_[report.motion.parts[k]] = k;
}

// At its pose when the pair is worst.
PlacedBody Snapshots::placed(u32 part, const PairReport& pair) const {
  const AssemblyPart& it = report_.parts[part];
  if (movers_[part] == kStill || (pair.frames.found == 0 && !is_finding(pair)))
    return {&it.model, it.pose, boxes_[part]};
  const Pose pose = report_.pose_at(movers_[part], pair.frames.worst_at);
  return {&it.model, pose, world_box(it.model, pose)};
}

View Snapshots::view(const PairReport& pair) const {
  View view{placed(pair.a, pair), placed(pair.b, pair), pair.a == pair.b};
  view.points = points_of(pair);
  const double size_a = half_size(view.a.box), size_b = half_size(view.b.box);
  Bounds box = pair.box;
  if (box.empty()) box.add(pair.on_a), box.add(pair.on_b);
  view.target = box.centre();
  view.radius = shown_radius(pair, half_size(box), lesser(size_a, size_b), larger(size_a, size_b));
  if (!(view.radius > 0)) view.radius = 1;  // two single points: any radius will do
  const Vec3d gap = pair.on_b - pair.on_a;
  if (pair.curves.empty() && !of_whole_body(pair) && length(gap) > 0) view.across = gap / length(gap);

  struct Candidate {
    double gap;
    u32 part;
    PlacedBody body;
  };
  std::vector<Candidate> near;
  for (u32 part = 0; part < report_.parts.size(); ++part) {
    if (part == pair.a || part == pair.b) continue;
    const PlacedBody body = placed(part, pair);
    if (body.box.empty()) continue;
    if (const double gap_there = gap_to(body.box, view.target); gap_there < 3 * view.radius)
      near.push_back({gap_there, part, body});
  }
  std::stable_sort(near.begin(), near.end(), [](const Candidate& x, const Candidate& y) { return x.gap < y.gap; });
  std::size_t triangles = 0;
  for (const Candidate& one : near) {
    triangles += one.body.model->mesh().size();
    if (view.around.size() == kMostAround || triangles > kMostTrianglesAround) break;
    view.around.push_back(one.body);
  }
  return view;
}

Snapshot Snapshots::of(const PairReport& pair) const {
  const View what = view(pair);
  const Viewpoint from = best_viewpoint(what);
  constexpr double kHides = 0.6;
  const bool contained = pair.state == PairState::contained;
  const bool a_outside = pair.inside.which == Inside::Which::b;
  const auto look = [&](render::Colour colour, bool ghost) {
    return ghost ? Look{colour, contained ? 0.16 : 0.55, 0.9} : Look{colour, 1, 1};
  };
  const bool ghost_a = contained ? a_outside : from.hidden_by_a > kHides;
  const bool ghost_b = contained ? !a_outside : from.hidden_by_b > kHides;

  Picture picture(kWidth, kHeight, from.camera);
  Layer& a = picture.add(look(kColourA, ghost_a));
  a.draw(*what.a.model, what.a.pose, from.camera);
  Layer* b = what.alone ? nullptr : &picture.add(look(kColourB, ghost_b));
  if (b) b->draw(*what.b.model, what.b.pose, from.camera);
  Layer& around = picture.add({{140, 147, 158}, 0.14, 0.3});
  for (const PlacedBody& body : what.around) around.draw(*body.model, body.pose, from.camera);
  if (contained && b)
    mark_finding(picture, pair, what, a_outside ? *b : a, nullptr);
  else
    mark_finding(picture, pair, what, a, b);
  render::Image image = picture.image();
  Bounds all = what.a.box;
  all.add(what.b.box);
  if (half_size(all) > 1.4 * what.radius) {
    const render::Image small = overview(what, from.camera, half_size(all));
    image.lay(small, kWidth - small.width - 8, kHeight - small.height - 8, {90, 96, 106});
  }
  return {from.camera, render::png(image)};
}

}  // namespace apart::cli
