#include "cli/check/viewpoint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/render/layer.hpp"

namespace apart::cli {
namespace {

using render::Camera;
using render::Layer;

constexpr int kWidth = 96, kHeight = 72;  // of the small pictures that directions are judged by

Vec3d toward(double azimuth, double elevation) {
  const double a = azimuth * std::numbers::pi / 180, e = elevation * std::numbers::pi / 180;
  return {std::cos(a) * std::cos(e), std::sin(a) * std::cos(e), std::sin(e)};
}

// Where the eye may stand, seen from the target: those that people are used to come first.
std::vector<Vec3d> directions(Vec3d across) {
  std::vector<Vec3d> all;
  for (double elevation : {27, 52, 8, -25})
    for (int k = 0; k < 8; ++k) all.push_back(toward(-50 + 45 * k, elevation));
  if (dot(across, across) == 0) return all;
  // Around the gap, in its plane and little out of it: there one looks into it.
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
  explicit Judge(const View& view) : view_(view) {}

  struct Judged {
    Viewpoint viewpoint;
    double score;
    double behind;  // share of the bodies' samples that show the back of a surface: the eye is inside
  };
  Judged look(Vec3d toward_eye, double stretch) const {
    const double half_height = std::atan(Camera::half_width() / Camera::kAspect);
    const Camera camera = Camera::looking_at(view_.target, -toward_eye, stretch * view_.radius / std::sin(half_height));
    Layer a(kWidth, kHeight), b(kWidth, kHeight), around(kWidth, kHeight);
    a.draw(*view_.a.model, view_.a.pose, camera);
    if (!view_.alone) b.draw(*view_.b.model, view_.b.pose, camera);
    for (const PlacedBody& body : view_.around) around.draw(*body.model, body.pose, camera);

    Judged judged{{camera}, 0, 0};
    const double seen_all = count_points(judged.viewpoint, a, b, around);
    const double both = both_seen(a, b, judged.behind);
    const double aslant = dot(view_.across, toward_eye);
    judged.score = 3 * judged.viewpoint.visible + seen_all + 2 * (1 - aslant * aslant) + both - 4 * judged.behind +
                   0.6 * habit(toward_eye);
    return judged;
  }

 private:
  // The share of points that nothing hides at all.
  double count_points(Viewpoint& viewpoint, const Layer& a, const Layer& b, const Layer& around) const {
    if (view_.points.empty()) return 1;
    std::size_t by_a = 0, by_b = 0, visible = 0, free = 0;
    for (const Vec3d& p : view_.points) {
      const Vec3d seen = viewpoint.camera.seen(p);
      if (seen.z < Camera::kNearest) continue;
      const render::OnPicture at = render::on_picture(seen, kWidth, kHeight);
      if (!(at.x >= 0 && at.x < kWidth && at.y >= 0 && at.y < kHeight)) continue;
      const std::size_t i = static_cast<std::size_t>(at.y) * kWidth + static_cast<std::size_t>(at.x);
      const auto hides = [&](const Layer& layer) { return layer.nearness(i) > 1.015 * at.nearness; };
      const bool hidden_a = hides(a), hidden_b = hides(b);
      by_a += hidden_a, by_b += hidden_b;
      visible += !hidden_a && !hidden_b;
      free += !hidden_a && !hidden_b && !hides(around);
    }
    const auto share = [&](std::size_t n) { return double(n) / double(view_.points.size()); };
    viewpoint.visible = share(visible), viewpoint.hidden_by_a = share(by_a), viewpoint.hidden_by_b = share(by_b);
    return share(free);
  }

  // 1 when each of the two takes up a part of the picture that people notice.
  double both_seen(const Layer& a, const Layer& b, double& behind) const {
    const bool solid_a = view_.a.model->closed(), solid_b = view_.b.model->closed();
    std::size_t of_a = 0, of_b = 0, backs = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a.nearness(i) == 0 && b.nearness(i) == 0) continue;
      const bool a_first = a.nearness(i) >= b.nearness(i);
      ++(a_first ? of_a : of_b);
      backs += a_first ? solid_a && a.from_behind(i) : solid_b && b.from_behind(i);
    }
    behind = of_a + of_b > 0 ? double(backs) / double(of_a + of_b) : 0;
    const std::size_t lesser_one = view_.alone ? of_a : std::min(of_a, of_b);
    return std::min(1.0, double(lesser_one) / (0.04 * double(a.size())));
  }

  // People look from the front and from above.
  static double habit(Vec3d toward_eye) {
    return 0.7 * (1 - std::abs(toward_eye.z - 0.45)) + 0.3 * dot(toward_eye, toward(-50, 27));
  }

  const View& view_;
};

}  // namespace

Viewpoint best_viewpoint(const View& view) {
  const Judge judge(view);
  const std::vector<Vec3d> all = directions(view.across);
  std::optional<Judge::Judged> best;
  for (double stretch : {1.0, 2.4}) {  // from farther away, where all that is near lies inside of a body
    for (const Vec3d& direction : all)
      if (Judge::Judged now = judge.look(direction, stretch); !best || now.score - (stretch - 1) > best->score)
        best = std::move(now);
    if (best->viewpoint.visible > 0.5 && best->behind < 0.1) break;
  }
  return best->viewpoint;
}

}  // namespace apart::cli
