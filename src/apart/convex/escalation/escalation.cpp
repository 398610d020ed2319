// The rungs of the escalation: spheres, cached proofs, signs, doubles, careful, 113 bits, all axes.
#include <apart/convex/escalation/escalation.hpp>
#include <apart/convex/escalation/penetration_gap.hpp>
#include <apart/convex/escalation/warm_start.hpp>

namespace apart::convex {
namespace {

// One climb: a pair, what is wanted of it, and the rungs. A rung returns `apart` or `meet` where it has proven that,
// and then has written the gap, if one is wanted; otherwise `unsure`, and the next is tried.
class Escalation {
 public:
  // A gap is wanted, or, where that is null, only whether the cores are farther apart than the reach.
  Escalation(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options, ConvexGap* gap)
      : pair_(a, b_in_a, b), warm_(options.memory, a, b), options_(options), gap_(gap) {}

  // The ladder: the first rung that is sure decides.
  APART_INLINE Verdict climb() {
    return first_sure<&Escalation::bounding_spheres, &Escalation::cached_proof, &Escalation::signs,
                      &Escalation::gjk_with_growing_care, &Escalation::all_axes>();
  }

  // Of cores that were not proven apart: how deep they overlap, or a common point.
  void overlap() {
    if (!options_.depth)
      *gap_ = meeting_at(gap_->on_a, pair_.towards);
    else
      *gap_ = vertices_ ? penetration_gap(pair_, *vertices_) : penetration_gap(pair_, *simplex_);
  }

 private:
  template <auto... Rungs>
  APART_INLINE Verdict first_sure() {
    Verdict found = Verdict::unsure;
    static_cast<void>((((found = (this->*Rungs)()) == Verdict::unsure) && ...));
    return found;
  }

  bool wants_depth() const { return gap_ && options_.depth; }
  bool proves_apart(const ConvexGap& gap) const { return gap.at_least > (gap_ ? 0 : options_.reach); }

  // Around the cores, and inside polytopes.
  APART_INLINE Verdict bounding_spheres() {
    if (pair_.spheres_beyond(options_.reach)) {
      if (gap_) {
        const auto [unit, far] = normalized(pair_.towards);
        const double bound = far - pair_.radii;
        *gap_ = {bound, bound, far, pair_.centre_a, pair_.centre_a + bound * unit, unit, Status::at_least};
      }
      return Verdict::apart;
    }
    if (wants_depth() || !pair_.inscribed_spheres_overlap()) return Verdict::unsure;
    if (gap_) gap_->on_a = pair_.common_point();
    return Verdict::meet;
  }

  // What proved the last verdict of a pair that has moved little. It has no witness points.
  APART_INLINE Verdict cached_proof() {
    if (gap_) return Verdict::unsure;
    if (warm_.axis_separates(pair_, options_.reach)) return Verdict::apart;
    return warm_.simplex_holds_origin(pair_) ? Verdict::meet : Verdict::unsure;
  }

  // Two polytopes, by the signs of products alone: MPR where a verdict is enough, or GJK.
  APART_INLINE Verdict signs() {
    if (!pair_.are_polytopes()) return Verdict::unsure;
    if (!gap_) {
      if (options_.reach != 0) return Verdict::unsure;
      const MprResult found = mpr(pair_.polytopes());
      warm_.keep(pair_, found);
      return found.verdict;
    }
    if (warm_.has_simplex() && !warm_.has_vertices()) return Verdict::unsure;
    const PolytopeGjk found = polytope_gjk(pair_.polytopes(), options_.reach, warm_.vertices());
    const Verdict verdict = found.verdict();
    if (verdict == Verdict::unsure) return verdict;
    warm_.keep(pair_, found);
    if (verdict == Verdict::apart)
      *gap_ = concluded(found.result);
    else
      gap_->on_a = found.result.on_a, vertices_ = found.corners;
    return verdict;
  }

  // GJK over support functions: in doubles, with care, then in 113 bits.
  APART_INLINE Verdict gjk_with_growing_care() {
    Gjk<CoreSupport, PlacedCore> search =
        warm_.search(pair_, {.reach = options_.reach,
                             .enough = options_.enough,
                             .tolerance = gap_ ? larger(options_.tolerance, tolerance_of(pair_)) : 1e-14,
                             .abs_tolerance = options_.abs_tolerance});
    const GjkResult found = search.run();
    warm_.keep(pair_, search, found);
    const bool apart = proves_apart(found);
    if (gap_) *gap_ = apart ? concluded(found) : ConvexGap(found);
    if (apart) return Verdict::apart;
    if (wants_depth()) simplex_ = search.simplex();
    return found.status == Status::unfinished ? Verdict::unsure : Verdict::meet;
  }

  // Where GJK came to no end: a plane may be between them all the same.
  Verdict all_axes() {
    const std::optional<ConvexGap> axes = gap_by_all_axes(pair_);
    if (!axes || !proves_apart(*axes)) return Verdict::unsure;
    if (gap_) {
      gap_->at_least = axes->at_least, gap_->normal = axes->normal, gap_->status = Status::within_error;
      gap_->straighten();
    }
    return Verdict::apart;
  }

  // What GJK found of cores that are apart.
  ConvexGap concluded(const GjkResult& found) const {
    ConvexGap out = found;
    if (found.status == Status::at_least) return out;
    // For points that are far apart the vector between them is better than the proving plane's normal, which is only as
    // good as the tolerance; for near ones the plane's, since they differ by rounding.
    if (found.distance > (pair_.curved ? 1e-5 : 1e-3) * pair_.size)
      out.normal = normalized(found.on_b - found.on_a).unit;
    out.straighten();
    if (out.status == Status::unfinished && out.distance - out.at_least <= 1e-9 * out.distance)
      out.status = Status::exact;
    return out;
  }

  const PlacedCores pair_;
  const WarmStart warm_;
  const CoreGapOptions& options_;
  ConvexGap* const gap_;
  // Around the origin, of cores that meet: where EPA starts.
  std::optional<PolytopeSimplex> vertices_;
  std::optional<GjkSimplex> simplex_;
};

}  // namespace

ConvexGap escalated_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options) {
  ConvexGap out;
  Escalation pair(a, b_in_a, b, options, &out);
  if (pair.climb() != Verdict::apart) pair.overlap();
  return out;
}

bool escalated_within(const Core& a, const Pose& b_in_a, const Core& b, double reach, ShapeCache* memory) {
  const CoreGapOptions options{.reach = reach, .enough = reach, .memory = memory};
  return Escalation(a, b_in_a, b, options, nullptr).climb() != Verdict::apart;
}

}  // namespace apart::convex
