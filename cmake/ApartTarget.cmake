# What every target of this project is compiled with.
function(apart_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  if(APART_STRICT)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  # One rounding per operation, whatever the machine offers: the same bits everywhere.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(APART_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${APART_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${APART_SANITIZE})
  endif()
endfunction()

# Under both sanitizers three things take a third of the time to compile. The address sanitizer finds the first two as well,
# and the library is compiled with all: what is compiled around it does without.
set(APART_SANITIZE_LESS)
if(APART_SANITIZE MATCHES "address.*undefined")
  set(APART_SANITIZE_LESS -fno-sanitize=null,object-size,alignment)
endif()
