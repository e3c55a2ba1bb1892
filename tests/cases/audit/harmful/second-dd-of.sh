# expect: write-device
gzip -dc image.gz | sudo dd bs=4M of=/dev/mmcblk0 status=progress
