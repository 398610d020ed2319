// How much of a saved model is checked before it is used.
#pragma once

namespace apart {

// How far the bytes are trusted.
enum class Trust {
  none,  // Untrusted. Everything is checked, in linear time: damage is found by checksums, and no traversal of accepted
         // bytes leaves the arrays or fails to end, however the bytes were made. Not checked is whether the volumes
         // contain their content: that is trusted to whoever computed the checksums.
  own,   // Written by this library and not modified since. Only the header is checked, in constant time.
};

}  // namespace apart
