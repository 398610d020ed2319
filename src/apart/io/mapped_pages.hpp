// The files that are mapped into memory: their pages can be given back, and changes to the files noticed.
#pragma once
#include <cstddef>
#include <string>

namespace apart::io {

// Called by whoever maps a file, and before it is unmapped. `path` is empty for files that nobody else can change.
void note_mapped(void* data, std::size_t size, const std::string& path);
void forget_mapped(void* data);

// Gives the pages of all mapped files back. What is used again is read again, from the system's cache or from disk.
void release_mapped_pages();

// The first mapped file that was modified or cut short since it was mapped, or nothing. (One that was replaced by
// another file was not: the old one stays mapped.)
std::string changed_mapped_file();
// The file that is mapped at this address, or null. For signal handlers: takes no lock and allocates nothing.
const char* mapped_file_at(const void* address);

}  // namespace apart::io
