// The reliability of a result. Every query returns one.
#pragma once
#include <string_view>

namespace apart {

enum class Status {
  exact,         // the result, to rounding
  within_error,  // within the permitted error, or one that could not be avoided; the value is an upper bound
  at_least,      // the search stopped at a maximum: the value is a proven lower bound
  limit,         // a collector or a limit ended the search: there may be more
  unfinished,    // a budget ran out: the result so far
  cancelled,     // cancelled by the caller
  nothing,       // one of the two is empty, so there is nothing to measure
  // The input was not usable: a pose that is not rigid or not finite, a translation or a point out of range
  // (Pose::kFarthest). Nothing was computed, and the result is on the safe side: colliding, within, beyond and hit (at
  // time 0) are true, the state is clash, a distance is 0 with at_least 0 (−infinity where distances are signed), a
  // span's at_most and a penetration's depth are infinite. Points and triangle indices are meaningless.
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
