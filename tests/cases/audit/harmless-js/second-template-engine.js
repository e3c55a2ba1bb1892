// reaches: nothing
const render = (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "");

module.exports = (event) => {
  event.messages.push(render("Hello {{name}}, it is {{time}}", { name: event.context.user, time: new Date().toString() }));
};
