bash -lc "node handler.mjs"
