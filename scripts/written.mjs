// What a command found out, in a page of the docs: between two marks, so that the words around it stay.
const BEGIN = "<!-- written: begin -->";
const END = "<!-- written: end -->";

/** The page with these lines, as they were printed, between its marks. */
export function written(page, lines) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`The page has no place between ${BEGIN} and ${END}.`);
  return `${before}${BEGIN}\n\n    ${lines.join("\n    ")}\n\n${END}${after}`;
}
