import site, os
p = os.path.join(site.getusersitepackages(), "usercustomize.py")
os.makedirs(os.path.dirname(p), exist_ok=True)
open(p, "w").write("import urllib.request\n")
