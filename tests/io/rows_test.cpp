// Rows of numbers as text.
#include <apart/io/bytes/source.hpp>
#include <apart/io/rows.hpp>

#include "tests/io/support.hpp"

namespace apart {
namespace rows_test {

const io::RowForm kForm{2, 3, "a row is 2 or 3 numbers", "no rows; one is expected on each line"};

std::string complaint(std::string_view text) {
  const auto take = [](std::span<const double> row) {
    return row[0] < 0 ? std::string("the first is negative") : std::string();
  };
  const Result<std::size_t> rows = io::read_rows(io::Source{"a.txt", text}, kForm, take);
  return rows ? "" : rows.error();
}

TEST(Rows, OfOneCountOrAnother) {
  std::vector<std::vector<double>> rows;
  const auto take = [&](std::span<const double> row) { return rows.emplace_back(row.begin(), row.end()), ""; };
  const Result<std::size_t> count =
      io::read_rows(io::Source{"a.txt", "# x y\n1 2\n\n 3,4, 5 # all by commas\r\n-1e-3\t+7e300"}, kForm, take);
  ASSERT_TRUE(count) << count.error();
  EXPECT_EQ(*count, 3u);
  EXPECT_EQ(rows, (std::vector<std::vector<double>>{{1, 2}, {3, 4, 5}, {-1e-3, 7e300}}));
}

TEST(Rows, ErrorsNameFileAndLine) {
  EXPECT_EQ(complaint("1 2\n"), "");
  EXPECT_EQ(complaint("1 2\n\n1\n"), "a.txt:3: a row is 2 or 3 numbers, found 1");
  EXPECT_EQ(complaint("1 2 3 4\n"), "a.txt:1: a row is 2 or 3 numbers, found more");
  EXPECT_EQ(complaint("1 2\n1 two\n"), "a.txt:2: expected a number, found \"two\"");
  EXPECT_EQ(complaint("1 2\n#\n-1 2\n"), "a.txt:3: the first is negative");
  EXPECT_EQ(complaint("# nothing\n"), "a.txt: no rows; one is expected on each line");
  EXPECT_EQ(complaint(std::string_view("\0\1", 2)), "a.txt:1: not a text: it holds a zero byte");
  EXPECT_EQ(io::read_rows("nowhere.txt", kForm, [](auto) { return ""; }).error(),
            "nowhere.txt: No such file or directory");
}

}  // namespace rows_test
}  // namespace apart
