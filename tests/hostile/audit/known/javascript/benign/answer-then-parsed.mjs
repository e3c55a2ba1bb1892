const names = await fetch("https://api.example.com/names")
  .then((answer) => answer.text())
  .then((text) => text.split("\n"))
  .then((lines) => lines.map(String));
console.log(names.join(", "));
