// Every word, once.
#include <apart/hierarchy/builders/agglomerate.hpp>
#include <apart/hierarchy/builders/bottom_up.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/grouping.hpp>
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/builders/obb_merging.hpp>
#include <apart/kit/fields.hpp>
#include <apart/kit/words.hpp>

namespace apart::kit {
namespace {

template <class Rule>
Topology top_down(const Mesh& mesh, u32 leaf, u32 threads) {
  return build(mesh, TopDown<Rule>{.leaf_size = leaf, .threads = threads});
}
template <class Rule>
Cut split_by(const Subset& subset) {
  return Rule{}(subset);
}
template <class Rule>
constexpr Builder kSplitting{top_down<Rule>, split_by<Rule>};

template <class How>
Topology built(const Mesh& mesh, u32 leaf, u32 threads) {
  How how{};
  how.leaf_size = leaf;
  if constexpr (requires { how.threads; }) how.threads = threads;
  return build(mesh, how);
}

template <auto kGroup>
Topology grouped(const Mesh& mesh, u32 leaf, u32) {
  return build(mesh, Grouping{kGroup, leaf});
}
template <GroupByCost::Chance kChance>
Topology by_cost(const Mesh& mesh, u32 leaf, u32) {
  return build(mesh, Grouping{GroupByCost{.chance = kChance, .most_in_leaf = leaf}, leaf, true});
}
template <ObbMerging::Least kLeast>
Topology merged_by_obbs(const Mesh& mesh, u32 leaf, u32) {
  return build(mesh, ObbMerging{kLeast, leaf});
}

constexpr Entry<VolumeKind> kVolumes[] = {{{"obb", "oriented box"}, VolumeKind::obb},
                                          {{"aabb", "axis-aligned box"}, VolumeKind::aabb},
                                          {{"sphere", "sphere"}, VolumeKind::sphere},
                                          {{"dual", "sphere and oriented box"}, VolumeKind::dual},
                                          {{"6-dop", "between planes along 3 directions"}, VolumeKind::dop6},
                                          {{"14-dop", "along 7"}, VolumeKind::dop14},
                                          {{"18-dop", "along 9"}, VolumeKind::dop18},
                                          {{"26-dop", "along 13"}, VolumeKind::dop26},
                                          {{"ball-18-dop", "sphere, then 18-dop"}, VolumeKind::ball_dop18},
                                          {{"capsule", "sphere swept along a segment"}, VolumeKind::capsule},
                                          {{"rss", "sphere swept over a rectangle"}, VolumeKind::rss},
                                          {{"lozenge", "another word for rss"}, VolumeKind::rss},
                                          {{"cylinder", "cylinder, tested by GJK"}, VolumeKind::cylinder},
                                          {{"ellipsoid", "ellipsoid, tested by GJK"}, VolumeKind::ellipsoid},
                                          {{"hull", "convex hull, tested by GJK"}, VolumeKind::hull}};

constexpr Entry<Precision> kPrecisions[] = {{{"float", "32 bits, rounded outward"}, Precision::single},
                                            {{"double", "64 bits, rounded outward"}, Precision::twofold}};

constexpr Entry<BoxFit> kFits[] = {
    {{"usual", "what the volume does by itself; for oriented boxes triangles"}, BoxFit::usual},
    {{"triangles", "principal axes of the triangles' area"}, BoxFit::triangles},
    {{"vertices", "principal axes of the vertices"}, BoxFit::vertices},
    {{"hull-corners", "principal axes of the hull's corners"}, BoxFit::hull_corners},
    {{"hull-facets", "principal axes of the hull's surface"}, BoxFit::hull_facets},
    {{"inertia", "axes of inertia of the hull's solid"}, BoxFit::inertia},
    {{"longest", "longest principal axis, least rectangle about it"}, BoxFit::longest},
    {{"shortest", "shortest principal axis, least rectangle about it"}, BoxFit::shortest},
    {{"iterated", "least rectangles about one axis after the other"}, BoxFit::iterated},
    {{"searched", "best of many rotations"}, BoxFit::searched},
    {{"minimum", "least volume; for hulls of up to 100 corners"}, BoxFit::minimum},
    {{"children", "of all volumes: around those of a node's children"}, BoxFit::children}};

constexpr Entry<BallFit> kBalls[] = {
    {{"usual", "what the volume does by itself; for spheres box-centre, for dual minimum"}, BallFit::usual},
    {{"box-centre", "about the centre of the axis-aligned box"}, BallFit::box_centre},
    {{"ritter", "Ritter's"}, BallFit::ritter},
    {{"spread", "Ritter's, from the extremes along the greatest spread"}, BallFit::spread},
    {{"refined", "Ritter's, several times"}, BallFit::refined},
    {{"minimum", "least"}, BallFit::minimum},
    {{"obb-centre", "of dual: about the centre of its box"}, BallFit::obb_centre}};

constexpr Entry<Builder> kBuilders[] = {
    {{"sah", "top down, surface area heuristic"}, kSplitting<AreaHeuristic>},
    {{"sah-volume", "top down, the same with volumes"}, kSplitting<Split<LongestCentreSide, BinnedVolume>>},
    {{"covariance", "top down, at the mean along the greatest spread of area"}, kSplitting<CovarianceMean>},
    {{"covariance-median", "top down, in halves along the greatest spread of area"},
     kSplitting<Split<AreaSpread, Median>>},
    {{"median", "top down, in halves along the longest side"}, kSplitting<MedianSplit>},
    {{"midpoint", "top down, at the middle of the box's longest side"}, kSplitting<Split<LongestBoxSide, Midpoint>>},
    {{"mean", "top down, at the mean along the longest side"}, kSplitting<Split<LongestCentreSide, Mean>>},
    {{"gap", "top down, in the widest gap along the greatest spread of centres"},
     kSplitting<Split<CentreSpread, WidestGap>>},
    {{"lbvh", "along a space-filling curve"}, {built<Linear>}},
    {{"ploc", "bottom up along a space-filling curve"}, {built<Agglomerate>}},
    {{"bottom-up", "greedy merging by area"}, {built<BottomUp<MergedArea>>}},
    {{"bottom-up-volume", "greedy merging by volume"}, {built<BottomUp<MergedVolume>>}},
    {{"bottom-up-hausdorff", "greedy merging by the distance from box to content"}, {built<BottomUp<MergedHollow>>}},
    {{"insertion", "one by one"}, {built<Insertion>}},
    {{"insertion-volume", "one by one, from the root down to where volume grows least"}, {built<DescendingInsertion>}},
    {{"centroids", "top down, at the mean along the greatest spread of area, by centroids of triangles"},
     {grouped<group_by_centroids>}},
    {{"obb-side", "top down, at the middle of the oriented box's longest side"}, {grouped<group_by_obb_side>}},
    {{"octree", "top down, in octants: up to eight children, whatever the branching"}, {grouped<group_by_octants>}},
    {{"sah-costs", "top down, all cuts, and a leaf where that is cheaper"}, {by_cost<GroupByCost::Chance::area>}},
    {{"sah-minkowski", "the same with areas of Minkowski sums"}, {by_cost<GroupByCost::Chance::minkowski>}},
    {{"bottom-up-obb", "merging of neighbours by the area of oriented boxes"},
     {merged_by_obbs<ObbMerging::Least::area>}},
    {{"bottom-up-obb-hausdorff", "the same by the distance from oriented box to content"},
     {merged_by_obbs<ObbMerging::Least::hausdorff>}}};

constexpr Entry<LayoutKind> kLayouts[] = {
    {{"flat", "arrays of nodes and volumes, all in the model's frame"}, LayoutKind::flat},
    {{"nested", "each volume relative to its parent's: obb, aabb, sphere"}, LayoutKind::nested},
    {{"lazy", "nodes are made when a traversal first visits them: obb, aabb"}, LayoutKind::lazy}};

constexpr Entry<QueryKind> kQueries[] = {{{"collide", "do they touch?"}, QueryKind::collide},
                                         {{"all", "all triangles that touch"}, QueryKind::all},
                                         {{"within", "are they within the tolerance?"}, QueryKind::within},
                                         {{"distance", "least distance"}, QueryKind::distance},
                                         {{"span", "greatest distance"}, QueryKind::span}};

constexpr Entry<OrderKind> kOrders[] = {
    {{"depth-first", "the pair found last"}, OrderKind::depth_first},
    {{"breadth-first", "level by level"}, OrderKind::breadth_first},
    {{"best-first", "the nearest pair"}, OrderKind::best_first},
    {{"best-first-of-32", "the nearest of 32 pairs, others depth first"}, OrderKind::bounded_best_first},
    {{"diving", "down to the leaves, then the nearest pair"}, OrderKind::diving}};

constexpr Entry<RuleKind> kRules[] = {
    {{"largest-diameter", "opens the node of larger diameter"}, RuleKind::largest_diameter},
    {{"largest-area", "of larger area"}, RuleKind::largest_area},
    {{"largest-volume", "of larger volume"}, RuleKind::largest_volume},
    {{"smallest-diameter", "of smaller diameter"}, RuleKind::smallest_diameter},
    {{"smallest-area", "of smaller area"}, RuleKind::smallest_area},
    {{"smallest-volume", "of smaller volume"}, RuleKind::smallest_volume},
    {{"a", "A's first"}, RuleKind::a},
    {{"b", "B's first"}, RuleKind::b},
    {{"alternate", "A's and B's in turn"}, RuleKind::alternate},
    {{"both", "both at once"}, RuleKind::both}};

constexpr Entry<SpaceKind> kSpaces[] = {{{"own", "volumes are tested as they are stored"}, SpaceKind::own},
                                        {{"a", "B's volumes are placed in A's frame"}, SpaceKind::of_a},
                                        {{"world", "all volumes are placed in the world's"}, SpaceKind::world}};

constexpr Entry<TumbleKind> kTumblings[] = {
    {{"wrap", "from their own numbers"}, TumbleKind::wrap},
    {{"after-balls", "the same, where spheres around them meet"}, TumbleKind::after_balls},
    {{"corners", "about their corners, which are kept: k-dops"}, TumbleKind::corners},
    {{"climb", "about the content, by hill climbing on its hull"}, TumbleKind::climb}};

constexpr Entry<Switch> kKeep[] = {{{"no", "volumes are placed for every test"}, Switch::off},
                                   {{"yes", "once a query"}, Switch::on}};
constexpr Entry<Switch> kFront[] = {{{"no", "every query starts at the roots"}, Switch::off},
                                    {{"yes", "where the last one ended"}, Switch::on}};

template <class T>
Choice choice(const Register<T>& from, std::vector<Word>& words) {
  words.clear();
  for (const Entry<T>& entry : from.entries) words.push_back(entry.word);
  return {from.name, from.meaning, words};
}

}  // namespace

Register<VolumeKind> volume_words() { return {"volume", "bounding volume of a node", kVolumes}; }
Register<Precision> precision_words() { return {"precision", "numbers of the volumes", kPrecisions}; }
Register<BoxFit> fit_words() { return {"fit", "axes of oriented boxes", kFits}; }
Register<BallFit> ball_words() { return {"ball", "centres of spheres", kBalls}; }
Register<Builder> builder_words() { return {"builder", "what groups the triangles", kBuilders}; }
Register<LayoutKind> layout_words() { return {"layout", "how nodes are stored, and when they are made", kLayouts}; }
Register<QueryKind> query_words() { return {"query", "what is asked", kQueries}; }
Register<OrderKind> order_words() { return {"order", "which pair of nodes is next", kOrders}; }
Register<RuleKind> rule_words() { return {"rule", "which node of a pair is opened", kRules}; }
Register<SpaceKind> space_words() { return {"space", "in whose frame volumes are tested", kSpaces}; }
Register<TumbleKind> tumble_words() { return {"tumble", "how aligned volumes are placed in A's frame", kTumblings}; }
Register<Switch> keep_words() { return {"keep", "are placed volumes kept until the query ends?", kKeep}; }
Register<Switch> front_words() { return {"front", "where does a query start?", kFront}; }

std::span<const Field<TreeChoice>> tree_fields() {
  static constexpr Field<TreeChoice> all[] = {{"volume", &TreeChoice::volume},   {"precision", &TreeChoice::precision},
                                              {"fit", &TreeChoice::fit},         {"ball", &TreeChoice::ball},
                                              {"builder", &TreeChoice::builder}, {"layout", &TreeChoice::layout}};
  return all;
}
std::span<const Field<WalkChoice>> walk_fields() {
  static constexpr Field<WalkChoice> all[] = {{"query", &WalkChoice::query},   {"order", &WalkChoice::order},
                                              {"rule", &WalkChoice::rule},     {"space", &WalkChoice::space},
                                              {"tumble", &WalkChoice::tumble}, {"keep", &WalkChoice::keep},
                                              {"front", &WalkChoice::front}};
  return all;
}

std::span<const Choice> choices() {
  static std::vector<Word> words[13];
  static const Choice all[] = {
      choice(volume_words(), words[0]), choice(precision_words(), words[1]), choice(fit_words(), words[2]),
      choice(ball_words(), words[3]),   choice(builder_words(), words[4]),   choice(layout_words(), words[5]),
      choice(query_words(), words[6]),  choice(order_words(), words[7]),     choice(rule_words(), words[8]),
      choice(space_words(), words[9]),  choice(tumble_words(), words[10]),   choice(keep_words(), words[11]),
      choice(front_words(), words[12])};
  return all;
}

}  // namespace apart::kit
