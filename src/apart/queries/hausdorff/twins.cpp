#include <apart/queries/hausdorff/twins.hpp>

namespace apart::queries {
namespace {

constexpr double kNoTwin = std::numeric_limits<double>::infinity();
constexpr u32 kSeeds = 64;   // from which pairs spread
constexpr u32 kFirst = 4;    // of these, that must find some together
constexpr u32 kLeast = 256;  // that many

}  // namespace

void Twins::find(double enough) {
  across_a_ = &Across::of(a_.model()), across_b_ = &Across::of(b_.model());
  enough_ = enough * enough;
  of_a_.assign(a_.tree().items().size(), kNoTwin), of_b_.assign(b_.tree().items().size(), kNoTwin);
  u32 found = 0;
  for (u32 k = 0; k < kSeeds && (k < kFirst || found >= kLeast); ++k)
    if (start(a_.lane_of(static_cast<u32>(u64(k) * a_.size() / kSeeds)))) found += spread();
}

double Twins::squared(u32 edge_a, u32 edge_b) const {
  return squared_length(a_.vertices()[across_a_->face(Across::lane(edge_a))[Across::side(edge_a)]] -
                        b_.vertices()[across_b_->face(Across::lane(edge_b))[Across::side(edge_b)]]);
}

// With the triangle that is nearest, or one beside it, turned so that their corners are nearest.
bool Twins::start(u32 lane) {
  if (of_a_[lane] < kNoTwin) return false;
  const Triangle t = a_.triangle_in(lane);
  const u32 nearest = b_.lane_of(b_.nearest((t.a + t.b + t.c) / 3, Surface::kNone).triangle);
  Pair best{0, 0, enough_, enough_};
  double farthest = enough_;
  const auto offer = [&](u32 other) {
    const u32 edge_a = 4 * lane;
    for (u32 turn = 0; turn < 3; ++turn) {
      const u32 edge = 4 * other + turn, second = Across::next(edge), third = Across::next(second);
      const double from = squared(edge_a, edge), to = squared(edge_a + 1, second), apex = squared(edge_a + 2, third);
      const double most = larger(larger(from, to), apex);
      if (most < farthest) farthest = most, best = {edge_a, edge, from, to};
    }
  };
  offer(nearest);
  for (u32 k = 0; k < 3; ++k)
    if (const u32 beside = (*across_b_)[4 * nearest + k]; beside != Across::kNone) offer(Across::lane(beside));
  if (farthest < enough_) open_.push_back(best);
  return farthest < enough_;
}

u32 Twins::spread() {
  u32 found = 0;
  while (!open_.empty()) {
    const Pair now = open_.back();
    open_.pop_back();
    const u32 lane = Across::lane(now.a);
    if (of_a_[lane] < kNoTwin) continue;
    const u32 second_a = Across::next(now.a), second_b = Across::next(now.b), third_a = Across::next(second_a),
              third_b = Across::next(second_b);
    const double apex = squared(third_a, third_b);
    if (!(apex <= enough_)) continue;
    ++found;
    const double bound = std::sqrt(larger(apex, larger(now.from, now.to)));
    of_a_[lane] = bound;
    double& of_b = of_b_[Across::lane(now.b)];
    of_b = lesser(of_b, bound);
    add({(*across_a_)[second_a], (*across_b_)[second_b], apex, now.to});
    add({(*across_a_)[third_a], (*across_b_)[third_b], now.from, apex});
    add({(*across_a_)[now.a], (*across_b_)[now.b], now.to, now.from});
  }
  return found;
}

void Twins::add(const Pair& pair) {
  if (pair.a != Across::kNone && pair.b != Across::kNone && !(of_a_[Across::lane(pair.a)] < kNoTwin))
    open_.push_back(pair);
}

}  // namespace apart::queries
