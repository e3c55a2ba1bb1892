# expect: remove-root
dir=/
sudo bash -s <<EOF
rm -rf $dir
EOF
