echo $$ >> ../../left
exec sleep 1000
