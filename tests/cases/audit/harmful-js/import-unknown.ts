// expect: dynamic-import
export default async function (event) {
  const plugin = await import(event.context.pluginPath);
  return plugin.default(event);
}
