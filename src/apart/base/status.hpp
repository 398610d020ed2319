// How much an answer says. Every query returns one, and it is always true.
#pragma once
#include <string_view>

namespace apart {

enum class Status {
  exact,         // the answer, to rounding
  within_error,  // within the error that was asked for, or one that could not be avoided; the value is an upper bound
  at_least,      // the search stopped at a maximum: the value is a proven lower bound
  limit,         // a collector or a limit said "enough": there may be more
  unfinished,    // a budget ran out: what is known so far
  cancelled,     // stopped by the caller
  nothing,       // one of the two holds no geometry, so there is nothing to measure
  // The input was not usable: a pose that is not rigid or not finite, a translation or a point beyond the range
  // (Pose::kFarthest). Nothing was computed, and the answer is on the safe side: colliding, within, beyond and hit (at
  // time 0) are true, the state is clash, a distance is 0 with at_least 0 (−infinity where distances have a sign), a
  // span's at_most and a penetration's depth are infinite. Points and numbers of triangles mean nothing.
  invalid,
};

constexpr std::string_view to_string(Status status) {
  switch (status) {
    case Status::exact:
      return "exact";
    case Status::within_error:
      return "within error";
    case Status::at_least:
      return "at least";
    case Status::limit:
      return "limit";
    case Status::unfinished:
      return "unfinished";
    case Status::cancelled:
      return "cancelled";
    case Status::nothing:
      return "nothing";
    case Status::invalid:
      return "invalid";
  }
  return "unknown";
}

}  // namespace apart
