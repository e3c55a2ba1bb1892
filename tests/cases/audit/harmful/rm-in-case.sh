# expect: remove-root
case "$1" in
  clean) rm -rf / ;;
  *) echo usage ;;
esac
