// Fills the matrix from a recorded traversal, and writes it as an image.
#include <algorithm>
#include <apart/traversal/watch/contact_matrix.hpp>

namespace apart::traversal {
namespace {

std::vector<u32> places_of(std::span<const Item> order) {
  std::vector<u32> out(order.size());
  for (u32 i = 0; i < order.size(); ++i) out[order[i].primitive()] = i;
  return out;
}

}  // namespace

ContactMatrix contact_matrix(const Record& record, std::span<const Ref> nodes_a, std::span<const Item> order_a,
                             std::span<const Ref> nodes_b, std::span<const Item> order_b) {
  APART_ASSERT(order_a.size() * order_b.size() <= kMostMatrixCells, "a contact matrix of large models");
  ContactMatrix out{static_cast<u32>(order_a.size()), static_cast<u32>(order_b.size()), {}};
  out.cells.resize(order_a.size() * order_b.size());
  const std::vector<ItemRange> range_a = item_ranges(nodes_a, order_a), range_b = item_ranges(nodes_b, order_b);
  const std::vector<u32> place_a = places_of(order_a), place_b = places_of(order_b);
  using Kind = ContactMatrix::Kind;
  for (u32 t = 0; t < record.tests.size(); ++t) {
    const Record::Test& test = record.tests[t];
    if (test.kept) continue;
    const auto deep = static_cast<unsigned char>(std::min(level(record, t), 255u));
    const ItemRange rows = range_a[test.a], columns = range_b[test.b];
    for (u32 row = rows.begin; row < rows.end; ++row)
      for (u32 column = columns.begin; column < columns.end; ++column) out.at(row, column) = {Kind::apart, deep};
  }
  const auto decide = [&](const Record::LeafTest& test, Kind kind) {
    const auto deep = static_cast<unsigned char>(std::min(level(record, test.parent) + 1, 255u));
    out.at(place_a[test.a], place_b[test.b]) = {kind, deep};
  };
  for (const Record::LeafTest& test : record.rejected) decide(test, Kind::apart);
  for (const Record::LeafTest& test : record.leaf_tests)
    decide(test, test.found == Found::nothing ? Kind::separated : Kind::contact);
  return out;
}

std::string as_pixmap(const ContactMatrix& matrix) {
  std::string out = "P6\n" + std::to_string(matrix.columns) + " " + std::to_string(matrix.rows) + "\n255\n";
  unsigned deepest = 1;
  for (const auto& cell : matrix.cells) deepest = std::max<unsigned>(deepest, cell.level);
  const auto add = [&](unsigned r, unsigned g, unsigned b) {
    for (unsigned x : {r, g, b}) out.push_back(static_cast<char>(x));
  };
  for (const auto& cell : matrix.cells) {
    switch (cell.kind) {
      case ContactMatrix::Kind::open:
        add(255, 255, 255);
        break;
      case ContactMatrix::Kind::apart: {
        const unsigned shade = 230 - 190 * cell.level / deepest;
        add(shade, shade, shade + 20);
        break;
      }
      case ContactMatrix::Kind::separated:
        add(240, 160, 60);
        break;
      case ContactMatrix::Kind::contact:
        add(200, 30, 30);
        break;
    }
  }
  return out;
}

}  // namespace apart::traversal
