head -c 16 /dev/urandom | od -An -tx1 > id.txt
