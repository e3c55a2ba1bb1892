# expect: make-filesystem
mkfs.ext4 /dev/sdb1
