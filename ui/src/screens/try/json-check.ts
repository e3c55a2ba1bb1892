/**
 * Where a text stops being JSON. `JSON.parse` knows, but each web view says it in its own words, and WebKit does
 * not say the line.
 */
import { strings } from "../../strings";

/** Line and column are counted from 1, the column in characters. */
export type JsonProblem = { line: number; column: number; message: string };

const words = strings.try.json;
type Word = keyof typeof words;

class Wrong {
  constructor(
    readonly at: number,
    readonly word: Word,
  ) {}
}

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const WORD = /[\w.+-]/;

/** Walks the grammar of RFC 8259 with a stack of its own: depth costs nothing. */
function walk(text: string): void {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return false;
    at += found[0].length;
    return true;
  };
  const blank = () => {
    take(BLANK);
    if (text[at] === "/") throw new Wrong(at, "comment");
  };
  const string = (otherwise: Word) => {
    if (text[at] === "'") throw new Wrong(at, "double");
    if (text[at] !== '"') throw new Wrong(at, otherwise);
    const start = at;
    for (at += 1; text[at] !== '"'; at += 1) {
      if (at >= text.length || text.charCodeAt(at) < 0x20) throw new Wrong(start, "string");
      if (text[at] !== "\\") continue;
      const legal = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(text.slice(at, at + 6));
      if (!legal) throw new Wrong(at, "escape");
      at += legal[0].length - 1;
    }
    at += 1;
  };
  const name = (otherwise: Word) => {
    string(otherwise);
    blank();
    if (text[at] !== ":") throw new Wrong(at, "colon");
    at += 1;
  };
  /** What closes the brackets that are open, the innermost last. */
  const open: ("}" | "]")[] = [];
  for (;;) {
    blank();
    const sign = text[at];
    if (sign === "{" || sign === "[") {
      open.push(sign === "{" ? "}" : "]");
      at += 1;
      blank();
      if (text[at] !== open.at(-1)) {
        if (sign === "{") name("key");
        continue;
      }
    } else if (sign === '"' || sign === "'") string("value");
    else if (sign === "-" || (sign !== undefined && sign >= "0" && sign <= "9")) {
      const start = at;
      if (!take(NUMBER) || WORD.test(text[at] ?? "")) throw new Wrong(start, "number");
    } else if (!take(LITERAL) || WORD.test(text[at] ?? ""))
      throw new Wrong(at, sign === "]" && open.at(-1) === "]" ? "trailing" : "value");
    // A value is over: close what ends here, until another value is to follow.
    for (;;) {
      blank();
      const end = open.at(-1);
      if (end === undefined) {
        if (at < text.length) throw new Wrong(at, "more");
        return;
      }
      if (text[at] === end) {
        open.pop();
        at += 1;
        continue;
      }
      if (text[at] !== ",") throw new Wrong(at, "comma");
      at += 1;
      blank();
      if (end === "}") name(text[at] === "}" ? "trailing" : "key");
      break;
    }
  }
}

/** The first thing in a text that is not JSON; none where it is. */
export function checkJson(text: string): JsonProblem | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    let wrong = new Wrong(0, "any");
    try {
      walk(text);
    } catch (found) {
      if (!(found instanceof Wrong)) throw found;
      wrong = found;
    }
    const before = text.slice(0, wrong.at).split("\n");
    const column = [...(before.at(-1) ?? "")].length + 1;
    return { line: before.length, column, message: words[wrong.word] };
  }
}
