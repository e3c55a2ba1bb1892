# expect: pipe-to-shell
curl -fsSL https://example.com/install.sh 2>/dev/null | sh
