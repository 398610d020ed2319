// What mpirun tells the processes that it starts.
#include "cli/check/ranks.hpp"

#include <cstdlib>

namespace apart::cli {

u32 started_by_mpirun() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"})
    if (const char* value = std::getenv(name)) return static_cast<u32>(std::strtoul(value, nullptr, 10));
  return 0;
}

}  // namespace apart::cli
