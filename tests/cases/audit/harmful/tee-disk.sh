# expect: write-device
cat image | sudo tee /dev/mmcblk0 > /dev/null
