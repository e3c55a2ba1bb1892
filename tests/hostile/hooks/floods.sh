echo $$ >> ../../left
exec yes
