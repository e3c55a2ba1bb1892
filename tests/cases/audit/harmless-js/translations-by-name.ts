// reaches: nothing
export default async function (event) {
  const language = event.context.language ?? "en";
  const words = await import(`./words/${language}.js`);
  event.messages.push(words.default.greeting);
}
