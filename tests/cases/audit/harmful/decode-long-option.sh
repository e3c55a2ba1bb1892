# expect: decode-to-shell
eval "$(base64 --decode <<< cm0gLXJmIC8=)"
