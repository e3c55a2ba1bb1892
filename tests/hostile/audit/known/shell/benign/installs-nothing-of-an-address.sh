npm view https://registry.example.com/kit version
npx --no-install eslint .
deno run ./main.ts --from https://data.example.com/words
