if command -v mkfs.ext4 >/dev/null; then which mkfs; man mkfs; fi
