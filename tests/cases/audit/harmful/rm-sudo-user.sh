# expect: remove-root
sudo -n -u root rm -fr /*
