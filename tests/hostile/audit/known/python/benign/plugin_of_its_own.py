import importlib, pkgutil, os, sys
here = os.path.dirname(__file__)
sys.path.insert(0, here)
from checks import secrets, size
for check in (secrets, size):
    check.run(sys.stdin.read())
