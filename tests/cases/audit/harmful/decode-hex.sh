# expect: decode-to-shell
xxd -r -p payload.hex | bash
