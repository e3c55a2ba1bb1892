# expect: make-filesystem
wipefs -a /dev/sdb
