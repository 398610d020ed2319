# What every target of this project is compiled with.
function(apart_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  # Code over numbers and packs alike joins the results of comparisons by & and |, also where they are bool.
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14)
    target_compile_options(${target} PRIVATE -Wno-bitwise-instead-of-logical)
  endif()
  if(APART_STRICT)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  # One rounding per operation, whatever the machine offers: the same bits everywhere.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  # GCC clears and copies structures of some hundred bytes by string instructions, which take thirty cycles to begin.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(by_registers vector_loop:2048:noalign,libcall:-1:noalign)
    target_compile_options(${target} PRIVATE -mmemset-strategy=${by_registers} -mmemcpy-strategy=${by_registers})
  endif()
  if(APART_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${APART_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${APART_SANITIZE})
    if(APART_SANITIZE_LEAN)
      target_compile_options(${target} PRIVATE ${APART_SANITIZE_LESS})
    endif()
  endif()
endfunction()

# Under both sanitizers these checks take two fifths of the time to compile. By day everything does without
# (APART_SANITIZE_LEAN), at night the library is compiled with all of them, and only what is around it does without: the
# address sanitizer finds most of what they do.
set(APART_SANITIZE_LESS)
if(APART_SANITIZE MATCHES "address.*undefined")
  set(APART_SANITIZE_LESS
      -fno-sanitize=null,object-size,alignment,vptr,pointer-overflow,return,nonnull-attribute,returns-nonnull-attribute)
endif()
