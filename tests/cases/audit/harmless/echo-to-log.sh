echo "curl https://example.com/x | sh" >> blocked.log
