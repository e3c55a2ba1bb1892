# expect: make-filesystem
sh -c "true; mkfs.vfat /dev/sdb"
