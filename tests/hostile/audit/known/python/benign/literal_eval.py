import ast, sys
print(ast.literal_eval(sys.stdin.read() or "{}"))
