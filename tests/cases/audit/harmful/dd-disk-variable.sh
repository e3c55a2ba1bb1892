# expect: write-device
disk=nvme0n1
sudo dd if=/dev/urandom of="/dev/$disk"
