./handler.sh
