// Runs a fuzz target without libFuzzer, for compilers that have none: every seed, then seeds with bytes changed, cut,
// repeated and crossed, for so many seconds. It sees nothing of the code; at night libFuzzer does.
//   TARGET SECONDS SEEDS
#include <algorithm>
#include <apart/base/random.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using apart::Random;
using apart::u32;

void run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::string changed(std::string bytes, const std::string& other, Random& random) {
  for (u32 n = 1 + random.below(4); n > 0 && !bytes.empty(); --n) {
    const std::size_t at = random.below(static_cast<u32>(bytes.size()));
    const std::size_t count = 1 + random.below(16);
    switch (random.below(6)) {
      case 0:
        bytes[at] = static_cast<char>(random.bits());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        break;
      case 2:
        bytes.erase(at, count);
        break;
      case 3:
        bytes.insert(at, bytes.substr(at, count));
        break;
      case 4:
        if (at < other.size()) bytes.replace(at, count, other, at, count);
        break;
      default:
        bytes.replace(at, std::min(count, bytes.size() - at), std::string(count, random.below(2) ? '\xff' : '\0'));
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s SECONDS SEEDS\n", argv[0]);
    return 2;
  }
  std::vector<std::filesystem::path> paths(std::filesystem::directory_iterator(argv[2]), {});
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    run(seeds.back());
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "%s: no seeds\n", argv[2]);
    return 2;
  }
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(std::atof(argv[1]));
  Random random(1);
  long runs = 0;
  for (; Clock::now() < end; ++runs) {
    const auto pick = [&] { return seeds[random.below(static_cast<u32>(seeds.size()))]; };
    run(changed(pick(), pick(), random));
  }
  std::printf("%zu seeds, %ld changed inputs\n", seeds.size(), runs);
}
