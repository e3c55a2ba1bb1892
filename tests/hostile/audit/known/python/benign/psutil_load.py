import psutil
print(psutil.cpu_percent(interval=0.1), psutil.virtual_memory().percent)
