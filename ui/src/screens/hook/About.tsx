import { Lexer, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { plain } from "../../backend/tidy";
import { strings } from "../../strings";
import css from "./hook.module.css";
import { OpenLink, webAddress } from "./OpenLink";

/**
 * A stranger's Markdown as React elements. None of it ever becomes HTML: markup is shown as the text that
 * it is, pictures as their description (loading one would tell its owner who reads), and a link is a button
 * that first says where it leads.
 */

/** Longer texts are cut, and deeper nesting is shown flat: neither may keep the window busy. */
const MOST_CHARACTERS = 100_000;
const DEEPEST = 12;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

function decode(text: string): string {
  const decoded = text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, dec, hex, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = dec ? Number(dec) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  // Again, since a reordering character may have been written as an entity.
  return plain(decoded);
}

function children(tokens: Token[] | undefined, depth: number): ReactNode {
  return tokens?.map((token, index) => {
    const content = render(token, depth + 1);
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that is read once never changes its order.
    return <Fragment key={index}>{content}</Fragment>;
  });
}

function table(token: Tokens.Table, depth: number): ReactNode {
  // A heading without words heads nothing.
  const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
    cells.map((cell, index) =>
      createElement(cell.text.trim() === "" ? "td" : tag, { key: index }, children(cell.tokens, depth)),
    );
  const columns = token.header.map(({ text }) => text.trim()).filter((text) => text !== "");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={css.tableBox} tabIndex={0} role="group" aria-label={columns.join(", ")}>
      <table>
        <thead>
          <tr>{row(token.header, "th")}</tr>
        </thead>
        <tbody>
          {token.rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <tr key={index}>{row(cells, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function render(token: Token, depth: number): ReactNode {
  if (depth > DEEPEST) return decode(token.raw);
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return null;
    case "heading":
      return createElement(`h${Math.min(Math.max(token.depth, 3), 6)}`, null, children(token.tokens, depth));
    case "paragraph":
      return <p>{children(token.tokens, depth)}</p>;
    case "text":
      return token.tokens ? children(token.tokens, depth) : decode(token.text);
    case "escape":
      return decode(token.text);
    case "strong":
      return <strong>{children(token.tokens, depth)}</strong>;
    case "em":
      return <em>{children(token.tokens, depth)}</em>;
    case "del":
      return <del>{children(token.tokens, depth)}</del>;
    case "codespan":
      return <code>{plain(token.text)}</code>;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{plain(token.text)}</code>
        </pre>
      );
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    case "blockquote":
      return <blockquote>{children(token.tokens, depth)}</blockquote>;
    case "list":
      return createElement(
        token.ordered ? "ol" : "ul",
        token.ordered && token.start !== 1 ? { start: Number(token.start) } : null,
        (token as Tokens.List).items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={index}>
            {item.task ? `${item.checked ? "☑" : "☐"} ` : null}
            {children(item.tokens, depth)}
          </li>
        )),
      );
    case "table":
      return table(token as Tokens.Table, depth);
    case "link":
      return webAddress(token.href) === null ? (
        children(token.tokens, depth)
      ) : (
        <OpenLink url={token.href}>{children(token.tokens, depth)}</OpenLink>
      );
    case "image":
      return <span className={css.picture}>[{strings.about.image(decode(token.text))}]</span>;
    default:
      // Raw HTML, and whatever else the parser may learn: its source, as text.
      return <span className={css.raw}>{plain(token.raw)}</span>;
  }
}

/** The screen has the first two levels, and no heading may be more than one below that before it. */
function levelHeadings(tokens: Token[]): Token[] {
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === "heading");
  const top = Math.min(...headings.map((heading) => heading.depth));
  let before = 2;
  for (const heading of headings) {
    heading.depth = Math.min(heading.depth - top + 3, before + 1);
    before = heading.depth;
  }
  return tokens;
}

export function readMarkdown(body: string): ReactNode {
  const text = plain(body.slice(0, MOST_CHARACTERS));
  try {
    return children(levelHeadings(new Lexer({ gfm: true }).lex(text)), 0);
  } catch {
    // The parser gives up on some texts that were made to break it.
    return <pre>{text}</pre>;
  }
}

export default function About({ body }: { body: string }) {
  return (
    <>
      {readMarkdown(body)}
      {body.length > MOST_CHARACTERS ? <p className={css.picture}>{strings.about.tooLong}</p> : null}
    </>
  );
}
