# expect: remove-root
cat <<EOF | sh
rm -rf /
EOF
