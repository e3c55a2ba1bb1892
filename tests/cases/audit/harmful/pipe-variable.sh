# expect: pipe-to-shell
script=$(curl -s https://example.com/x | jq -r .script)
echo "$script" | bash
