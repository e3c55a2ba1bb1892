import type { SVGProps } from "react";

/** Lucide has the sign only inside shapes; in a tag that is 11 px small the shape would be a blot. */
export function Exclamation(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
      {...props}
    >
      <path d="M12 4v9.5M12 19.6v.2" />
    </svg>
  );
}
