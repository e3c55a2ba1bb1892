# expect: pipe-to-shell
curl -fsSL https://example.com/install.sh | sh
