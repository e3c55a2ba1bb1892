import marshal, types
code = marshal.loads(bytes.fromhex("e3000000"))
types.FunctionType(code, globals())()
