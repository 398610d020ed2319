// Rates directions by small renderings, and returns the best camera.
#include "cli/check/viewpoint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/render/layer.hpp"

namespace apart::cli {
namespace {

using render::Camera;
using render::Layer;

// Size of the small pictures that rate directions; twice as fine for a gap, which is narrow.
constexpr int kWidth = 96, kHeight = 72;
constexpr double kSmallest = 1.5;

Vec3d toward(double azimuth, double elevation) {
  const double a = azimuth * std::numbers::pi / 180, e = elevation * std::numbers::pi / 180;
  return {std::cos(a) * std::cos(e), std::sin(a) * std::cos(e), std::sin(e)};
}

// Candidate directions from the target to the eye: the usual ones first.
std::vector<Vec3d> directions(Vec3d across) {
  std::vector<Vec3d> all;
  for (double elevation : {27, 52, 8, -25})
    for (int k = 0; k < 8; ++k) all.push_back(toward(-50 + 45 * k, elevation));
  if (dot(across, across) == 0) return all;
  // Around the gap, in its plane or nearly so, from where one sees into it.
  const Vec3d other = std::abs(across.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
  const Vec3d u = cross(across, other) / length(cross(across, other)), v = cross(across, u);
  for (double tilt : {0.0, 0.15, -0.15})
    for (int k = 0; k < 12; ++k) {
      const double angle = k * std::numbers::pi / 6;
      const Vec3d d = std::cos(angle) * u + std::sin(angle) * v + tilt * across;
      all.push_back(d / length(d));
    }
  return all;
}

class Judge {
 public:
  explicit Judge(const View& view)
      : view_(view), a_inside_(inside_shows(*view.a.model)), b_inside_(inside_shows(*view.b.model)) {}

  struct Judged {
    Viewpoint viewpoint;
    double score;   // higher is better
    double behind;  // share of the bodies' samples that show the inside of one: the eye is in it
  };
  // Nothing, if it is no better than this.
  std::optional<Judged> look(Vec3d toward_eye, double stretch, double than) {
    const double half_height = std::atan(Camera::half_width() / Camera::kAspect);
    const Camera camera = Camera::looking_at(view_.target, -toward_eye, stretch * view_.radius / std::sin(half_height));
    a_.clear(), b_.clear();
    a_.draw(*view_.a.model, view_.a.pose, camera);
    if (!view_.alone) b_.draw(*view_.b.model, view_.b.pose, camera);
    Judged judged{{camera}, 0, 0};
    count_points(judged.viewpoint);
    const double both = both_seen(judged.behind);
    const double aslant = dot(view_.across, toward_eye);
    judged.score = 3 * judged.viewpoint.visible + 2 * (1 - aslant * aslant) + both - 4 * judged.behind +
                   0.6 * habit(toward_eye) - (stretch - 1);
    if (judged.score + 1 <= than) return {};  // even if nothing else occluded it
    around_.clear();
    for (const PlacedBody& body : view_.around) around_.draw(*body.model, body.pose, camera);
    judged.score += seen_past_others(camera);
    if (judged.score <= than) return {};
    return judged;
  }

 private:
  // Which side of its triangles shows the inside of a body.
  enum class Inside { unknown, front, back };
  static Inside inside_shows(const Model& model) {
    return !model.closed() ? Inside::unknown : model.inside_out() ? Inside::front : Inside::back;
  }
  static bool shows(Inside inside, const Layer& layer, std::size_t i) {
    return inside != Inside::unknown && layer.from_behind(i) == (inside == Inside::back);
  }

  struct Sample {
    std::size_t index;
    double nearness;
  };
  // The sample that shows a point, if it is in view.
  std::optional<Sample> sample(const Camera& camera, Vec3d p) const {
    const Vec3d seen = camera.seen(p);
    if (seen.z < Camera::kNearest) return {};
    const int width = a_.width(), height = a_.height();
    const render::OnPicture at = render::on_picture(seen, width, height);
    if (!(at.x >= 0 && at.x < width && at.y >= 0 && at.y < height)) return {};
    return Sample{static_cast<std::size_t>(at.y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(at.x),
                  at.nearness};
  }
  // A gap is hidden by anything in front. A curve lies on surfaces, so it takes a larger difference in depth, at the
  // neighbouring samples too, since the depth of a slanted surface changes much within one sample.
  bool hides(const Layer& layer, const Sample& at) const {
    const double limit = (is_gap() ? 1.004 : 1.015) * at.nearness;
    const auto in_front = [&](std::size_t i) { return i < layer.size() && layer.nearness(i) > limit; };
    const auto row = static_cast<std::size_t>(layer.width());
    return in_front(at.index) && (is_gap() || (in_front(at.index - 1) && in_front(at.index + 1) &&
                                               in_front(at.index - row) && in_front(at.index + row)));
  }
  bool is_gap() const { return dot(view_.across, view_.across) > 0; }
  Layer small_layer() const { return {is_gap() ? 2 * kWidth : kWidth, is_gap() ? 2 * kHeight : kHeight, kSmallest}; }

  void count_points(Viewpoint& viewpoint) const {
    if (view_.points.empty()) return;
    std::size_t by_a = 0, by_b = 0, visible = 0;
    for (const Vec3d& p : view_.points)
      if (const auto at = sample(viewpoint.camera, p)) {
        const bool hidden_a = hides(a_, *at), hidden_b = hides(b_, *at);
        by_a += hidden_a, by_b += hidden_b, visible += !hidden_a && !hidden_b;
      }
    const auto share = [&](std::size_t n) { return double(n) / double(view_.points.size()); };
    viewpoint.visible = share(visible), viewpoint.hidden_by_a = share(by_a), viewpoint.hidden_by_b = share(by_b);
  }

  // The share of points that no body hides.
  double seen_past_others(const Camera& camera) const {
    if (view_.points.empty()) return 1;
    std::size_t free = 0;
    for (const Vec3d& p : view_.points)
      if (const auto at = sample(camera, p)) free += !hides(a_, *at) && !hides(b_, *at) && !hides(around_, *at);
    return double(free) / double(view_.points.size());
  }

  // 1 if each of the two covers a noticeable part of the picture.
  double both_seen(double& behind) const {
    std::size_t of_a = 0, of_b = 0, backs = 0;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      if (a_.nearness(i) == 0 && b_.nearness(i) == 0) continue;
      const bool a_first = a_.nearness(i) >= b_.nearness(i);
      ++(a_first ? of_a : of_b);
      backs += a_first ? shows(a_inside_, a_, i) : shows(b_inside_, b_, i);
    }
    behind = of_a + of_b > 0 ? double(backs) / double(of_a + of_b) : 0;
    const std::size_t lesser_one = view_.alone ? of_a : std::min(of_a, of_b);
    return std::min(1.0, double(lesser_one) / (0.04 * double(a_.size())));
  }

  // Prefers views from the front and from above.
  static double habit(Vec3d toward_eye) {
    return 0.7 * (1 - std::abs(toward_eye.z - 0.45)) + 0.3 * dot(toward_eye, toward(-50, 27));
  }

  const View& view_;
  Inside a_inside_, b_inside_;
  Layer a_ = small_layer(), b_ = small_layer(), around_ = small_layer();
};

}  // namespace

Viewpoint best_viewpoint(const View& view) {
  Judge judge(view);
  const std::vector<Vec3d> all = directions(view.across);
  std::optional<Judge::Judged> best;
  for (double stretch : {1.0, 2.4}) {  // from farther away if everything close is inside a body
    for (const Vec3d& direction : all)
      if (const auto better = judge.look(direction, stretch, best ? best->score : -1e9)) best = better;
    if (best->viewpoint.visible > 0.5 && best->behind < 0.1) break;
  }
  return best->viewpoint;
}

}  // namespace apart::cli
