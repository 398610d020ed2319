// What a pair of parts does between the frames of a motion, in which each goes from pose to pose: its origin straight
// at constant speed, turning the shorter way.
#pragma once
#include <apart/motion/impact.hpp>
#include <apart/scene/pair_check.hpp>

namespace apart::scene {

// Around the part at all times from one pose to the other.
Bounds swept_box(const AssemblyPart& part, const Pose& from, const Pose& to);

// Collects, frame by frame, what is found in the frames and between them.
class MotionOfPair {
 public:
  MotionOfPair(const AssemblyPart& a, const AssemblyPart& b, const PairCheck& what) : a_(a), b_(b), what_(what) {}

  // From one frame to the next, in which they are, or are not, in contact.
  void step(u32 frame, const Pose& a_from, const Pose& a_to, const Pose& b_from, const Pose& b_to, bool contact_from,
            bool contact_to);
  // A frame in which they are in contact, and where; of these the first counts.
  void contact_in(u32 frame, Vec3d point);
  // A distance that was measured in a frame.
  void distance_in(u32 frame, double distance);

  const PairFrames& times() const { return times_; }
  bool unfinished() const { return unfinished_; }
  // The worst that was found between frames, with its time; nothing where that is no worse than clear.
  const std::optional<PairReport>& worst() const { return worst_; }

 private:
  void look(double frame, const RigidMotion& a, const RigidMotion& b, double time);

  AssemblyPart a_, b_;
  PairCheck what_;
  PairFrames times_;
  bool unfinished_ = false;
  std::optional<PairReport> worst_;
};

}  // namespace apart::scene
