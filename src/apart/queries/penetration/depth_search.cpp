// Nearest first, over the contact patches of two solids; those that are proven to overlap elsewhere are dropped.
#include <algorithm>
#include <apart/base/normalized.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/penetration/contact_planes.hpp>
#include <apart/queries/penetration/depth_search.hpp>
#include <apart/queries/penetration/overlap_witness.hpp>
#include <apart/queries/penetration/plain_surface.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/queries/separation.hpp>
#include <apart/queries/within.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/triangles/point.hpp>
#include <optional>
#include <tuple>

// Why this is a proof. Translations that leave the solids overlapping are an open set; the least one that separates
// them lies on its boundary, and on a contact patch. So if every patch nearer than L is covered by balls of
// translations that are proven to overlap, nothing nearer than L separates. The search takes patches, and pairs of
// nodes, nearest first; at_least is the distance of the first that is left.

namespace apart::queries {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pose moved(Pose pose, Vec3d by) {
  pose.translation += by;
  return pose;
}

class DepthSearch {
 public:
  DepthSearch(const Model& a, const Pose& b_in_a, const Model& b, const DepthGoal& goal)
      : a_(a),
        b_(b),
        b_in_a_(b_in_a),
        room_(goal.room),
        rel_error_(goal.rel_error),
        budget_(goal.budget),
        pairs_(a, b_in_a, b),
        witness_(a, b_in_a, b, pairs_.slack()) {}

  DepthBounds run(const std::optional<Vec3d>& guess) {
    find_first_translation();
    if (guess) try_guess(*guess);
    if (contact_features(a_).sound && contact_features(b_).sound) {
      find_first_witness();
      improve(best_.translation);
      if (!done()) search();
    }
    best_.at_least = larger(0.0, lesser(best_.at_least, best_.at_most));
    best_.tests = tests_ + witness_.tests();
    return best_;
  }

 private:
  // A lower bound that is enough, rounding included: what lies farther is not searched.
  double target() const { return (1 - (1 - 1e-6) * rel_error_) * best_.at_most; }
  bool done() const { return best_.at_least >= target(); }
  bool spent() {
    const u64 tests = tests_ + witness_.tests();
    if (tests >= budget_.tests) return true;
    if (budget_.until == Budget::Clock::time_point::max() || tests < next_look_) return false;
    next_look_ = tests + 64;
    return Budget::Clock::now() >= budget_.until;
  }

  // Does B, moved by t, share space with A, or come too near?
  bool meet(Vec3d t) {
    if (meets_again(t)) return true;
    tests_ += 16;
    return remembered(within(a_, moved(b_in_a_, t), b_, room_, {.solid = true}));
  }
  // Does it touch? Faster, and enough for a translation that is checked once more.
  bool touch(Vec3d t) {
    if (meets_again(t)) return true;
    tests_ += 16;
    return remembered(collide(a_, moved(b_in_a_, t), b_, {.solid = true}));
  }
  // Is it in a ball that is proven to overlap, or do triangles touch that did at another translation?
  bool meets_again(Vec3d t) {
    for (u32 k : largest_)
      if (squared_length(t - proofs_[k].ball.centre) < 0.99 * proofs_[k].ball.radius * proofs_[k].ball.radius)
        return true;
    const PlacedPair placed{a_.mesh(), moved(b_in_a_, t), b_.mesh()};
    for (std::size_t k = 0; k < met_.size(); ++k) {
      if (!overlap(placed.of_a(met_[k].first), placed.of_b(met_[k].second))) continue;
      std::rotate(met_.begin(), met_.begin() + static_cast<std::ptrdiff_t>(k),
                  met_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      return true;
    }
    return false;
  }
  template <class Contact>
  bool remembered(const Contact& contact) {
    constexpr std::size_t kMost = 12;
    if (!contact) return false;
    if (contact.contained) return true;
    if (met_.size() == kMost) met_.pop_back();
    met_.insert(met_.begin(), {contact.a.triangle, contact.b.triangle});
    return true;
  }

  // Keeps a translation if it is shorter than the best and separates.
  bool offer(Vec3d t) {
    if (!(length(t) < best_.at_most) || meet(t)) return false;
    best_.translation = t, best_.at_most = length(t);
    return true;
  }

  void find_first_translation() {
    std::vector<TouchingPair> touching = collisions(a_, b_in_a_, b_, 4096).pairs;
    const SeparationBound bound = separation_bound(a_, {}, b_, b_in_a_, touching);
    // Along it, one ends before the other begins.
    const Vec3d way = normalized(bound.translation).unit;
    best_.at_most = bound.length + 2 * room_;
    while (meet(best_.at_most * way)) best_.at_most = best_.at_most * (1 + 4 * kUnit<double>)+2 * room_;
    best_.translation = best_.at_most * way;
    for (std::size_t k = 0; k < touching.size(); k += 1 + touching.size() / 8)
      seeds_.push_back(meeting(a_, b_in_a_, b_, touching[k]).p);
    crossings_ = seeds_.size();
  }

  // After a small motion somewhat more or less of it separates.
  void try_guess(Vec3d t) {
    for (const double share : {1.0, 1.01, 1.05, 1.2})
      if (offer(share * t)) return;
  }

  // The largest margin at no translation at all is a lower bound by itself.
  void find_first_witness() {
    const auto add_vertices = [&](const ContactFeatures& features, auto place) {
      constexpr std::size_t kMost = 24;
      const std::size_t count = features.vertices.size();
      for (std::size_t k = 0; k < count; k += 1 + count / kMost) seeds_.push_back(place(features.vertices[k].at));
    };
    const Vec3d centre_a = a_.tree().frame.centre, centre_b = b_.tree().frame.centre;
    add_vertices(contact_features(a_), [&](Vec3d v) { return centre_a + v; });
    add_vertices(contact_features(b_), [&](Vec3d v) { return b_in_a_ * (centre_b + v); });
    for (Vec3d v : a_.part_vertices()) seeds_.push_back(v);
    for (Vec3d v : b_.part_vertices()) seeds_.push_back(b_in_a_ * v);
    std::vector<OverlapWitness::Sample> samples;
    for (Vec3d p : seeds_) {
      if (spent()) return;
      samples.push_back(witness_.at(p, {}));
    }
    // From where surfaces cross, all around, and from the deepest.
    constexpr std::size_t kDeepest = 4;
    std::stable_sort(samples.begin() + static_cast<std::ptrdiff_t>(crossings_), samples.end(),
                     [](const auto& x, const auto& y) { return x.margin > y.margin; });
    for (std::size_t k = 0; k < std::min(crossings_ + kDeepest, samples.size()) && !spent(); ++k) {
      const OverlapWitness::Sample top = witness_.climb(samples[k], {}, kInfinity);
      best_.at_least = larger(best_.at_least, top.margin);
      keep(top, {});
    }
  }

  void keep(const OverlapWitness::Sample& sample, Vec3d t) {
    if (!(sample.margin > 0)) return;
    const OverlapBall grown = witness_.ball(sample, t);
    if (grown.radius - length(grown.centre - t) < 0.9 * sample.margin) add({{t, sample.margin}, sample.point, t});
    add({grown, sample.point, t});
  }
  struct Proof {
    OverlapBall ball;
    Vec3d point, t;  // of the sample
  };
  void add(const Proof& proof) {
    const u32 at = static_cast<u32>(proofs_.size());
    proofs_.push_back(proof);
    const auto smaller = [&](u32 x, u32 y) { return proofs_[x].ball.radius > proofs_[y].ball.radius; };
    const auto place = std::upper_bound(largest_.begin(), largest_.end(), at, smaller);
    if (place == largest_.end() && largest_.size() == kLargest) return;
    largest_.insert(place, at);
    if (largest_.size() > kLargest) largest_.pop_back();
  }

  // By one of the largest balls: many are for single cells.
  bool covered(const ContactPairs::Box& box) const {
    for (u32 k : largest_)
      if (proofs_[k].ball.covers(box, target())) return true;
    return false;
  }

  // The best proof that the two overlap, with B moved by t; nothing if they do not meet when moved a little beyond.
  std::optional<OverlapWitness::Sample> overlap_at(Vec3d t, Vec3d beyond, double enough) {
    OverlapWitness::Sample best;
    const auto try_point = [&](Vec3d p) {
      const OverlapWitness::Sample s = witness_.at(p, t);
      if (s.margin > best.margin) best = s;
    };
    for (u32 k : nearest_proofs(t)) {
      const Proof& proof = proofs_[k];
      try_point(proof.point), try_point(proof.point + (t - proof.t));
    }
    if (std::isfinite(best.margin)) best = witness_.climb(best, t, enough);
    const double good = lesser(enough, 0.05 * length(t));
    if (best.margin > good) return best;
    // Points of the surfaces' intersection, a little farther along, where the contact of this patch has ended.
    const Pose pose = moved(b_in_a_, beyond);
    tests_ += 16;
    const std::vector<TouchingPair> touching = collisions(a_, pose, b_, 64).pairs;
    if (touching.empty() && !contained(a_, pose, b_)) return std::nullopt;
    for (std::size_t k = 0; k < touching.size() && !(best.margin > good); k += 1 + touching.size() / 8) {
      const OverlapWitness::Sample s = witness_.climb(witness_.at(meeting(a_, pose, b_, touching[k]).p, t), t, enough);
      if (s.margin > best.margin) best = s;
    }
    return best;
  }

  // Those whose balls reach farthest over a translation, or miss it by least.
  std::vector<u32> nearest_proofs(Vec3d t) const {
    constexpr std::size_t kMost = 2;
    std::vector<std::pair<double, u32>> best;
    for (u32 k = 0; k < proofs_.size(); ++k) {
      const double margin = proofs_[k].ball.radius - length(proofs_[k].ball.centre - t);
      if (best.size() == kMost && margin <= best.back().first) continue;
      if (best.size() == kMost) best.pop_back();
      best.insert(
          std::upper_bound(best.begin(), best.end(), margin, [](double m, const auto& x) { return m > x.first; }),
          {margin, k});
    }
    std::vector<u32> out;
    out.reserve(best.size());
    for (const auto& [margin, k] : best) out.push_back(k);
    return out;
  }

  // From a translation that separates, towards another as far as it goes.
  Vec3d bisect(Vec3d separates, Vec3d to) {
    const double enough = rel_error_ / 16 * best_.at_most;
    double low = 0, high = 1;  // from `separates`
    while ((high - low) * length(to - separates) > larger(enough, pairs_.slack()) && !spent()) {
      const double middle = 0.5 * (low + high);
      (touch(separates + middle * (to - separates)) ? high : low) = middle;
    }
    return separates + low * (to - separates);
  }

  // The shortest translation beyond all planes that are near one, a little farther so that nothing touches.
  std::optional<Vec3d> beyond_planes_near(Vec3d t, double radius) {
    std::vector<ContactPlane> planes = planes_near(pairs_, t, radius, tests_);
    if (planes.empty()) return std::nullopt;
    const double slack = pairs_.slack();
    for (ContactPlane& p : planes) p.offset += 4 * slack + 2 * room_;
    return shortest_beyond(planes, slack);
  }

  // Slides along the contacts to a shorter translation, as often as that succeeds.
  void improve(Vec3d t) {
    Vec3d to{};
    for (int k = 0; k < 6 && !spent() && !done(); ++k) {
      t = bisect(t, to);
      offer(t);
      const double radius = larger(rel_error_ / 4 * length(t), 8 * pairs_.slack());
      const std::optional<Vec3d> next = beyond_planes_near(t, radius);
      if (!next || length(*next) > (1 - rel_error_ / 16) * length(t)) {
        if (next) offer(*next);
        return;
      }
      to = *next;
      if (offer(*next)) t = *next, to = {};
    }
  }

  struct Open {
    double key;
    u32 kind, a, b;  // of a pair of features; 3: a cell, by its number
    friend bool operator<(const Open& x, const Open& y) {
      if (x.key != y.key) return x.key > y.key;
      return std::tie(x.kind, x.a, x.b) > std::tie(y.kind, y.a, y.b);
    }
  };
  static constexpr u32 kCell = 3;

  void push(const Open& open) {
    if (open.key >= target() + pairs_.slack()) return;
    if (open.key - pairs_.slack() <= best_.at_least) return near_.push_back(open);
    open_.push_back(open);
    std::push_heap(open_.begin(), open_.end());
  }
  void push_pair(const FeatureNodePair& pair) {
    ++tests_;
    if (!pairs_.may_touch(pair)) return;
    const ContactPairs::Box box = pairs_.box(pair);
    const double key = box.distance();
    if (key >= target() + pairs_.slack() || !pairs_.may_block(pair, box) || covered(box)) return;
    push({key, static_cast<u32>(pair.kind), pair.a, pair.b});
  }
  struct Cell {
    Triangle translations;
    Vec3d normal;
    u32 tested;  // the number of proofs when it was pushed
  };
  // `near` are proofs that may cover it.
  void push_cell(const Triangle& translations, Vec3d normal, std::span<const u32> near) {
    ++tests_;
    const double key = std::sqrt(closest_on_triangle({}, translations).squared);
    if (key >= target() + pairs_.slack()) return;
    for (u32 k : near)
      if (proofs_[k].ball.covers(translations, target())) return;
    const Cell cell{translations, normal, static_cast<u32>(proofs_.size())};
    u32 at = static_cast<u32>(cells_.size());
    if (free_cells_.empty())
      cells_.push_back(cell);
    else
      at = free_cells_.back(), free_cells_.pop_back(), cells_[at] = cell;
    push({key, kCell, at, 0});
  }

  void search() {
    for (FeatureNodePair::Kind kind : kFeatureNodePairs)
      if (!pairs_.tree_a(kind).nodes.empty() && !pairs_.tree_b(kind).nodes.empty()) push_pair({kind, 0, 0});
    double stuck = kInfinity;  // cells too small to split
    while (!near_.empty() || !open_.empty()) {
      if (spent()) return;
      if (near_.empty()) {
        const double reached = lesser(stuck, open_.front().key) - pairs_.slack();
        best_.at_least = larger(best_.at_least, reached);
        if (done() || stuck <= open_.front().key) return;
        std::pop_heap(open_.begin(), open_.end());
        near_.push_back(open_.back());
        open_.pop_back();
      }
      const Open now = near_.back();
      near_.pop_back();
      if (now.kind == kCell) {
        const Cell cell = cells_[now.a];
        free_cells_.push_back(now.a);
        if (!refine(cell)) stuck = lesser(stuck, now.key);
        continue;
      }
      const FeatureNodePair pair{static_cast<FeatureNodePair::Kind>(now.kind), now.a, now.b};
      if (covered(pairs_.box(pair))) continue;
      if (!pairs_.is_leaf(pair)) {
        pairs_.for_each_child(pair, [&](const FeatureNodePair& child) { push_pair(child); });
        continue;
      }
      pairs_.for_each_patch(pair, [&](const ContactPatch& patch) {
        if (patch.offset >= -pairs_.slack()) push_cell(patch.translations, patch.normal, largest_);
      });
    }
    best_.at_least = larger(best_.at_least, lesser(stuck - pairs_.slack(), target()));
  }

  // Proves that the part of a cell nearest to the origin overlaps, and splits the cell if not all of it does. False: it
  // is too small for that.
  bool refine(const Cell& from) {
    const Triangle& cell = from.translations;
    for (u32 k = from.tested; k < proofs_.size(); ++k)
      if (proofs_[k].ball.covers(cell, target())) return true;
    const Vec3d t = closest_on_triangle({}, cell).point;
    const double size = larger(larger(length(cell.a - t), length(cell.b - t)), length(cell.c - t));
    const bool tiny = size < larger(rel_error_ / 4096 * best_.at_most, 4 * pairs_.slack());
    bool proven = false;  // well enough for a cell of this size, or not to be proven better
    std::vector<u32> near;
    for (u32 k = 0; k < proofs_.size(); ++k) {
      const double margin = proofs_[k].ball.radius - length(proofs_[k].ball.centre - t);
      if (margin > -size) near.push_back(k);
      proven = proven || margin > 0.25 * size || (margin > 0 && length(proofs_[k].t - t) < 0.25 * size);
    }
    if (!proven || tiny) {
      const Vec3d beyond = t + (8 * pairs_.slack() + 2 * room_) * from.normal;
      const std::optional<OverlapWitness::Sample> proof = overlap_at(t, beyond, size);
      if (!proof && offer(beyond)) return false;  // nothing nearer is left
      const u32 first = static_cast<u32>(proofs_.size());
      if (proof) keep(*proof, t);
      if (!proof || proof->margin < rel_error_ * length(t)) try_from(t);
      for (u32 k = first; k < proofs_.size(); ++k) {
        if (proofs_[k].ball.covers(cell, target())) return true;
        near.push_back(k);
      }
      if (tiny) return false;
    }
    // The longest edge is halved.
    const double ab = length(cell.b - cell.a), bc = length(cell.c - cell.b), ca = length(cell.a - cell.c);
    const int k = ab >= bc && ab >= ca ? 0 : bc >= ca ? 1 : 2;
    const Vec3d p = cell[k], q = cell[(k + 1) % 3], r = cell[(k + 2) % 3], middle = 0.5 * (p + q);
    push_cell({p, middle, r}, from.normal, near);
    push_cell({middle, q, r}, from.normal, near);
    return true;
  }

  // A translation that (almost) separates leads to one that does. After a failure, not tried again soon.
  void try_from(Vec3d t) {
    if (length(t) < 1.02 * last_try_ && ++tries_left_out_ < wait_) return;
    last_try_ = length(t), tries_left_out_ = 0;
    for (double share : {0.02, 0.2}) {
      const std::optional<Vec3d> next = beyond_planes_near(t, larger(share * length(t), 8 * pairs_.slack()));
      if (!next || !offer(*next)) continue;
      improve(*next);
      wait_ = 1;
      return;
    }
    wait_ = std::min(2 * wait_, 1024);
  }

  const Model &a_, &b_;
  Pose b_in_a_;
  double room_, rel_error_;
  Budget budget_;
  ContactPairs pairs_;
  OverlapWitness witness_;
  DepthBounds best_;
  std::vector<Vec3d> seeds_;
  std::size_t crossings_ = 0;  // that many seeds are where the surfaces cross
  std::vector<Proof> proofs_;
  static constexpr std::size_t kLargest = 24;
  std::vector<u32> largest_;              // proofs, by the radius of their balls
  std::vector<std::pair<u32, u32>> met_;  // triangles that touched, the latest first
  std::vector<Open> near_, open_;         // no farther than at_least, in any order; the others, a heap
  std::vector<Cell> cells_;
  std::vector<u32> free_cells_;
  u64 tests_ = 0, next_look_ = 0;
  double last_try_ = 0;
  int tries_left_out_ = 0, wait_ = 1;
};

}  // namespace

DepthBounds depth_bounds(const Model& a, const Pose& b_in_a, const Model& b, const DepthGoal& goal,
                         const std::optional<Vec3d>& guess) {
  return DepthSearch(plain_surface(a), b_in_a, plain_surface(b), goal).run(guess);
}

std::vector<Vec3d> contact_normals(const Model& a, const Pose& b_in_a, const Model& b, Vec3d translation,
                                   double radius) {
  const ContactPairs pairs(a, b_in_a, b);
  u64 tests = 0;
  std::vector<Vec3d> out;
  for (const ContactPlane& plane : planes_near(pairs, translation, larger(radius, 64 * pairs.slack()), tests))
    out.push_back(plane.normal);
  return out;
}

}  // namespace apart::queries
