#include <apart/queries/clash.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/scene/pair_report.hpp>

namespace apart {
namespace {

void tell(PairReport& out, Intersection&& where) {
  out.triangle_pairs = where.pairs.size();
  out.on_a = out.on_b = where.witness;
  out.curves = std::move(where.curves);
  out.curve_length = where.length;
  out.box = where.box;
}

void tell_contained(PairReport& out, const AssemblyPart& a, const AssemblyPart& b) {
  const AssemblyPart& inner = a.model.tree().frame.radius < b.model.tree().frame.radius ? a : b;
  out.state = PairState::contained;
  out.box = world_box(inner.model, inner.pose);
  out.on_a = out.on_b = inner.pose * inner.model.mesh().triangle(0).a;
}

}  // namespace

PairReport ask_pair(const AssemblyPart& a, const AssemblyPart& b, const PairQuestion& question, Tracker* tracker) {
  const Posed b_in_a = relative(a.pose, b.pose);
  PairReport out{.clearance = question.clearance, .touch = question.touch};
  if (a.model.mesh().empty() || b.model.mesh().empty()) {  // nothing is near nothing
    out.distance = std::numeric_limits<double>::infinity();
    return out;
  }
  const double reach = larger(question.clearance, question.touch);
  const double max = question.measure_clear ? std::numeric_limits<double>::infinity() : reach;
  const Distance apart =
      tracker ? tracker->distance(b_in_a, {.max = max}) : distance(a.model, b_in_a, b.model, {.max = max});
  const ClashOptions as{.solid = question.solid, .tolerance = question.touch};

  if (apart.distance > 0 || apart.status == Status::at_least) {
    if (question.solid && contained(a.model, b_in_a, b.model) &&
        clash(a.model, b_in_a, b.model, as).state == Clash::State::clash) {
      tell_contained(out, a, b);
      return out;
    }
    out.distance = apart.distance;
    if (apart.status == Status::at_least) {
      out.measured = false;
      out.distance = larger(question.gap, reach);
      return out;
    }
    out.on_a = a.pose * apart.on_a, out.on_b = a.pose * apart.on_b;
    out.box.add(out.on_a), out.box.add(out.on_b);
    out.state = apart.distance <= question.touch      ? PairState::touch
                : apart.distance < question.clearance ? PairState::near
                                                      : PairState::clear;
    return out;
  }

  const Clash found = clash(a.model, b_in_a, b.model, as);
  out.state = found.state != Clash::State::clash ? PairState::touch
              : found.contained                  ? PairState::contained
                                                 : PairState::clash;
  Intersection where = intersection(a.model, a.pose, b.model, b.pose);
  if (out.state == PairState::clash) {
    out.depth = depth_estimate(a.model, b_in_a, b.model, where.pairs);
    if (out.depth) out.depth->direction = a.pose.turn(out.depth->direction);
  }
  tell(out, std::move(where));
  return out;
}

PairReport ask_self(const AssemblyPart& part, std::vector<TouchingPair> found) {
  PairReport out;
  if (found.empty()) return out;
  out.state = PairState::clash;
  tell(out, meetings({part.model.mesh(), {}, part.model.mesh()}, std::move(found), part.pose));
  return out;
}

bool worse(const PairReport& x, const PairReport& y) {
  if (x.state != y.state) return x.state < y.state;
  const double depth_x = x.depth ? x.depth->depth : 0, depth_y = y.depth ? y.depth->depth : 0;
  if (depth_x != depth_y) return depth_x > depth_y;
  if (x.distance != y.distance) return x.distance < y.distance;
  return x.curve_length > y.curve_length;
}

}  // namespace apart
