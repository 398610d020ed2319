// A mesh placed in the frame in which a Hausdorff distance is measured, with the search for its nearest triangle.
#pragma once
#include <apart/base/norm.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/traversal/near_leaves.hpp>
#include <apart/triangles/lanes/point_frames.hpp>
#include <apart/triangles/lanes/prism.hpp>
#include <atomic>
#include <memory>

namespace apart::queries {

class Surface {
 public:
  // What is known of a model's triangles in the order of its tree, four a leaf. Kept with the model.
  struct Lanes {
    explicit Lanes(const BoxTree& tree, u32 triangles);
    std::vector<u32> of;     // of each triangle: where it is in the order of the tree
    std::vector<Ref> above;  // of each four: the parent of the parent of their leaf
    // Of each four a bit for each triangle, those after the last one being repetitions; and whether they end a leaf.
    static constexpr u32 kLastOfLeaf = 16;
    std::vector<unsigned char> bits;
  };

  static constexpr u32 kNone = ~u32(0);  // no triangle

  // The mesh at `pose`, less `origin`. The model is not empty.
  Surface(const Model& model, const Pose& pose, Vec3d origin, Norm norm);
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  ~Surface();

  u32 size() const { return static_cast<u32>(faces_.size()); }
  std::span<const Vec3d> vertices() const { return vertices_; }
  const Face& face(u32 i) const { return faces_[i]; }
  Triangle triangle(u32 i) const {
    const Face& f = faces_[i];
    return {vertices_[f[0]], vertices_[f[1]], vertices_[f[2]]};
  }
  // The triangle in one lane of the tree: one after the other in memory, unless the model is moved.
  Triangle triangle_in(u32 lane) const {
    return moved_.empty() ? traversal::triangle_of(tree_.blocks[lane / 4], lane % 4)
                          : triangle(tree_.items()[lane].primitive());
  }
  const Bounds& bounds() const { return bounds_; }
  ElementId element(u32 i, Vec3d p) const;

  // The distances of up to four points from one triangle, and the largest of these.
  void distances(std::span<const Vec3d> points, u32 i, double* out) const;
  double largest_distance(std::span<const Vec3d> points, u32 i) const;
  struct Closest {
    double distance;
    Vec3d point;
  };
  Closest closest(Vec3d p, u32 i) const;  // more exact; exactly 0 at corners

  struct Nearest {
    double distance;
    u32 triangle;     // of equals the first
    double at_least;  // the same, but in other norms than the Euclidean one, where it may be less
  };
  // The search starts with the distance from the triangle `guess`, unless that is kNone. It may end at any triangle
  // that is near enough: then at_least is 0.
  Nearest nearest(Vec3d p, u32 guess, double enough = -1) const;
  // The same, until stop(distance, triangle) of one nearer than the guess and all before it.
  template <class Stop>
  Nearest nearest_until(Vec3d p, u32 guess, Stop stop) const {
    return nearest_below(tree_.ref(0), p, guess, stop);
  }

  // One triangle that alone is near enough to all of another: no point of that is farther than its farthest corner.
  struct Cover {
    double farthest = std::numeric_limits<double>::infinity();
    u32 triangle = kNone;
  };
  // The best of four triangles of a leaf, of which one is given.
  Cover best_cover(const Triangle& t, u32 beside) const { return cover_of_four(t, lanes_.of[beside] / 4); }
  // Of some triangles near `middle`, a point of `t`, first those beside `beside`, the first that is near enough; or
  // else the best. Those that best_cover() tests are left out.
  Cover find_cover(const Triangle& t, Vec3d middle, u32 beside, double enough) const;

  // A triangle extruded along a direction, between two multiples of it.
  struct Extruded {
    const Triangle& triangle;
    Vec3d direction;
    double from, to;
  };
  // Calls f(first lane, a bit for each lane that counts, the triangles) for all that meet the extruded triangle, and
  // some more, four at once. In the Euclidean norm alone.
  template <class F>
  bool for_each_four_in(const Extruded& prism, F f) const {
    const BoxInTree box = box_in_tree(prism);
    return traversal::for_each_leaf_in_reach(tree_, box.centre, box.half, [&](Ref leaf) {
      for (u32 four = leaf.first() / 4;; ++four) {
        FourCorners spare;
        if (!f(4 * four, lanes_.bits[four] & 15, corners(four, spare))) return false;
        if ((lanes_.bits[four] & Lanes::kLastOfLeaf) != 0) return true;
      }
    });
  }
  bool closed() const { return model_.closed(); }
  const Model& model() const { return model_; }
  u32 lane_of(u32 i) const { return lanes_.of[i]; }
  u32 triangle_number(u32 lane) const { return tree_.items()[lane].primitive(); }

  // A node's contents lie in this ball.
  struct Ball {
    Vec3d centre;
    double radius;
  };
  Ball ball(u32 slot) const;
  const BoxTree& tree() const { return tree_; }

 private:
  enum class Prepared : unsigned char { no, being, yes };
  struct Frames {
    explicit Frames(UnsetVector<FourFrames> memory) : of(std::move(memory)), done(of.size()) {}
    mutable UnsetVector<FourFrames> of;
    mutable std::vector<std::atomic<Prepared>> done;
  };
  static const Lanes& lanes(const Model& model);
  static const Frames& kept_frames(const Model& model);
  std::unique_ptr<const Frames> make_frames() const;  // none if they are kept with the model
  Cover cover_of_four(const Triangle& t, u32 four) const;
  // Distances, in the Euclidean norm squared.
  void measures(std::span<const Vec3d> points, u32 i, double* out) const;
  Nearest start(Vec3d p, u32 guess) const;
  template <class Stop>
  Nearest nearest_below(Ref node, Vec3d p, u32 guess, Stop stop) const;
  void test_leaf(Vec3d p, Ref leaf, Nearest& best) const;
  double length_of(double measure) const { return norm_ == Norm::euclidean ? std::sqrt(measure) : measure; }
  float limit_of(double measure) const { return squared_limit(norm_ == Norm::euclidean ? measure : measure * measure); }
  void test_in_norm(Vec3d p, u32 i, Nearest& best) const;
  PointInTree in_tree(Vec3d p) const { return local_in_tree(to_tree(p - pose_.translation)); }
  Vec3d to_tree(Vec3d v) const { return turned_ ? transposed_times(pose_.rotation, v) : v; }
  PointInTree local_in_tree(Vec3d local) const;  // of a point relative to the tree's centre
  struct BoxInTree {
    PointInTree centre;
    Vec3f half;
  };
  BoxInTree box_in_tree(const Extruded& prism) const;
  // Of distances in the tree, which is in floats and not turned.
  float radius_squared(double distance) const { return squared_limit(distance * distance); }
  float squared_limit(double squared) const {
    return float_above(lesser(squared * stretch_, double(std::numeric_limits<float>::max())));
  }
  const Model& model_;
  const Mesh& mesh_;
  std::span<const Face> faces_;
  const BoxTree& tree_;
  Norm norm_;
  Pose pose_;  // from the tree's frame: of a point relative to its centre
  bool turned_;
  double distortion_;         // by how much the pose stretches or shrinks, as a share
  double position_error_;     // of the tree's centre
  double stretch_;            // of squared distances: Euclidean ones in the tree by those in the norm, at most
  std::vector<Vec3d> moved_;  // vertices, unless they stay as they are in the mesh
  std::span<const Vec3d> vertices_;
  Bounds bounds_;
  const FourFrames& frames(u32 four, FourFrames& spare) const {
    return frames_->done[four].load(std::memory_order_acquire) == Prepared::yes ? frames_->of[four]
                                                                                : prepare(four, spare);
  }
  const FourFrames& prepare(u32 four, FourFrames& spare) const;
  const FourCorners& corners(u32 four, FourCorners& spare) const;
  const Lanes& lanes_;
  // Four triangles of a leaf each, in the order of the tree. Prepared on first use, by any thread.
  std::unique_ptr<const Frames> own_frames_{};  // unless they are kept with the model
  const Frames* frames_ = nullptr;
  const PointFrames& tests_ = point_frames();
};

template <class Stop>
Surface::Nearest Surface::nearest_below(Ref node, Vec3d p, u32 guess, Stop stop) const {
  Nearest best = start(p, guess);
  const bool all =
      traversal::for_each_near_leaf(tree_, node, in_tree(p), limit_of(best.distance), [&](Ref leaf, float& limit) {
        const double before = best.distance;
        test_leaf(p, leaf, best);
        if (!(best.distance < before)) return true;
        limit = limit_of(best.distance);
        return !stop(length_of(best.distance), best.triangle);
      });
  best.distance = length_of(best.distance);
  best.at_least = !all ? 0 : norm_ == Norm::euclidean ? best.distance : best.at_least;
  return best;
}

}  // namespace apart::queries
