// expect: write-device
require("fs").writeFileSync("/dev/sda", Buffer.alloc(512));
