// Which rooms see whose private names, which are in namespaces of their own, so that two rooms may use one word: it is
// then ambiguous where both are seen, never one entity by mistake. scripts/check-rooms holds the table for #include.
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
namespace broad {
using namespace hierarchy;
}
namespace traversal {
using namespace hierarchy;
}
namespace queries {
using namespace traversal;
}
namespace motion {
using namespace queries;
}
namespace scene {
using namespace motion;
}
namespace world {
using namespace broad;
}
using namespace scene;
}  // namespace apart
