// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/broad/columns_kernel.hpp>

namespace apart::broad {

u32 column_self_pairs_avx2(const ColumnView& view, const Column& column, u32 at, BoxPair* out, u32 room, u32* written);
u32 column_self_pairs_avx2(const ColumnView& view, const Column& column, u32 at, BoxPair* out, u32 room, u32* written) {
  return avx2_machine::column_self_pairs<8>(view, column, at, out, room, written);
}
u32 column_overlapping_avx2(const ColumnView& view, u32 at, u32 end, bool sorted, const FloatBox& box,
                            const Bounds& exact, u32 first, u32* out, u32 room, u32* written);
u32 column_overlapping_avx2(const ColumnView& view, u32 at, u32 end, bool sorted, const FloatBox& box,
                            const Bounds& exact, u32 first, u32* out, u32 room, u32* written) {
  return avx2_machine::column_overlapping<8>(view, at, end, sorted, box, exact, first, out, room, written);
}

}  // namespace apart::broad
