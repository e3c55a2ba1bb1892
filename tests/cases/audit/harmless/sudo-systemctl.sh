sudo -n systemctl restart my-agent.service
