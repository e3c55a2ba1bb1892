// reaches: env-read
function settings(env = process.env) {
  return { url: env.JIRA_URL, user: env.JIRA_USER };
}

export default (event) => event.messages.push(settings().url ?? "no Jira");
