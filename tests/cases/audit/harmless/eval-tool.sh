eval "$(ssh-agent -s)"
eval "$(direnv export bash)"
