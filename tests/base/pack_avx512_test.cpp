// The same tests in registers four times as wide, whose masks are bits: the same scalar, so the same bits.
#include "tests/base/pack_test.cpp"
static_assert(apart::kRegisterBytes == 64);
