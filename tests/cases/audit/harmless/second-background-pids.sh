./a & ./b &
wait
