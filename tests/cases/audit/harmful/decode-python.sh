# expect: decode-to-shell
base64 -d blob | python3
