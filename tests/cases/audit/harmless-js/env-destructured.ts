// reaches: env-read
const { NOTION_TOKEN, NOTION_DATABASE = "" } = process.env;

export default (event) => {
  if (!NOTION_TOKEN) event.messages.push("NOTION_TOKEN is not set");
  return NOTION_DATABASE;
};
