node handler.js --quiet
