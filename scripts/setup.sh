# What ./apart and ./test share: packages that are missing are installed, and a preset is configured and built.
# Sourced from the repository's root. Speaks on stderr only, and only when there is something to do.

say() { printf 'apart: %s\n' "$*" >&2; }
give_up() {
  say "$@"
  exit 2
}

as_root=()
find_root() {
  if [[ $EUID == 0 ]]; then return 0; fi
  # Without a terminal nobody can type a password, so sudo must do without one.
  if command -v sudo >/dev/null && { [[ -t 2 ]] || sudo -n true 2>/dev/null; }; then
    as_root=(sudo)
    return 0
  fi
  return 1
}

# Installs what is missing of the given sections of packages.txt. A stamp remembers the list that was found complete,
# so the next run asks no package manager.
need_packages() {
  local section line wanted=() missing=() log=build/packages.log
  local inside=
  while read -r line; do
    case $line in
      '' | '#'*) ;;
      '['*) section=${line:1:-1} inside=; [[ " $* " == *" $section "* ]] && inside=yes ;;
      *) if [[ $inside ]]; then wanted+=("$line"); fi ;;
    esac
  done <scripts/packages.txt

  local stamp="build/packages-$1.stamp"
  if [[ -f $stamp && $(<"$stamp") == "${wanted[*]}" ]]; then return; fi
  if [[ ${APART_SKIP_PACKAGES-} ]]; then return; fi
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "there is no apt-get here; on Debian 12 these packages are needed: ${wanted[*]}"
    give_up "with their like installed, set APART_SKIP_PACKAGES=1 to go on"
  fi

  {
    flock 9
    local installed
    installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' "${wanted[@]}" 2>/dev/null || true)"
    for line in "${wanted[@]}"; do
      [[ $installed == *" installed:$line "* ]] || missing+=("$line")
    done
    if ((${#missing[@]})); then
      if ! find_root; then
        say "missing packages: ${missing[*]}"
        give_up "neither root nor sudo is to be had; install them with: apt-get install ${missing[*]}"
      fi
      say "installing ${missing[*]}"
      local get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600)
      # Lists may be absent or old: fetch them, but let the install decide whether that was needed.
      "${get[@]}" update </dev/null >"$log" 2>&1 || true
      if ! "${get[@]}" install --no-install-recommends "${missing[@]}" </dev/null >>"$log" 2>&1; then
        tail -n 30 "$log" >&2
        give_up "apt-get could not install: ${missing[*]}"
      fi
    fi
    printf '%s' "${wanted[*]}" >"$stamp"
  } 9>build/packages.lock
}

# Shows a build while it goes: one line that is rewritten on a terminal, a line now and then elsewhere.
show_progress() {
  local line last=$SECONDS drawn=
  while IFS= read -r line; do
    case $line in
      '[0/'* | '['*'Re-running CMake'*) ;;
      '['[0-9]*)
        if [[ -t 2 ]]; then
          drawn=yes
          printf '\r\033[K%.*s' "${COLUMNS:-100}" "apart: $line" >&2
        elif ((SECONDS >= last + 30)); then
          last=$SECONDS
          say "$line"
        fi
        ;;
    esac
  done
  if [[ $drawn ]]; then printf '\r\033[K' >&2; fi
}

# build_preset PRESET [TARGET…]: configures if need be, with configure_options, and builds. What cmake and the compiler
# said is shown when it fails.
configure_options=()
build_preset() {
  local preset=$1 dir=build/$1 log=build/$1.log started=$SECONDS
  shift
  {
    flock 9
    # The stamp says where and from what the folder was configured: ninja itself sees neither a moved repository nor a
    # changed preset.
    local stamp=$dir/configured.stamp here
    here="$PWD ${configure_options[*]} $(<CMakePresets.json)"
    if [[ ! -f $stamp || $(<"$stamp") != "$here" ]]; then
      say "configuring $dir"
      if ! grep -qsx "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$dir/CMakeCache.txt"; then rm -rf "$dir"; fi
      local launcher=()
      if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
      if ! cmake --preset "$preset" "${launcher[@]}" "${configure_options[@]}" </dev/null >"$log" 2>&1; then
        cat "$log" >&2
        rm -f build/packages-*.stamp  # perhaps a package went away: look again next time
        give_up "$dir could not be configured"
      fi
      printf '%s' "$here" >"$stamp"
      say "building $dir"
    fi
    if ! ninja -C "$dir" "$@" </dev/null 2>&1 | tee "$log" | show_progress; then
      cat "$log" >&2
      rm -f build/packages-*.stamp
      give_up "$dir could not be built"
    fi
  } 9>"$dir.lock"
  if ((SECONDS > started + 1)); then say "$dir is built ($((SECONDS - started)) s)"; fi
}

mkdir -p build
