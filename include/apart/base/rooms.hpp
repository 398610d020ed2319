// Which rooms see the names of which others. What is public, and the vocabulary of base/ and shapes/, is in namespace
// apart; what is private to a room is in a namespace of the room's name, so that two rooms may use one word.
// scripts/check-rooms holds the same table for #include.
#pragma once

namespace apart {

namespace triangles {}
namespace convex {
using namespace triangles;
}
namespace volumes {
using namespace convex;
}
namespace hierarchy {
using namespace triangles;
using namespace convex;
using namespace volumes;
}  // namespace hierarchy
namespace traversal {
using namespace triangles;
using namespace convex;
using namespace volumes;
using namespace hierarchy;
}  // namespace traversal

using namespace triangles;
using namespace convex;
using namespace volumes;
using namespace hierarchy;
using namespace traversal;

}  // namespace apart
