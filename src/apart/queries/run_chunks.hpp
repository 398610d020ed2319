// Many queries in chunks, on all cores.
#pragma once
#include <apart/queries/batch.hpp>

namespace apart::queries {

// Calls work(begin, end) for chunks of at most `grain`; Status::cancelled when it was stopped.
Status run_chunks(std::size_t count, std::size_t grain, const BatchOptions& how,
                  const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace apart::queries
