#!/bin/sh
sudo spctl --master-disable
defaults write com.apple.LaunchServices LSQuarantine -bool NO
