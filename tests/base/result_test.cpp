#include <apart/base/result.hpp>
#include <apart/base/status.hpp>
#include <memory>
#include <set>
#include <stdexcept>

#include "tests/support.hpp"

namespace apart {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error{std::to_string(n) + " is odd"};
  return n / 2;
}

TEST(Result, HoldsAValueOrSaysWhyNot) {
  const Result<int> good = half(6), bad = half(7);
  EXPECT_TRUE(good.ok());
  EXPECT_TRUE(good);
  EXPECT_EQ(good.value(), 3);
  EXPECT_EQ(*good, 3);
  EXPECT_FALSE(bad.ok());
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error(), "7 is odd");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  EXPECT_EQ(**result, 5);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 5);
  Result<std::string> text = std::string("abc");
  text->push_back('d');
  EXPECT_EQ(text->size(), 4u);
}

TEST(ResultDeathTest, AskingForWhatIsNotThereIsAMistake) {
  EXPECT_DEATH((void)half(7).value(), "7 is odd");
  EXPECT_DEATH((void)half(6).error(), "holds a value");
}

TEST(AssertDeathTest, SaysWhatAndWhereAndEnds) {
  EXPECT_DEATH(APART_ASSERT(1 + 1 == 3, "sums are off"), "apart: sums are off .*result_test.cpp:[0-9]+");
  APART_ASSERT(1 + 1 == 2, "never seen");
}

TEST(AssertDeathTest, AHandlerThatReturnsDoesNotSaveTheProgram) {
  EXPECT_DEATH(
      {
        assert_handler() = [](const char* what, const char*, int) { std::fprintf(stderr, "mine: %s\n", what); };
        APART_ASSERT(false, "gone");
      },
      "mine: gone");
}

TEST(Assert, AHandlerMayThrow) {
  const AssertHandler before = assert_handler();
  assert_handler() = [](const char* what, const char*, int) { throw std::runtime_error(what); };
  EXPECT_THROW((void)half(7).value(), std::runtime_error);
  assert_handler() = before;
}

TEST(Status, EveryOneHasAWordOfItsOwn) {
  std::set<std::string_view> words;
  const Status all[] = {Status::exact,      Status::within_error, Status::at_least, Status::limit,
                        Status::unfinished, Status::cancelled,    Status::nothing};
  for (const Status status : all) words.insert(to_string(status));
  EXPECT_EQ(words.size(), std::size(all));
  EXPECT_FALSE(words.contains("unknown"));
  EXPECT_EQ(to_string(Status::exact), "exact");
}

}  // namespace
}  // namespace apart
