if [ -z "$WRAPPED" ]; then
  WRAPPED=1 exec "$0" "$@"
fi
