import subprocess, sys, os
os.chdir(os.environ.get("WORKSPACE", "."))
r = subprocess.run([sys.executable, "-m", "pytest", "-q", "-x"], capture_output=True, text=True)
print(r.stdout[-2000:])
sys.exit(r.returncode)
