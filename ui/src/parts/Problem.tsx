import { CircleAlert, TriangleAlert } from "lucide-react";
import { present } from "../errors";
import { openOverlay } from "../frame/overlays";
import { strings } from "../strings";
import { Button } from "./Button";
import { Technical } from "./Copy";
import { Disclosure } from "./Disclosure";
import { Empty } from "./Empty";
import css from "./parts.module.css";

/** A failed command, next to the control that started it. */
export function InlineProblem({ error }: { error: unknown }) {
  const { tone, text, hint } = present(error);
  return (
    <div role="alert" className={`${css.problem} ${css[tone]}`}>
      <CircleAlert aria-hidden />
      <div>
        {text}
        {hint ? <small>{hint}</small> : null}
      </div>
    </div>
  );
}

type ScreenProps = { title: string; error: unknown; retry?: () => void; heading?: "h1" | "h2" };

/** Instead of a whole screen: what happened, what is unharmed, what to do. */
export function ProblemScreen({ title, error, retry, heading }: ScreenProps) {
  const { text, hint, technical } = present(error, strings.errors.loadHint);
  return (
    <div role="alert">
      <Empty
        icon={TriangleAlert}
        title={title}
        heading={heading}
        actions={
          <>
            {retry ? (
              <Button look="main" onClick={retry}>
                {strings.tryAgain}
              </Button>
            ) : null}
            <Button onClick={() => openOverlay("diagnostics")}>{strings.copyDiagnostics}</Button>
          </>
        }
      >
        {text} {hint}
      </Empty>
      <div className={css.aside}>
        <Disclosure open={strings.showTechnical}>
          <Technical text={technical} />
        </Disclosure>
      </div>
    </div>
  );
}
