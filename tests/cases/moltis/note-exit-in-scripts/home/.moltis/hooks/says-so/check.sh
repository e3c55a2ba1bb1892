#!/bin/sh
echo 'other agents take exit 2'
