echo rm -rf / is dangerous
