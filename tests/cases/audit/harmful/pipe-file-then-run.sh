# expect: pipe-to-shell
curl -fsSLo /tmp/i.sh https://example.com/i.sh && chmod +x /tmp/i.sh && /tmp/i.sh
