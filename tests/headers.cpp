// Empty: this file only carries the headers that are precompiled for all tests.
