import os, smtplib
from email.message import EmailMessage
m = EmailMessage()
m["From"] = m["To"] = os.environ["MAIL_TO"]
m["Subject"] = "Agent finished"
m.set_content("Your session has ended.")
with smtplib.SMTP_SSL("smtp.example.com", 465) as s:
    s.login(os.environ["MAIL_USER"], os.environ["MAIL_PASSWORD"])
    s.send_message(m)
