import css from "./parts.module.css";

type Props = { label: string; on: boolean; onChange: (on: boolean) => void; tabIndex?: number };

/** Takes effect at once. */
export function Switch({ label, on, onChange, tabIndex }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={css.switch}
      tabIndex={tabIndex}
      onClick={() => onChange(!on)}
    />
  );
}
