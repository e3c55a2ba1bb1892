# expect: remove-root
for dir in /tmp/x /home; do
  rm -rf "$dir"
done
