# expect: remove-root
clean() {
  rm -rf "$1"
}
clean /tmp/x
clean /
