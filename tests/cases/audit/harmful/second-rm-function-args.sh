# expect: remove-root
run() { "$@"; }
run rm -rf /
