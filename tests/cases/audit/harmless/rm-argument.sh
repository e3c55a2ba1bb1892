rm -rf "$1"
