# What every target of this project is compiled with.
function(apart_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                         -Wno-psabi)  # how packs are passed concerns nobody: such functions are inlined
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
