# expect: write-device
> /dev/sda
