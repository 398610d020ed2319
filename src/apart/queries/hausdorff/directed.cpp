// Upper bounds. Distance to a convex set is convex: no point of a piece is farther from one triangle of the other
// surface than one of the piece's corners. So a piece is done as soon as one triangle is near enough to all three
// corners. Where each corner has another triangle that is, the piece is cut where the distances to two of these
// triangles are equal: then one side needs the one and the other side the other. A piece that is small is bounded by
// its corners' distances and its size.
#include <algorithm>
#include <apart/queries/hausdorff/directed.hpp>
#include <apart/queries/hausdorff/overlay.hpp>

namespace apart::queries {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr u32 kMostDepth = 250;      // of pieces; each cut moves a point by a rounding
constexpr u32 kSplitsAtOnce = 64;    // of a piece, before others are continued
constexpr std::size_t kPieces = 32;  // that are refined against the same lower bound
constexpr std::size_t kNodes = 256;  // the same for nodes
constexpr double kMany = 8;
constexpr std::size_t kSamples = 500;  // but not more than a sixteenth of the triangles

// Every point of the triangle is this near to one of its corners: the radius of the smallest enclosing circle.
double covering_radius(Vec3d a, Vec3d b, Vec3d c) {
  const double x = squared_length(b - a), y = squared_length(c - b), z = squared_length(a - c);
  const double longest = larger(larger(x, y), z);
  if (2 * longest >= x + y + z) return 0.5 * std::sqrt(longest) * (1 + 1e-12);
  const double area = squared_length(cross(b - a, c - a));
  // Not more than that of the equilateral triangle, however the area is rounded.
  return std::sqrt(lesser(x * y * z / (4 * area), longest / 3)) * (1 + 1e-12);
}

Vec3d between(Vec3d p, Vec3d q, double at) { return at < 0.5 ? p + at * (q - p) : q - (1 - at) * (q - p); }

Vec3d middle_of(const Triangle& t) { return between(between(t.a, t.b, 0.5), t.c, 1.0 / 3); }

// Not where symmetric meshes have edges over each other.
Vec3d inner_point(const Triangle& t) { return t.a + 0.318 * (t.b - t.a) + 0.411 * (t.c - t.a); }

bool is_corner(Vec3d p, const Triangle& t) { return p == t.a || p == t.b || p == t.c; }

}  // namespace

DirectedHausdorff::DirectedHausdorff(const Surface& from, const Surface& to, Norm norm, const HausdorffGoal& goal,
                                     Twins* twins)
    : from_(from),
      to_(to),
      norm_(norm),
      goal_(goal),
      longest_(norm == Norm::one ? 1.7320508075688774 : 1),
      alike_(twins),
      vertices_(from.vertices().size()) {}

void DirectedHausdorff::raise(Task& task, double least, Vec3d point, u32 from, u32 to) const {
  if (least <= task.known) return;
  task.known = least;
  task.found = {least, point, from, to};
}

DirectedHausdorff::Corner DirectedHausdorff::exact_corner(Task& task, Vec3d point, u32 from, u32 guess) const {
  const Surface::Nearest near = to_.nearest(point, guess);
  raise(task, near.at_least, point, from, near.triangle);
  return {point, near.distance, near.triangle, true};
}

// Several threads may compute the same vertex, with the same result.
DirectedHausdorff::Corner DirectedHausdorff::vertex(Task& task, u32 v, u32 from, u32 guess, double enough) {
  const Vec3d point = from_.vertices()[v];
  Known& known = vertices_[v];
  if (known.triangle.load(std::memory_order_acquire) == Surface::kNone) {
    const Surface::Nearest near = to_.nearest(point, guess, enough);
    if (near.distance <= enough) return {point, near.distance, near.triangle, false};
    known.distance.store(near.distance, std::memory_order_relaxed);
    known.at_least.store(near.at_least, std::memory_order_relaxed);
    known.triangle.store(near.triangle, std::memory_order_release);
  }
  const u32 triangle = known.triangle.load(std::memory_order_relaxed);
  raise(task, known.at_least.load(std::memory_order_relaxed), point, from, triangle);
  return {point, known.distance.load(std::memory_order_relaxed), triangle, true};
}

FarPoint DirectedHausdorff::sample() {
  Task task{.known = -1};
  const std::span<const hierarchy::Item> order = from_.tree().items();
  const std::size_t step = larger(std::size_t(16), order.size() / kSamples);
  u32 guess = Surface::kNone;
  for (std::size_t k = 0; k < order.size(); k += step) {
    const u32 i = order[k].primitive();
    guess = vertex(task, from_.face(i)[0], i, guess, task.known).triangle;
  }
  return task.found;
}

// Fills the table of corners and triangles, and the bound.
void DirectedHausdorff::bound(Piece& piece, Table& table) const {
  const Corner(&c)[3] = piece.corners;
  const Vec3d points[3] = {c[0].point, c[1].point, c[2].point};
  double farthest = 0, one_triangle = kInfinity;
  for (int j = 0; j < 3; ++j) {
    farthest = larger(farthest, c[j].distance);
    const int same = j > 0 && c[j].triangle == c[0].triangle ? 0 : j > 1 && c[j].triangle == c[1].triangle ? 1 : j;
    double column[3];
    if (same == j) to_.distances(points, c[j].triangle, column);
    double most = 0;
    for (int i = 0; i < 3; ++i) {
      table.of[i][j] = same < j ? table.of[i][same] : column[i];
      most = larger(most, table.of[i][j]);
    }
    one_triangle = lesser(one_triangle, most);
  }
  const double by_size = farthest + longest_ * covering_radius(c[0].point, c[1].point, c[2].point);
  piece.bound = lesser(piece.bound, lesser(one_triangle, by_size));
}

bool DirectedHausdorff::drop_covered(Task& task, const Triangle& t, const Surface::Cover& by) const {
  if (by.farthest > threshold(task)) return false;
  // A triangle that the other surface has too is exactly at distance 0, without rounding.
  const auto is_same = [&] {
    const Triangle other = to_.triangle(by.triangle);
    return is_corner(t.a, other) && is_corner(t.b, other) && is_corner(t.c, other);
  };
  drop(task, by.farthest <= goal_.rounding && is_same() ? -1 : by.farthest);
  return true;
}

void DirectedHausdorff::walk() {
  if (walk_ || longest_ != 1) return;
  walk_.emplace(to_);
  to_closed_ = to_.closed();
  across_ = &Across::of(from_.model());
  beside_ = std::vector<std::atomic<u64>>(from_.tree().items().size());
}

// The one beside a neighbour is near. Only what the same task found counts, so that nothing depends on the number of
// threads.
u32 DirectedHausdorff::beside(Task& task, const Triangle& t, u32 lane, u32 guess) {
  u32 from = guess == Surface::kNone ? task.lane_beside : to_.lane_of(guess);
  for (u32 k = 0; k < 3; ++k) {
    const u32 edge = (*across_)[4 * lane + k];
    if (edge == Across::kNone) continue;
    const u64 known = beside_[Across::lane(edge)].load(std::memory_order_relaxed);
    if (known >> 32 == task.number) from = static_cast<u32>(known);
  }
  from = walk_->beside(inner_point(t), from, threshold(task));
  beside_[lane].store(u64(task.number) << 32 | from, std::memory_order_relaxed);
  return task.lane_beside = from;
}

// Larger triangles are along many others: then four of these are tested at once.
double DirectedHausdorff::along_bound(const Triangle& t, u32 over, double enough) const {
  const double area = squared_length(area_vector(t)), other = squared_length(area_vector(to_.triangle_in(over)));
  return to_closed_ && area > kMany * kMany * other ? overlay_bound(to_, t, over, enough)
                                                    : walk_->bound(t, over, enough);
}

bool DirectedHausdorff::same_numbers() const {
  constexpr u32 kTried = 32;
  u32 covered = 0;
  for (u32 k = 0; k < kTried; ++k) {
    const u32 i = static_cast<u32>(u64(k) * from_.size() / kTried);
    const Triangle t = from_.triangle(i);
    covered += to_.largest_distance({&t.a, 3}, i) <= goal_.threshold(known_);
  }
  return 4 * covered > kTried;
}

// If very many triangles are left, and their numbers say nothing.
void DirectedHausdorff::find_twins(std::size_t nodes) {
  if (!alike_ || 16 * nodes < from_.tree().nodes.size()) return;
  if (!same_numbers()) known_bounds_ = &alike_->of(from_, goal_.threshold(known_));
  alike_ = nullptr;  // not asked again
}

void DirectedHausdorff::start(Task& task, u32 lane, u32& guess) {
  ++task.tests;
  if (known_bounds_ && (*known_bounds_)[lane] <= threshold(task)) {
    const double bound = (*known_bounds_)[lane];
    return drop(task, bound > 0 ? bound : -1);  // at 0 the other surface has the same triangle: nothing is rounded
  }
  const Triangle t = from_.triangle_in(lane);
  const u32 i = from_.tree().items()[lane].primitive();
  // Of two versions of a mesh, the same triangle of the other.
  if (i < to_.size() && pays(twins_, task.twins, 4)) {
    ++task.twins.times;
    if (drop_covered(task, t, {to_.largest_distance({&t.a, 3}, i), i})) {
      ++task.twins.successes;
      return;
    }
  }
  if (!pays(covers_, task.covers, 2)) return task.waiting.push_back({lane, kInfinity, Surface::kNone});
  ++task.covers.times;
  // The triangle that covered a neighbour, or one beside that.
  Surface::Cover by;
  if (guess != Surface::kNone) {
    by = to_.best_cover(t, guess);
    guess = by.triangle;
  }
  if (!drop_covered(task, t, by)) {
    const Surface::Cover found = to_.find_cover(t, middle_of(t), guess, threshold(task));
    if (found.farthest < by.farthest) by = found, guess = by.triangle;
    if (!drop_covered(task, t, by)) return task.waiting.push_back({lane, by.farthest, guess});
  }
  ++task.covers.successes;
}

double DirectedHausdorff::cover(const Triangle& t, u32 lane) const {
  return norm_ == Norm::euclidean ? walk_->cover(t, lane) : to_.largest_distance({&t.a, 3}, to_.triangle_number(lane));
}

void DirectedHausdorff::overlay(Task& task, const Waiting& waiting) {
  ++task.tests;
  if (waiting.farthest <= threshold(task)) return drop(task, waiting.farthest);
  const Triangle t = from_.triangle_in(waiting.lane);
  const u32 i = from_.triangle_number(waiting.lane);
  const auto covered = [&](u32 over) {
    if (pays(late_covers_, task.late_covers, 16)) {
      ++task.late_covers.times;
      if (drop_covered(task, t, {cover(t, over), to_.triangle_number(over)})) return ++task.late_covers.successes, true;
    }
    const double bound = along_bound(t, over, threshold(task));
    if (bound > threshold(task)) return false;
    drop(task, bound);
    return true;
  };
  u32 guess = waiting.guess;
  if (walk_) {
    const u32 over = beside(task, t, waiting.lane, guess);
    if (covered(over)) return;
    guess = to_.triangle_number(over);
  }
  const u32 tried = guess;
  guess = exact_corner(task, middle_of(t), i, guess).triangle;
  if (walk_ && guess != tried && covered(to_.lane_of(guess))) return;
  add_piece(task, i, t, guess);
}

void DirectedHausdorff::add_piece(Task& task, u32 i, const Triangle& t, u32 guess) {
  Piece piece{.bound = kInfinity, .from = i, .depth = 0};
  double of_corners[3];
  to_.distances({&t.a, 3}, guess, of_corners);
  for (int k = 0; k < 3; ++k) {
    piece.corners[k] = {t[k], of_corners[k], guess, false};
    if (of_corners[k] > threshold(task))
      piece.corners[k] = vertex(task, from_.face(i)[static_cast<std::size_t>(k)], piece.from, guess);
  }
  Table table;
  bound(piece, table);
  if (piece.bound <= threshold(task)) return drop(task, piece.bound);
  task.pieces.push_back(piece);
}

void DirectedHausdorff::expand(Task& task, const Node& node) {
  if (node.bound <= threshold(task)) return drop(task, node.bound);
  const BoxTree& tree = from_.tree();
  u32 guess = node.guess;
  const auto visit = [&](u32 slot) {
    const Ref ref = tree.ref(slot);
    if (ref.is_leaf()) {
      u32 lane = ref.first();
      do start(task, lane, guess);
      while (!tree.items()[lane++].last());
      return;
    }
    ++task.tests;
    Node child{slot, guess, node.bound};
    const Surface::Ball ball = from_.ball(slot);
    // Only a ball that is small compared with what was found can be dropped.
    if (2 * longest_ * ball.radius < task.known) {
      double near = 0;
      to_.distances({&ball.centre, 1}, guess, &near);
      child.bound = lesser(child.bound, near + longest_ * ball.radius);
      if (child.bound <= threshold(task)) return drop(task, child.bound);
      const Surface::Nearest nearest = to_.nearest(ball.centre, guess, threshold(task) - longest_ * ball.radius);
      child.guess = guess = nearest.triangle;
      child.bound = lesser(child.bound, nearest.distance + longest_ * ball.radius);
      if (child.bound <= threshold(task)) return drop(task, child.bound);
    }
    task.nodes.push_back(child);
  };
  const Ref ref = tree.ref(node.slot);
  if (ref.is_leaf()) return visit(node.slot);  // the root of a small tree
  for_each_child(tree, node.slot, ref, visit);
}

// A point of the edge from corner i to corner j, each of whose triangles is too far from the other corner: if possible
// one that is near enough to both triangles.
DirectedHausdorff::Corner DirectedHausdorff::split_point(Task& task, const Piece& piece, const Table& table, int i,
                                                         int j) const {
  const Corner &ci = piece.corners[i], &cj = piece.corners[j];
  const double enough = threshold(task);
  // The triangle of i serves a first part of the edge, that of j a last part: distances to a triangle are convex. Where
  // both distances are equal is found by regula falsi, with some points about each estimate.
  double low = 0, high = 1;
  double at_low = table.of[i][i] - table.of[i][j], at_high = table.of[j][i] - table.of[j][j];  // differences
  Vec3d middle{};
  for (int step = 0; step < 16; ++step) {
    const double width = high - low;
    const double root = at_high > at_low ? lesser(larger(-at_low / (at_high - at_low), 0.02), 0.98) : 0.5;
    const double about = step == 0 ? 0.25 : 0.02;
    const double share[4] = {root * (1 - about), root, root + (1 - root) * about, 0.5};
    Vec3d points[4];
    double at[4], from_i[4], from_j[4];
    for (int k = 0; k < 4; ++k) at[k] = low + share[k] * width, points[k] = between(ci.point, cj.point, at[k]);
    to_.distances(points, ci.triangle, from_i);
    to_.distances(points, cj.triangle, from_j);
    int best = 0;
    for (int k = 0; k < 4; ++k) {
      if (from_i[k] > enough && from_j[k] > enough)  // another triangle must be nearer
        return exact_corner(task, points[k], piece.from, ci.triangle);
      if (larger(from_i[k], from_j[k]) < larger(from_i[best], from_j[best])) best = k;
    }
    if (from_i[best] <= enough && from_j[best] <= enough)
      return from_i[best] < from_j[best] ? Corner{points[best], from_i[best], ci.triangle, false}
                                         : Corner{points[best], from_j[best], cj.triangle, false};
    middle = points[best];
    for (int k = 0; k < 4; ++k) {
      if (from_i[k] <= enough && at[k] > low) low = at[k], at_low = from_i[k] - from_j[k];
      if (from_j[k] <= enough && at[k] < high) high = at[k], at_high = from_i[k] - from_j[k];
    }
    if (!(low < high)) break;
  }
  return exact_corner(task, middle, piece.from, ci.triangle);
}

void DirectedHausdorff::refine(Task& task, const Piece& whole) const {
  std::vector<Piece> open{whole};
  for (u32 splits = 0; !open.empty() && splits < kSplitsAtOnce;) {
    Piece piece = open.back();
    open.pop_back();
    ++task.tests;
    if (piece.bound <= threshold(task)) {
      drop(task, piece.bound);
      continue;
    }
    for (Corner& c : piece.corners)
      if (!c.exact && c.distance > threshold(task)) c = exact_corner(task, c.point, piece.from, c.triangle);
    Table table;
    bound(piece, table);
    const double enough = threshold(task);
    if (piece.bound <= enough || piece.depth == kMostDepth) {
      drop(task, piece.bound);
      continue;
    }
    // The longest edge of which neither triangle serves both ends; or else the longest.
    int edge = -1;
    double longest = -1;
    bool cut = false;
    for (int k = 0; k < 3; ++k) {
      const int next = k == 2 ? 0 : k + 1;
      const double size = squared_length(piece.corners[next].point - piece.corners[k].point);
      const bool fails = table.of[k][next] > enough && table.of[next][k] > enough;
      if (fails > cut || (fails == cut && size > longest)) edge = k, longest = size, cut = fails;
    }
    const int i = edge, j = edge == 2 ? 0 : edge + 1, k = 3 - i - j;
    const Corner at = cut ? split_point(task, piece, table, i, j)
                          : exact_corner(task, between(piece.corners[i].point, piece.corners[j].point, 0.5), piece.from,
                                         piece.corners[i].triangle);
    ++splits;
    open.push_back({{piece.corners[i], at, piece.corners[k]}, piece.bound, piece.from, piece.depth + 1});
    open.push_back({{at, piece.corners[j], piece.corners[k]}, piece.bound, piece.from, piece.depth + 1});
  }
  task.pieces.insert(task.pieces.end(), open.begin(), open.end());
}

void DirectedHausdorff::run(FarPoint known, const Workers& workers, SpentBudget& budget) {
  known_ = known.distance;
  std::vector<Node> nodes, next;
  std::vector<Waiting> waiting;
  std::vector<Piece> pieces;  // a heap, the largest bound first
  const auto lower = [](const Piece& x, const Piece& y) { return x.bound < y.bound; };
  std::vector<Task> tasks;
  // f(task, i) for the first `count` of some items, all with what is known now; then what they found, in order.
  const auto round = [&](std::size_t count, std::size_t grain, auto f) {
    tasks.assign((count + grain - 1) / grain, Task{.known = known_});
    for (Task& task : tasks) task.number = ++tasks_;
    workers.for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) f(tasks[begin / grain], i);
    });
    for (const Task& task : tasks) {
      if (task.known > known_) known_ = task.known, found_ = task.found;
      most_ = larger(most_, task.most);
      budget.spend(task.tests);
      twins_ += task.twins, covers_ += task.covers, late_covers_ += task.late_covers;
      next.insert(next.end(), task.nodes.begin(), task.nodes.end());
      waiting.insert(waiting.end(), task.waiting.begin(), task.waiting.end());
      for (const Piece& piece : task.pieces) {
        pieces.push_back(piece);
        std::push_heap(pieces.begin(), pieces.end(), lower);
      }
    }
  };
  const auto stop = [&] { return goal_.decided(known_) || budget.over(); };

  const Surface::Ball all = from_.ball(0);
  const Surface::Nearest near = to_.nearest(all.centre, Surface::kNone);
  const double whole = near.distance + longest_ * all.radius;
  nodes.push_back({0, near.triangle, whole});
  std::size_t first = 0;
  while (!nodes.empty() && !stop()) {
    const std::size_t count = std::min(kNodes, nodes.size() - first);
    find_twins(nodes.size() + next.size());
    round(count, 16, [&](Task& task, std::size_t i) { expand(task, nodes[first + i]); });
    first += count;
    if (first == nodes.size()) nodes.swap(next), next.clear(), first = 0;
  }
  if (64 * waiting.size() > to_.size()) walk();
  std::size_t overlaid = 0;
  for (std::size_t count; nodes.empty() && overlaid < waiting.size() && !stop(); overlaid += count) {
    count = std::min(kNodes, waiting.size() - overlaid);
    round(count, 64, [&](Task& task, std::size_t i) { overlay(task, waiting[overlaid + i]); });
  }
  std::vector<Piece> batch;
  while (nodes.empty() && overlaid == waiting.size() && !pieces.empty() &&
         pieces.front().bound > goal_.threshold(known_) && !stop()) {
    batch.clear();
    while (batch.size() < kPieces && !pieces.empty()) {
      std::pop_heap(pieces.begin(), pieces.end(), lower);
      batch.push_back(pieces.back());
      pieces.pop_back();
    }
    round(batch.size(), 1, [&](Task& task, std::size_t i) { refine(task, batch[i]); });
  }
  double open = larger(most_, pieces.empty() ? -1 : pieces.front().bound);
  for (std::size_t i = first; i < nodes.size(); ++i) open = larger(open, nodes[i].bound);
  for (const Node& node : next) open = larger(open, node.bound);
  // Of triangles that wait nothing is known but the bound of all.
  if (overlaid < waiting.size()) open = larger(open, whole);
  done_ = nodes.empty() && overlaid == waiting.size() &&
          (pieces.empty() || pieces.front().bound <= goal_.threshold(known_));
  // Whatever was dropped without rounding has a bound of −1.
  at_most_ = open < 0 ? 0 : open + goal_.rounding;
}

}  // namespace apart::queries
