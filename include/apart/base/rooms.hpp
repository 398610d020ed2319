// Which rooms see the names of which others. What is public, and the vocabulary of base/ and shapes/, is in namespace
// apart; what is private to a room is in a namespace of the room's name, so that two rooms may use one word: it is then
// ambiguous where both are seen, never one entity by mistake. scripts/check-rooms holds the table for #include.
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
using namespace volumes;
}
namespace traversal {
using namespace hierarchy;
}
namespace queries {
using namespace traversal;
}
namespace scene {
using namespace queries;
}
using namespace scene;

}  // namespace apart
