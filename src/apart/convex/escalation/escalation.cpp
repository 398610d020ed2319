// The rungs of the escalation: spheres, cached proofs, signs, doubles, careful, 113 bits, all axes. Before them, a gap
// of two polytopes is tried at once.
#include <apart/convex/escalation/escalation.hpp>
#include <apart/convex/escalation/penetration_gap.hpp>
#include <apart/convex/escalation/quick_gap.hpp>
#include <apart/convex/escalation/warm_start.hpp>

namespace apart::convex {
namespace {

// A gap with witness points, where that is wanted, and from where EPA starts if the cores overlap. Where it is not, a
// verdict is enough: are the cores farther apart than the reach?
struct WantedGap {
  const CoreGapOptions& options;
  ConvexGap& out;
  std::optional<GjkSimplex> simplex{};  // around the origin
};

// A pair, what is wanted of it, and the rungs. A rung returns `apart` or `meet` where it has proven that, and then has
// written the gap, if one is wanted; otherwise `unsure`, and the next is tried.
class Escalation {
 public:
  Escalation(const Core& a, const Pose& b_in_a, const Core& b, ShapeCache* cache, double reach, WantedGap* wanted)
      : pair_(a, b_in_a, b), warm_(cache, a, b), reach_(reach), wanted_(wanted) {}

  // The ladder: the first rung that is sure decides.
  APART_INLINE Verdict climb() {
    return first_sure<&Escalation::bounding_spheres, &Escalation::cached_proof, &Escalation::signs,
                      &Escalation::gjk_with_growing_care, &Escalation::all_axes>();
  }

  // Of cores that were not proven apart: how deep they overlap, or a common point.
  void overlap() {
    ConvexGap& out = wanted_->out;
    if (!wants_depth())
      out.meet_at(out.on_a, pair_.towards);
    else
      out = penetration_gap(pair_, *wanted_->simplex);
  }

 private:
  template <auto... Rungs>
  APART_INLINE Verdict first_sure() {
    Verdict found = Verdict::unsure;
    static_cast<void>((((found = (this->*Rungs)()) == Verdict::unsure) && ...));
    return found;
  }

  bool wants_depth() const { return wanted_ && wanted_->options.depth; }
  bool proves_apart(const ConvexGap& gap) const { return gap.at_least > (wanted_ ? 0 : reach_); }

  // Around the cores, and inside polytopes.
  APART_INLINE Verdict bounding_spheres() {
    if (pair_.spheres_beyond(reach_)) {
      if (wanted_) {
        const auto [unit, far] = normalized(pair_.towards);
        const double bound = far - pair_.radii;
        wanted_->out = {bound, bound, far, pair_.centre_a, pair_.centre_a + bound * unit, unit, Status::at_least};
      }
      return Verdict::apart;
    }
    if (wants_depth() || !pair_.inscribed_spheres_overlap()) return Verdict::unsure;
    if (wanted_) wanted_->out.on_a = pair_.common_point();
    return Verdict::meet;
  }

  // What proved the last verdict of a pair that has moved little. It has no witness points.
  APART_INLINE Verdict cached_proof() {
    if (wanted_) return Verdict::unsure;
    if (warm_.axis_separates(pair_, reach_)) return Verdict::apart;
    return warm_.simplex_holds_origin(pair_) ? Verdict::meet : Verdict::unsure;
  }

  // Two polytopes, by the signs of products alone: MPR where a verdict is enough. A gap was tried before all rungs.
  APART_INLINE Verdict signs() {
    if (!pair_.are_polytopes() || wanted_ || reach_ != 0) return Verdict::unsure;
    const MprResult found = mpr(pair_.polytopes());
    warm_.keep(pair_, found);
    return found.verdict;
  }

  // GJK over support functions: in doubles, with care, then in 113 bits.
  APART_INLINE Verdict gjk_with_growing_care() {
    Gjk<CoreSupport, PlacedCore> search = warm_.search(
        pair_, {.reach = reach_,
                .enough = wanted_ ? wanted_->options.enough : reach_,
                .tolerance = wanted_ ? larger(wanted_->options.tolerance, tolerance_of(pair_)) : GjkOptions{}.tolerance,
                .abs_tolerance = wanted_ ? wanted_->options.abs_tolerance : 0});
    const GjkResult found = search.run();
    warm_.keep(pair_, search, found);
    const bool apart = proves_apart(found);
    if (apart && wanted_) conclude(found);
    if (apart) return Verdict::apart;
    if (wanted_) wanted_->out = found;
    if (wants_depth()) wanted_->simplex = search.simplex();
    return found.status == Status::unfinished ? Verdict::unsure : Verdict::meet;
  }

  // Where GJK came to no end: a plane may be between them all the same.
  Verdict all_axes() {
    const std::optional<ConvexGap> axes = gap_by_all_axes(pair_);
    if (!axes || !proves_apart(*axes)) return Verdict::unsure;
    if (wanted_) {
      ConvexGap& out = wanted_->out;
      out.at_least = axes->at_least, out.normal = axes->normal, out.status = Status::within_error;
      out.straighten();
    }
    return Verdict::apart;
  }

  APART_INLINE void conclude(const GjkResult& found) const {
    conclude_apart(found, pair_.size, pair_.curved, wanted_->out);
  }

  const PlacedCores pair_;
  const WarmStart warm_;
  const double reach_;
  WantedGap* const wanted_;  // null: a verdict is enough
};

}  // namespace

ConvexGap escalated_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options) {
  if (GjkResult quick; quick_gap(a, b_in_a, b, options.reach, options.depth, options.memory, quick)) return quick;
  ConvexGap out;
  WantedGap wanted{options, out};
  Escalation pair(a, b_in_a, b, options.memory, options.reach, &wanted);
  if (pair.climb() != Verdict::apart) pair.overlap();
  return out;
}

bool escalated_within(const Core& a, const Pose& b_in_a, const Core& b, double reach, ShapeCache* memory) {
  return Escalation(a, b_in_a, b, memory, reach, nullptr).climb() != Verdict::apart;
}

}  // namespace apart::convex
