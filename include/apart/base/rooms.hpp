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
namespace queries {
using namespace traversal;
}
namespace scene {
using namespace queries;
}

// The rest of the library, the program, the lab and the tests name what they use without its room; a name of two rooms
// is then ambiguous where it is used, and two entities where it is linked.
using namespace triangles;
using namespace convex;
using namespace volumes;
using namespace hierarchy;
using namespace traversal;
using namespace queries;
using namespace scene;

}  // namespace apart
