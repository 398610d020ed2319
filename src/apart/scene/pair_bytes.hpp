// The result of a pair as bytes: for journals, and for other ranks. Of this machine alone: numbers in its byte order.
#pragma once
#include <apart/scene/pair_report.hpp>
#include <span>

namespace apart::scene {

void append_pair(std::string& bytes, const PairReport& pair);
// Nothing if these are not the bytes of one.
std::optional<PairReport> pair_of_bytes(std::string_view bytes);

}  // namespace apart::scene
