// --bcf: the findings as topics of the BIM Collaboration Format, a zip of XML and pictures that issue trackers open.
#pragma once
#include "cli/check/report.hpp"

namespace apart::cli {

enum class BcfVersion { v2_1, v3_0 };
BcfVersion bcf_version(const std::string& text);  // "2.1" or "3.0"

struct BcfOptions {
  BcfVersion version = BcfVersion::v2_1;
  u32 threads = 0;  // 0: all hardware threads; the file does not depend on it
};
void write_bcf(const Report& report, const std::string& file, const BcfOptions& options);

}  // namespace apart::cli
