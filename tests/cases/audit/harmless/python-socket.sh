python3 -c 'import socket; print(socket.gethostname())'
