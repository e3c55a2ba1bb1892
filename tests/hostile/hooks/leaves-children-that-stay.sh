for i in 1 2 3; do sh -c 'trap "" TERM; echo $$ >> ../../left; sleep 1000' & done; sleep 1000
