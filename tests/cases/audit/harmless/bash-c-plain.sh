bash -c 'echo "$EVENT" >> events.log'
