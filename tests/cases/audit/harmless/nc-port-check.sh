nc -z -w 1 localhost 8080 && echo up
