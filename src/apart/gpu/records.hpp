// What is on a device, and in the tests' stand-in of one: boxes, triangles, poses, items of queues. Plain structs, the
// same on both sides. Floats are scaled by a power of two such that the largest model has a radius of about one: then
// fourth powers of all that is not far below the rounding errors are in range.
#pragma once
#include <apart/base/both.hpp>
#include <apart/base/inline.hpp>
#include <apart/shapes/triangle.hpp>
#include <bit>

// Called, not inlined, on a device: arithmetic in doubles needs many registers, and the walk around it few.
#if defined(__CUDACC__)
#define APART_CALLED __host__ __device__ __noinline__
#else
#define APART_CALLED
#endif

namespace apart::gpu {

// Loaded at once.
struct alignas(16) Float4 {
  float x, y, z, w;
};
APART_INLINE Vec3f xyz(Float4 v) { return {v.x, v.y, v.z}; }

APART_INLINE Float4 fetch(const Float4* at) {
#if defined(__CUDA_ARCH__)
  const float4 v = __ldg(reinterpret_cast<const float4*>(at));
  return {v.x, v.y, v.z, v.w};
#else
  return *at;
#endif
}

APART_INLINE u32 bits_of(float x) {
#if defined(__CUDA_ARCH__)
  return __float_as_uint(x);
#else
  return std::bit_cast<u32>(x);
#endif
}
APART_INLINE float float_of(u32 bits) {
#if defined(__CUDA_ARCH__)
  return __uint_as_float(bits);
#else
  return std::bit_cast<float>(bits);
#endif
}

// Children of a node, at most: the boxes of four siblings are interleaved, so that the lanes that test them read side
// by side. Of group g, chunk c of child k is nodes[16 g + 4 c + k]; the chunks are three axes, each with its half
// size, and the centre with the reference. Axes are sorted by size, the longest first.
inline constexpr u32 kWide = 4;

// Below a node: a group of children, or one or two triangles.
class Below {
 public:
  static constexpr u32 kMost = (u32(1) << 30) - 1;  // the largest index of a group or a triangle

  static Below group(u32 index) { return Below(index); }
  static Below leaf(u32 first, u32 count) { return Below(kLeaf | (first << 1) | (count - 1)); }
  APART_INLINE explicit constexpr Below(u32 bits) : bits_(bits) {}

  APART_INLINE constexpr bool is_leaf() const { return (bits_ & kLeaf) != 0; }
  APART_INLINE constexpr u32 index() const { return bits_; }                  // of a group
  APART_INLINE constexpr u32 first() const { return (bits_ & ~kLeaf) >> 1; }  // triangle of a leaf
  APART_INLINE constexpr u32 count() const { return (bits_ & 1) + 1; }        // of a leaf
  APART_INLINE constexpr u32 bits() const { return bits_; }

 private:
  static constexpr u32 kLeaf = u32(1) << 31;
  u32 bits_;
};

// A box, relative to its model's centre.
struct Box {
  Float4 a, b, c, m;  // axes with half sizes; centre, what is below
  APART_INLINE Below below() const { return Below(bits_of(m.w)); }
  APART_INLINE bool empty() const { return a.w < 0; }  // there are fewer than four children
};
inline constexpr float kNoBox = -1e30f;  // half size of a box that is not there: apart from all

// Node `node` is child node % 4 of group node / 4.
APART_INLINE Box box_at(const Float4* nodes, u32 node) {
  const Float4* p = nodes + u64(node >> 2) * 16 + (node & 3);
  return {fetch(p), fetch(p + 4), fetch(p + 8), fetch(p + 12)};
}

// Vertices relative to the model's centre, and the unit normal, zero of a degenerate triangle.
struct NearTriangle {
  Vec3f v[3], n;
};
APART_INLINE NearTriangle near_triangle(const Float4* triangles, u32 slot) {
  const Float4* p = triangles + u64(slot) * 3;
  const Float4 a = fetch(p), b = fetch(p + 1), c = fetch(p + 2);
  return {{xyz(a), xyz(b), xyz(c)}, {a.w, b.w, c.w}};
}

// The trees of all models, one after the other.
struct Trees {
  const Float4* nodes;    // 16 a group
  const Float4* near;     // 3 a triangle
  const Triangle* exact;  // as in the mesh; sorted by leaf, as `near` is
  const u32* numbers;     // of these in the mesh
};

// Where the trees of a pair of models begin, and the frames of their boxes.
struct PairRoots {
  u32 group_a;  // of A, tested first, against …
  u32 node_b;   // … the root of B
  u32 node_a;   // the root of A
  u32 unused;
  Vec3d centre_a, centre_b;
  double radius_a, radius_b;
  double scale;  // a power of two: what is in floats is so many times larger than what is in doubles
};

// A pose in floats, eight to a record: the rows of B in A with the shift of the centres; slack, pair, 0, 0; rows and
// shift of A in B. A pose that is not `active` is not walked.
inline constexpr u32 kRecord = 8;
inline constexpr u32 kInactive = ~u32(0);

// A pair of nodes to be tested: the children of a group of one model, with a box of the other.
struct alignas(16) BoxItem {
  u32 pose;   // 2 · pose, + 1 where the group is B's
  u32 fixed;  // node
  u32 group;
  float slack;
};

// A pair of leaves or of triangles.
struct PairItem {
  u32 pose, a, b;
};

// Answers of yes/no queries: bit 0 is yes, the bits from 1 on the status. This one stands for: the exact code decides.
inline constexpr unsigned char kYes = 1, kOpen = 0x80;

}  // namespace apart::gpu
