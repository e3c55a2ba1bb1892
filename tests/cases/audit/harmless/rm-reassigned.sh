dir=/
dir=/tmp/x
rm -rf "$dir"
