import { X } from "lucide-react";
import type { EntryVariable } from "../../backend";
import { Button } from "../../parts/Button";
import { strings } from "../../strings";
import css from "./settings.module.css";

const words = strings.settings;

type Props = { env: EntryVariable[]; onChange: (env: EntryVariable[]) => void };

/** Variables of an entry. A saved value is not known here: left alone, it stays. */
export function EnvRows({ env, onChange }: Props) {
  const put = (at: number, change: Partial<EntryVariable>) =>
    onChange(env.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div className={css.env}>
      {env.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed.
        <div key={at}>
          <input
            className={`${css.input} ${css.mono}`}
            aria-label={words.variable(at + 1)}
            placeholder="NAME"
            autoComplete="off"
            spellCheck={false}
            value={row.name}
            onChange={(event) => put(at, { name: event.target.value })}
          />
          <input
            className={css.input}
            type="password"
            aria-label={words.value(row.name || String(at + 1))}
            placeholder={row.value === null ? words.keep : words.newValue}
            autoComplete="off"
            value={row.value ?? ""}
            onChange={(event) => put(at, { value: event.target.value })}
          />
          <Button
            iconOnly
            look="plain"
            aria-label={words.removeLabel(row.name || String(at + 1))}
            onClick={() => onChange(env.filter((_, index) => index !== at))}
          >
            <X size="1rem" strokeWidth={1.8} aria-hidden />
          </Button>
        </div>
      ))}
      <Button onClick={() => onChange([...env, { name: "", value: "" }])}>{words.addVariable}</Button>
    </div>
  );
}
