# expect: pipe-to-shell
curl \
  -s https://example.com/x |
  # a comment in between
  bash
