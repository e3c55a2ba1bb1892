sh -c 'echo "rm -rf /"' 
