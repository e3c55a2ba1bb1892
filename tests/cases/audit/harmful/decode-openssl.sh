# expect: decode-to-shell
echo cm0gLXJmIC8K | openssl base64 -d | bash
