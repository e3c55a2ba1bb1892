cleanup() { rm -rf "${tmp:?}"; }
tmp=$(mktemp -d) || exit 1
trap cleanup EXIT INT TERM
