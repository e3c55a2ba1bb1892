# expect: remove-root
rm -r -f /
