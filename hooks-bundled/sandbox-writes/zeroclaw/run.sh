#!/bin/sh
# SPDX-License-Identifier: MIT
# Before a tool writes a file: stops it where the file is outside of the project. Exit 1 stops the call, stderr says why.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
[ ! -t 0 ] || exec < /dev/null

workspace=${ZEROCLAW_WORKSPACE:-$here/../..}
workspace=$(cd "$workspace" && pwd) || exit 2
# One folder, or several with a colon between them.
allowed=${SANDBOX_DIR:-$workspace}

# --- inside: the same text in both shapes of this hook ---
# The place that a path leads to once every link in it is followed, also where the last parts of it are not there yet.
place_of() {
  place=$1
  tail=
  links=0
  while :; do
    while [ "$place" != / ] && [ "${place%/}" != "$place" ]; do place=${place%/}; done
    if [ -L "$place" ]; then
      links=$((links + 1))
      [ "$links" -le 40 ] || return 1
      target=$(readlink "$place") || return 1
      case $target in
        /*) place=$target ;;
        *) place=${place%/*}/$target ;;
      esac
    elif [ -d "$place" ]; then
      place=$(cd -P "$place" 2> /dev/null && pwd -P) || return 1
      [ "$place" != / ] || place=
      place=$place$tail
      return 0
    else
      case ${place##*/} in
        ..) return 1 ;;
        .) ;;
        *) tail=/${place##*/}$tail ;;
      esac
      place=${place%/*}
      [ -n "$place" ] || place=/
    fi
  done
}

# Whether a place is in one of the folders.
is_inside() {
  list=$allowed:
  while [ -n "$list" ]; do
    folder=${list%%:*}
    list=${list#*:}
    case $folder in
      /*) ;;
      *) continue ;;
    esac
    wanted=$1
    place_of "$folder" || continue
    case $wanted/ in
      "$place"/*) return 0 ;;
    esac
  done
  return 1
}
# --- end of inside ---

paths=$(LC_ALL=C awk -f "$here/text.awk" -f "$here/json.awk" -f "$here/writes.awk") || {
  echo "sandbox-writes: the call could not be checked." >&2
  exit 2
}
[ -n "$paths" ] || exit 0
printf '%s\n' "$paths" | {
  while IFS= read -r path; do
    # ZeroClaw's tools take a path that does not begin with / from the workspace on.
    case $path in
      '?' | '~'* | /*) ;;
      *) path=$workspace/$path ;;
    esac
    case $path in
      /*) place_of "$path" && is_inside "$place" && continue ;;
    esac
    echo "File writes only allowed in $allowed" >&2
    exit 1
  done
}
