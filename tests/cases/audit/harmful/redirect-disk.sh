# expect: write-device
cat /dev/zero > /dev/sda
