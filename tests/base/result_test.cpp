// Results, and the handler of precondition violations.
#include <apart/base/result.hpp>
#include <apart/base/status.hpp>
#include <memory>
#include <set>
#include <stdexcept>

#include "tests/support.hpp"

namespace apart {
namespace result_test {

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

template <class Exception, class Call>
std::string thrown_by(Call call) {
  try {
    call();
  } catch (const Exception& wrong) {
    return wrong.what();
  }
  return "nothing was thrown";
}

TEST(Result, TheValueOfAnErrorThrowsItsMessage) {
  EXPECT_EQ(thrown_by<BadResult>([] { (void)half(7).value(); }), "7 is odd");
  EXPECT_EQ(thrown_by<std::runtime_error>([] { (void)*half(7); }), "7 is odd");
  EXPECT_EQ(thrown_by<UsageError>([] { (void)half(6).error(); }), "error() of a result that holds a value");
}

TEST(Assert, ThrowsWhatHappened) {
  EXPECT_EQ(thrown_by<UsageError>([] { APART_ASSERT(1 + 1 == 3, "sums are off"); }), "sums are off");
  EXPECT_THROW(APART_ASSERT(false, "sums are off"), std::logic_error);
  APART_ASSERT(1 + 1 == 2, "never seen");
}

// The handler that was there comes back at the end.
class WithHandler {
 public:
  explicit WithHandler(AssertHandler handler) : before_(assert_handler()) { assert_handler() = handler; }
  ~WithHandler() { assert_handler() = before_; }

 private:
  AssertHandler before_;
};

TEST(Assert, AHandlerIsCalledFirst) {
  static std::string seen;
  seen.clear();
  const WithHandler mine([](const char* what, const char* file, int line) {
    seen = what + std::string(" ") + std::string(file).substr(std::string(file).rfind('/') + 1);
    EXPECT_GT(line, 0);
  });
  EXPECT_EQ(thrown_by<UsageError>([] { APART_ASSERT(false, "gone"); }), "gone");
  EXPECT_EQ(seen, "gone result_test.cpp");
}

TEST(Assert, AHandlerMayThrowSomethingElse) {
  const WithHandler mine([](const char* what, const char*, int) { throw std::out_of_range(what); });
  EXPECT_EQ(thrown_by<std::out_of_range>([] { APART_ASSERT(false, "gone"); }), "gone");
}

TEST(Assert, NoHandlerIsAsGoodAsTheDefault) {
  const WithHandler none(nullptr);
  EXPECT_THROW(APART_ASSERT(false, "gone"), UsageError);
}

TEST(Status, EveryOneHasAWordOfItsOwn) {
  std::set<std::string_view> words;
  const Status all[] = {Status::exact,      Status::within_error, Status::at_least, Status::limit,
                        Status::unfinished, Status::cancelled,    Status::nothing,  Status::invalid};
  for (const Status status : all) words.insert(to_string(status));
  EXPECT_EQ(words.size(), std::size(all));
  EXPECT_FALSE(words.contains("unknown"));
  EXPECT_EQ(to_string(Status::exact), "exact");
}

}  // namespace result_test
}  // namespace apart
