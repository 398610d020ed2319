#include <apart/scene/between_frames.hpp>

namespace apart::scene {

// The path of a point differs from the straight way, at constant speed, between its ends by at most θ²/8 times its
// distance from the origin of the part, θ being the angle; and θ ≤ π·sin(θ/2), whose square is known from the trace.
Bounds swept_box(const AssemblyPart& part, const Pose& from, const Pose& to) {
  Bounds out = reach_box(part, from);
  if (from == to) return out;
  out.add(reach_box(part, to));
  double trace = 0;
  for (int i = 0; i < 3; ++i) trace += dot(from.rotation.rows[i], to.rotation.rows[i]);
  const double sine_squared = lesser(1.0, larger(0.0, (3 - trace) / 4) + 1e-9);  // poses are rigid to 2e-6
  if (from.rotation == to.rotation || out.empty()) return out;
  const Bounds own = reach_box(part, Pose{});
  const double bulge = 1.24 * sine_squared * length(larger(abs(own.low), abs(own.high)));
  const Vec3d margin{bulge, bulge, bulge};
  out.low -= margin, out.high += margin;
  return out;
}

void MotionOfPair::contact_in(u32 frame, Vec3d point) {
  if (!times_.first_contact) times_.first_contact = frame, times_.contact_point = point;
  if (times_.least_clearance != 0) times_.least_clearance = 0, times_.least_at = frame;
}

void MotionOfPair::distance_in(u32 frame, double distance) {
  if (distance < times_.least_clearance) times_.least_clearance = distance, times_.least_at = frame;
}

// The state of the pair at a time between two frames.
void MotionOfPair::look(double frame, const RigidMotion& a, const RigidMotion& b, double time) {
  a_.pose = a.at(time), b_.pose = b.at(time);
  PairReport found = check_pair(a_, b_, what_);
  if (found.state == PairState::clear || (worst_ && !worse(found, *worst_))) return;
  found.frames.worst_at = frame + time;
  worst_ = std::move(found);
}

void MotionOfPair::step(u32 frame, const Pose& a_from, const Pose& a_to, const Pose& b_from, const Pose& b_to,
                        bool contact_from, bool contact_to) {
  // What the frames show need not be searched, but for the time of the first contact.
  if (contact_from || (contact_to && times_.first_contact)) return;
  if (a_from == a_to && b_from == b_to) return;
  const RigidMotion a = RigidMotion::between(a_from, a_to), b = RigidMotion::between(b_from, b_to);
  const Impact found = impact(a_.geometry(), a, b_.geometry(), b, {.solid = what_.solid});
  if (found.status == Status::unfinished || found.status == Status::invalid) unfinished_ = true;
  if (found.hit) {
    const double at = frame + found.free_until;
    if (!times_.first_contact || at < *times_.first_contact) {
      times_.first_contact = at;
      times_.contact_point = found.contained ? std::nullopt : std::optional(a.at(found.contact_by) * found.on_a);
    }
    if (times_.least_clearance != 0) times_.least_clearance = 0, times_.least_at = at;
    if (contact_to) return;
    // They meet and part before the next frame: how deep, is looked for at times that come from both sides.
    times_.between = true;
    look(frame, a, b, found.contact_by);
    for (double part = 0.5; part > 1e-4; part *= 0.5)
      look(frame, a, b, found.contact_by + part * (1 - found.contact_by));
  } else if (found.least_clearance < times_.least_clearance * (1 - 1e-6)) {  // frames show the rest
    times_.least_clearance = found.least_clearance, times_.least_at = frame + found.nearest_at;
    if (found.least_clearance < what_.clearance) look(frame, a, b, found.nearest_at);
  }
}

}  // namespace apart::scene
