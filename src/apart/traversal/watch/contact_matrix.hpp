// All pairs of primitives as one image: which test decided each, and its result (Gottschalk 2000, section 2.6).
#pragma once
#include <apart/base/assert.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/traversal/watch/record.hpp>
#include <string>

namespace apart::traversal {

// A row for each primitive of A and a column for each of B, in the order of the trees' leaves, so that a test of two
// volumes is a rectangle.
struct ContactMatrix {
  enum class Kind : unsigned char { open, apart, separated, contact };
  struct Cell {
    Kind kind = Kind::open;   // open: the traversal ended before
    unsigned char level = 0;  // of the test that decided it
  };
  u32 rows = 0, columns = 0;
  std::vector<Cell> cells;

  Cell& at(u32 row, u32 column) { return cells[std::size_t(row) * columns + column]; }
  const Cell& at(u32 row, u32 column) const { return cells[std::size_t(row) * columns + column]; }
};

// Refuses more pairs than this: the image is for small models.
inline constexpr std::size_t kMostMatrixCells = std::size_t(1) << 26;

ContactMatrix contact_matrix(const Record& record, std::span<const Ref> nodes_a, std::span<const Item> order_a,
                             std::span<const Ref> nodes_b, std::span<const Item> order_b);

template <Volume V>
ContactMatrix contact_matrix(const Record& record, const Tree<V>& a, const Tree<V>& b) {
  return contact_matrix(record, a.nodes, a.order, b.nodes, b.order);
}

// As a portable pixmap (PPM): contacts red, separated primitives orange, disjoint volumes lighter the earlier they
// were tested, what was left open white.
std::string as_pixmap(const ContactMatrix& matrix);

}  // namespace apart::traversal
