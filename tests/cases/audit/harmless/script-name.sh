name=$(basename "$0")
echo "$name: usage: $0 FILE" >&2
