cat > notes.md <<'EOF'
mkfs.ext4 /dev/sda
dd if=/dev/zero of=/dev/sda
EOF
