# expect: remove-root
rm 2>/dev/null -rf /
