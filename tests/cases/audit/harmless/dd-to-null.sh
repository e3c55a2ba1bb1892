dd if=big.bin of=/dev/null
