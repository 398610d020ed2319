// The same tests in registers twice as wide: the same scalar, so the same bits.
#include "tests/base/pack_test.cpp"
static_assert(apart::kRegisterBytes == 32);
