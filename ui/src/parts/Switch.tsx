import css from "./parts.module.css";

type Props = {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  tabIndex?: number;
  idle?: boolean;
};

/** Takes effect at once. `idle`: on, yet without effect, since something else holds it off. */
export function Switch({ label, on, onChange, tabIndex, idle }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={css.switch}
      data-idle={idle || undefined}
      tabIndex={tabIndex}
      onClick={() => onChange(!on)}
    />
  );
}
