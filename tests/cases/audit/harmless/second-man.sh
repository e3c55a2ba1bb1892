man rm; info dd; apropos mkfs; type nc; help eval
