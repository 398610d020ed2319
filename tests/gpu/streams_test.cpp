// Streams of CUDA: poses that a stream has still to write are read when they are there. Built with APART_WITH_GPU.
#include <cuda_runtime_api.h>

#include <apart/base/random.hpp>
#include <apart/gpu/models.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart::gpu {
namespace streams_test {

TEST(GpuStreams, PosesAreReadyWhenTheStreamIs) {
  if (devices().empty()) GTEST_SKIP() << "no device";
  const std::vector<Model> both{Model::make(generate::wrinkled_torus(2000)).value(),
                                Model::make(generate::box({1, 1, 1})).value()};
  const Models gpu = Models::make(both, {.use = Options::Use::device}).value();
  const Models cpu = Models::make(both, {.use = Options::Use::cpu}).value();
  constexpr std::size_t kCount = 2000, kBytes = kCount * sizeof(Pose), kLong = std::size_t(4) << 30;
  Random random(2);
  DeviceMemory there(kBytes), far(kBytes), long_way(2 * kLong), answers(kCount * sizeof(Nearest));
  ASSERT_NE(long_way.data(), nullptr);
  PinnedMemory pinned(kBytes);
  cudaStream_t streams[3] = {};  // the last is the default one
  for (int k = 0; k < 2; ++k) ASSERT_EQ(cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking), cudaSuccess);
  for (int round = 0; round < 10; ++round) {
    std::vector<Pose> poses;
    for (std::size_t k = 0; k < kCount; ++k) poses.push_back({random.rotation(), random.in_box(2)});
    std::vector<Nearest> expected(kCount), found(kCount);
    cpu.distance(poses, expected).value();
    std::copy(poses.begin(), poses.end(), static_cast<Pose*>(pinned.data()));
    // Some milliseconds of copies, then the poses.
    const cudaStream_t stream = streams[round % 3];
    auto* begin = static_cast<char*>(long_way.data());
    for (int k = 0; k < 4; ++k)
      ASSERT_EQ(cudaMemcpyAsync(begin + kLong, begin, kLong, cudaMemcpyDeviceToDevice, stream), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(far.data(), pinned.data(), kBytes, cudaMemcpyHostToDevice, stream), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(there.data(), far.data(), kBytes, cudaMemcpyDeviceToDevice, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady) << "nothing was to wait for";
    const PoseArray given(static_cast<const double*>(there.data()), kCount, PoseLayout::pose, Memory::device);
    const Call call{.stream = stream};
    gpu.distance(given, {static_cast<Nearest*>(answers.data()), kCount, Memory::device}, call).value();
    // What comes after in the stream finds the answers.
    ASSERT_EQ(cudaMemcpyAsync(found.data(), answers.data(), kCount * sizeof(Nearest), cudaMemcpyDeviceToHost, stream),
              cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    for (std::size_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(found[i].distance, expected[i].distance) << "round " << round << ", pose " << i;
      ASSERT_EQ(found[i].on_b, expected[i].on_b) << "round " << round << ", pose " << i;
    }
  }
  for (int k = 0; k < 2; ++k) cudaStreamDestroy(streams[k]);
}

}  // namespace streams_test
}  // namespace apart::gpu
