# expect: remove-root
find / -type f -exec rm -rf {} +
