echo '{"action":"block","reason":"rm -rf / and fork bombs :(){ :|:& };: are not allowed"}'
