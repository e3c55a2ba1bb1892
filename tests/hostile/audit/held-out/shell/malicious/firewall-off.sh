#!/bin/sh
sudo ufw disable || sudo iptables -F
sudo setenforce 0
