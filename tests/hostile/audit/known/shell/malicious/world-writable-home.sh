#!/bin/sh
chmod -R 777 "$HOME"
