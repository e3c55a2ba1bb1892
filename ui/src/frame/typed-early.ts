/** What is typed between opening the search and its being there: it is meant for its field, never for the page behind. */

let stop: (() => void) | null = null;
let text = "";

/** A character, also one that needs AltGr; not a command. */
const isText = (event: KeyboardEvent) =>
  [...event.key].length === 1 && ((!event.ctrlKey && !event.metaKey) || event.getModifierState("AltGraph"));

/** From here on the page hears no key, until the text is taken or the person lets it go. */
export function gatherTyped(letGo: () => void): void {
  dropTyped();
  const onKey = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== "keydown") return;
    if (event.key === "Escape") letGo();
    else if (event.key === "Backspace") text = [...text].slice(0, -1).join("");
    // Enter is not kept: nothing is run that was not seen.
    else if (isText(event)) text += event.key;
  };
  // Before everything that the page listens with, so that the focus can stay where it is and is there again afterwards.
  const kinds = ["keydown", "keypress", "keyup"] as const;
  for (const kind of kinds) addEventListener(kind, onKey, { capture: true });
  stop = () => {
    for (const kind of kinds) removeEventListener(kind, onKey, { capture: true });
  };
}

/** By the field, once it has the focus. */
export function takeTyped(): string {
  const typed = text;
  dropTyped();
  return typed;
}

export function dropTyped(): void {
  stop?.();
  stop = null;
  text = "";
}
