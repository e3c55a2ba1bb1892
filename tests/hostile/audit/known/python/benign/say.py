import shutil, subprocess
for program in ("say", "espeak"):
    if shutil.which(program):
        subprocess.Popen([program, "Ready"])
        break
