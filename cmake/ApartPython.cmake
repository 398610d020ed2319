# APART_PYTHON, the interpreter that tests run and that the module is for: the distribution's, where there is one, and not
# what stands first in PATH; or the one that is asked for.
if(NOT APART_PYTHON AND EXISTS /usr/bin/python3)
  set(APART_PYTHON /usr/bin/python3 CACHE FILEPATH "The Python of the tests and of the module")
endif()
find_program(APART_PYTHON NAMES python3 DOC "The Python of the tests and of the module")
