# expect: fork-bomb
python3 -c 'import os
while 1: os.fork()'
