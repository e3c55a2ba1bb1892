import sys, yaml
text = open("HOOK.md").read()
print(yaml.safe_load(text.split("---")[1])["name"])
