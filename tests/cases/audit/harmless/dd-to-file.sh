dd if=/dev/zero of=blank.img bs=1M count=1 2>/dev/null
