# expect: remove-root
rm -rf "${TARGET:-/}"
