const at = /(\d{2}):(\d{2})/;
module.exports = (event) => {
  const m = at.exec(event.context.text);
  if (m) event.messages.push(`It was ${m[1]} h ${m[2]}`);
};
