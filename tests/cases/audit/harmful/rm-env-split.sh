# expect: remove-root
env -i PATH=/bin nohup timeout -s KILL 10 rm -rf /
