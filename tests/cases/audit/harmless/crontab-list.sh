crontab -l | grep my-hook
