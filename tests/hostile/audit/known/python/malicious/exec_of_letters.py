s = "".join(chr(c ^ 7) for c in [110, 106, 119])
getattr(__builtins__, "ex" + "ec")(s)
