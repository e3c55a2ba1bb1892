# expect: remove-root
rm -rf /{bin,etc,usr}
