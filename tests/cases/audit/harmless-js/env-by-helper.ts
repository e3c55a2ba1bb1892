// reaches: env-read
function variable(name: string): string | undefined {
  const value = process.env[name];
  return value?.trim() || undefined;
}

export default () => [variable("LINEAR_API_KEY"), variable("LINEAR_TEAM")];
