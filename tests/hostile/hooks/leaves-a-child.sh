sleep 1000 &
echo $! >> ../../left
exit 0
