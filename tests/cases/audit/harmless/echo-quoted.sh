echo "rm -rf /"
