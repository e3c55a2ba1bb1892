cd /tmp/work && rm -rf *
