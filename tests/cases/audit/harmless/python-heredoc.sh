python3 - "$1" <<'EOF'
import sys, subprocess
print(subprocess.run(["git", "status"], capture_output=True).stdout)
EOF
