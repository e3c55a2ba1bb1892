# expect: remove-root
bash <<'EOF'
echo hi
rm -rf /
EOF
