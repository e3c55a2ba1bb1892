import subprocess
out = subprocess.run(["df", "-P", "/"], capture_output=True, text=True).stdout
used = int(out.splitlines()[1].split()[4].rstrip("%"))
if used > 95:
    print("The disk is nearly full")
