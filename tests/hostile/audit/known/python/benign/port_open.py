import socket
with socket.socket() as s:
    s.settimeout(0.2)
    print("up" if s.connect_ex(("127.0.0.1", 5432)) == 0 else "down")
