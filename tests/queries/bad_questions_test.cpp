// Questions that make no sense: each is refused by a clear word, from the caller's own thread, and changes nothing.
#include <apart/apart.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <samples/generate.hpp>
#include <thread>

#include "tests/support.hpp"

namespace apart {
namespace bad_questions_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

struct Refused {
  std::string what;
  std::thread::id by;
};

// Mistakes are thrown while it lives, so that what comes after them can be looked at.
class Throwing {
 public:
  Throwing() : before_(assert_handler()) {
    assert_handler() = [](const char* what, const char*, int) { throw Refused{what, std::this_thread::get_id()}; };
  }
  ~Throwing() { assert_handler() = before_; }

 private:
  AssertHandler before_;
};

template <class Question>
void expect_refused(Question ask, const std::string& word) {
  try {
    ask();
    ADD_FAILURE() << "not refused: " << word;
  } catch (const Refused& refused) {
    EXPECT_NE(refused.what.find(word), std::string::npos) << refused.what;
    EXPECT_EQ(refused.by, std::this_thread::get_id());
  }
}

std::vector<Pose> bad_poses() {
  std::vector<Pose> out(7);
  out[0].rotation(0, 0) = 1.1;                              // stretched
  out[1].rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}};   // mirrored
  out[2].rotation = {{{1, 0.1, 0}, {0, 1, 0}, {0, 0, 1}}};  // sheared
  out[3].rotation = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  out[4].rotation(1, 2) = kNaN;
  out[5].translation.y = kNaN;
  out[6].translation.z = kInfinity;
  return out;
}

Model torus() { return Model::make(generate::torus(1, 0.3, 16, 8)).value(); }
Model ball() { return Model::make(generate::sphere(0.5, 100)).value(); }
const Pose kApart = Pose::shift({1.9, 0.1, 0.2}), kTouching = Pose::shift({1.2, 0.1, 0.2});

TEST(BadQuestions, NumbersThatAreNegativeOrNone) {
  const Throwing throwing;
  const Model a = torus(), b = ball();
  const std::vector<Pose> poses(50, kApart);
  const BatchOptions how{.threads = 4};
  Tracker tracker(a, b);
  for (double bad : {-1.0, -1e-300, -kInfinity, kNaN}) {
    expect_refused([&] { within(a, kApart, b, bad); }, "tolerance is negative or not a number");
    expect_refused([&] { within(a, poses, b, bad, {}, how); }, "tolerance is negative or not a number");
    expect_refused([&] { tracker.within(kApart, bad); }, "tolerance is negative or not a number");
    expect_refused([&] { clash(a, kApart, b, {.tolerance = bad}); }, "tolerance");
    expect_refused([&] { beyond(a, kApart, b, bad); }, "limit is negative or not a finite number");
    for (const DistanceOptions& options :
         {DistanceOptions{.max = bad}, DistanceOptions{.abs_error = bad}, DistanceOptions{.rel_error = bad}}) {
      expect_refused([&] { distance(a, kApart, b, options); }, "negative or not a number");
      expect_refused([&] { distance(a, poses, b, options, how); }, "negative or not a number");
      expect_refused([&] { distance(a, std::span<const Pose>{}, b, options, how); }, "negative or not a number");
      expect_refused([&] { tracker.distance(kApart, options); }, "negative or not a number");
    }
    for (const SpanOptions& options : {SpanOptions{.abs_error = bad}, SpanOptions{.rel_error = bad}}) {
      expect_refused([&] { span(a, kApart, b, options); }, "negative or not a number");
      expect_refused([&] { span(a, poses, b, options, how); }, "negative or not a number");
    }
  }
}

// Sensible all the same, however large.
TEST(BadQuestions, NumbersWithoutEndAreAnswered) {
  const Model a = torus(), b = ball();
  Tracker tracker(a, b);
  const double truth = distance(a, kApart, b).distance;
  ASSERT_GT(truth, 0);
  EXPECT_EQ(distance(a, kApart, b, {.max = kInfinity}).distance, truth);
  EXPECT_EQ(distance(a, kApart, b, {.max = kInfinity}).status, Status::exact);
  EXPECT_TRUE(within(a, kApart, b, kInfinity));
  EXPECT_TRUE(tracker.within(kApart, kInfinity));
  // Any distance will do.
  for (const DistanceOptions& options :
       {DistanceOptions{.abs_error = kInfinity}, DistanceOptions{.rel_error = kInfinity},
        DistanceOptions{.max = kInfinity, .abs_error = kInfinity, .rel_error = kInfinity}})
    for (const Pose& at : {kApart, kTouching})
      for (const Distance& any : {distance(a, at, b, options), tracker.distance(at, options)}) {
        EXPECT_TRUE(std::isfinite(any.distance));
        EXPECT_GE(any.distance, distance(a, at, b).distance);
        EXPECT_LE(any.at_least, distance(a, at, b).distance);
        EXPECT_NEAR(length(any.on_a - any.on_b), any.distance, 1e-12);
        EXPECT_EQ(any.status, any.distance > 0 ? Status::within_error : Status::exact);
      }
  const double farthest = span(a, kApart, b).distance;
  for (const SpanOptions& options : {SpanOptions{.abs_error = kInfinity}, SpanOptions{.rel_error = kInfinity}}) {
    const Span any = span(a, kApart, b, options);
    EXPECT_GT(any.distance, 0);
    EXPECT_LE(any.distance, farthest);
    EXPECT_GE(any.at_most, farthest);
    EXPECT_EQ(any.status, Status::within_error);
  }
}

TEST(BadQuestions, ALimitOfNothing) {
  const Model a = torus(), b = ball();
  Tracker tracker(a, b);
  for (int again = 0; again < 2; ++again) {
    const Collisions touching = tracker.collisions(kTouching, 0), free = tracker.collisions(kApart, 0);
    EXPECT_EQ(touching.status, Status::limit);  // there is more than nothing
    EXPECT_TRUE(touching.pairs.empty());
    EXPECT_EQ(free.status, Status::exact);
    EXPECT_TRUE(free.pairs.empty());
    EXPECT_EQ(collisions(a, kApart, b, 0).status, Status::exact);
    EXPECT_EQ(tracker.collisions(kTouching).pairs.size(), collisions(a, kTouching, b).pairs.size());
  }
  EXPECT_EQ(collisions(a, kTouching, b, [](const TouchingPair&) { return false; }), Status::limit);
  EXPECT_EQ(collisions(a, kApart, b, [](const TouchingPair&) { return false; }), Status::exact);
  // A maximum of nothing asks whether they touch, and so does a tolerance of nothing.
  EXPECT_EQ(distance(a, kTouching, b, {.max = 0}).status, Status::exact);
  EXPECT_EQ(distance(a, kTouching, b, {.max = 0}).distance, 0);
  EXPECT_EQ(distance(a, kApart, b, {.max = 0}).status, Status::at_least);
  EXPECT_TRUE(within(a, kTouching, b, 0));
  EXPECT_FALSE(within(a, kApart, b, 0));
  EXPECT_EQ(distance(a, kApart, b, {.budget = Budget::of_tests(0)}).status, Status::unfinished);
}

TEST(BadQuestions, OfEmptyModels) {
  const Model none = Model::make({}).value(), box = ball();
  const std::vector<Pose> poses(20, kApart);
  for (const auto& [a, b] : {std::pair{none, box}, {box, none}, {none, none}}) {
    EXPECT_EQ(within(a, Pose{}, b, kInfinity).status, Status::nothing);
    EXPECT_FALSE(within(a, Pose{}, b, kInfinity));
    EXPECT_EQ(collisions(a, Pose{}, b).status, Status::nothing);
    EXPECT_EQ(collisions(a, Pose{}, b, [](const TouchingPair&) { return true; }), Status::nothing);
    EXPECT_EQ(distance(a, Pose{}, b, {.max = 1, .solid = true}).status, Status::nothing);
    EXPECT_EQ(clash(a, Pose{}, b, {.solid = true}).status, Status::nothing);
    EXPECT_EQ(clash(a, Pose{}, b).state, Clash::State::apart);
    for (const Distance& d : distance(a, poses, b).answers) {
      EXPECT_EQ(d.status, Status::nothing);
      EXPECT_EQ(d.distance, kInfinity);
      EXPECT_FALSE(d.has_points());
    }
    for (const Collision& c : collide(a, poses, b, {.solid = true}).answers) EXPECT_EQ(c.status, Status::nothing);
    for (const Within& w : within(a, poses, b, 1).answers) EXPECT_EQ(w.status, Status::nothing);
    for (const Span& s : span(a, poses, b).answers) EXPECT_EQ(s.status, Status::nothing);
    Tracker tracker(a, b);
    for (int again = 0; again < 2; ++again) {
      EXPECT_EQ(tracker.within(kApart, kInfinity).status, Status::nothing);
      EXPECT_EQ(tracker.distance(kApart).status, Status::nothing);
      EXPECT_EQ(tracker.front_size(), 0u);
    }
  }
}

TEST(BadQuestions, ATrackerIsAsGoodAfterwards) {
  const Throwing throwing;
  Random random(4);
  const Model a = torus(), b = ball();
  Tracker tracker(a, b), untroubled(a, b);
  testing::Outcomes outcomes("poses that touch");
  const auto bad = bad_poses();
  for (std::size_t k = 0; k < 100; ++k) {
    const Pose at{random.rotation(), Vec3d{1.3 + 0.6 * std::sin(0.1 * double(k)), 0.1, 0.2}};
    const u64 tests = tracker.tests();
    const std::size_t front = tracker.front_size();
    EXPECT_EQ(tracker.distance(bad[k % bad.size()]).status, Status::invalid);
    expect_refused([&] { tracker.within(at, kNaN); }, "not a number");
    expect_refused([&] { tracker.distance(at, {.rel_error = -1}); }, "negative");
    EXPECT_EQ(tracker.tests(), tests);
    EXPECT_EQ(tracker.front_size(), front);
    const Distance truth = distance(a, at, b), found = tracker.distance(at), other = untroubled.distance(at);
    ASSERT_EQ(found.distance, truth.distance);
    ASSERT_EQ(found.on_a, other.on_a);
    ASSERT_EQ(found.b.triangle, other.b.triangle);
    ASSERT_EQ(tracker.tests(), untroubled.tests());
    ASSERT_EQ(tracker.collide(at).colliding, truth.distance == 0);
    ASSERT_EQ(untroubled.collide(at).colliding, truth.distance == 0);
    outcomes.saw(truth.distance == 0);
  }
}

// What is remembered of one pair of trees is refused with another.
TEST(BadQuestions, MemoryOfOtherTrees) {
  using V = Aabb<float>;
  using Remembered = Front<u32, u32, DefaultPolicy::Rule::Memory>;
  const Throwing throwing;
  const Mesh meshes[] = {generate::torus(1, 0.3, 16, 8), generate::torus(1, 0.2, 16, 8), generate::box({1, 1, 1})};
  std::vector<Tree<V>> trees;
  for (const Mesh& mesh : meshes) trees.push_back(fit_tree<V>(build(mesh), mesh));
  Remembered front;
  const auto ask = [&](int a, int b) {
    DistanceQuery query{{meshes[a], kApart, meshes[b]}};
    NoProbe probe;
    const InOwnSpace<V> space(trees[std::size_t(a)].frame, kApart, trees[std::size_t(b)].frame);
    PairWalk<Tree<V>, Tree<V>, DistanceQuery, WithFront<DefaultPolicy, Remembered>> walk(
        trees[std::size_t(a)], space, trees[std::size_t(b)], query, probe, front);
    walk.run();
    front.finish();
    return query.best_distance;
  };
  const double truth = ask(0, 1);
  const std::size_t size = front.size();
  EXPECT_GT(size, 1u);
  for (const auto& [a, b] : {std::pair{1, 0}, {0, 0}, {1, 1}, {0, 2}, {2, 1}}) {  // some of the same size
    expect_refused([a = a, b = b, &ask] { ask(a, b); }, "other trees");
    EXPECT_EQ(front.size(), size);
  }
  EXPECT_EQ(ask(0, 1), truth);
  front.clear();
  ask(2, 1);
  expect_refused([&] { ask(0, 1); }, "other trees");

  // Placed volumes are of one query, and of trees no larger than was said.
  PlacedVolumes<V> placed;
  const auto in_model_space = [&](int a, int b) {
    const Tree<V>&ta = trees[std::size_t(a)], &tb = trees[std::size_t(b)];
    DistanceQuery query{{meshes[a], kApart, meshes[b]}};
    NoProbe probe;
    walk_in(InModelSpace<V>(ta.frame, kApart, tb.frame, &placed), ta, tb, query, probe);
    return query.best_distance;
  };
  expect_refused([&] { in_model_space(0, 1); }, "call begin()");
  placed.begin(trees[1].nodes.size());
  EXPECT_EQ(in_model_space(0, 1), truth);
  expect_refused([&] { in_model_space(0, 1); }, "call begin()");
  placed.begin(trees[2].nodes.size());
  expect_refused([&] { in_model_space(0, 1); }, "smaller tree");
  placed.begin(trees[1].nodes.size());
  EXPECT_EQ(in_model_space(0, 1), truth);
}

// A tracker keeps its own models, so that nothing else can be asked of it.
TEST(BadQuestions, TrackersCannotBeMixedUp) {
  std::vector<Tracker> trackers;
  trackers.emplace_back(torus(), ball());  // of models that nobody else holds
  trackers.emplace_back(ball(), torus());
  const double one = trackers[0].distance(kApart).distance, other = trackers[1].distance(kApart).distance;
  EXPECT_NE(one, other);
  std::swap(trackers[0], trackers[1]);
  EXPECT_EQ(trackers[1].distance(kApart).distance, one);
  EXPECT_EQ(trackers[0].distance(kApart).distance, other);
  EXPECT_EQ(std::get<Model>(trackers[0].a()).mesh().size(), ball().mesh().size());
}

}  // namespace bad_questions_test
}  // namespace apart
