rm -rf "$HOME/.cache/my-hook" ~/.local/share/my-hook/tmp
