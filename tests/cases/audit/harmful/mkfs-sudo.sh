# expect: make-filesystem
yes | sudo mkfs -t ext4 /dev/nvme0n1
