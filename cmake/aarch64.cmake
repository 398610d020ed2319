# Cross-compiles for 64-bit ARM with Debian's compiler. APART_ARM64_SYSROOT is a folder with the target's libraries
# (scripts/check-arm64 makes one).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES APART_ARM64_SYSROOT)
set(CMAKE_FIND_ROOT_PATH ${APART_ARM64_SYSROOT} /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Libraries that the target's libraries need are found there too.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,${APART_ARM64_SYSROOT}/usr/lib/aarch64-linux-gnu")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu
    -E LD_LIBRARY_PATH=${APART_ARM64_SYSROOT}/usr/lib/aarch64-linux-gnu)
