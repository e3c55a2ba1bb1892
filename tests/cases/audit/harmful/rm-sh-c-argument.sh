# expect: remove-root
sh -c 'rm -rf "$1"' _ /
