import platform, subprocess
text = "The agent waits for you"
if platform.system() == "Darwin":
    subprocess.run(["osascript", "-e", f'display notification "{text}" with title "Agent"'], check=False)
else:
    subprocess.run(["notify-send", "Agent", text], check=False)
