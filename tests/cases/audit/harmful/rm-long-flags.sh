# expect: remove-root
rm --recursive --force --no-preserve-root /
