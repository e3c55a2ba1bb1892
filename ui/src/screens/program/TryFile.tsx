import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { backend, type Hook, type TryMoment } from "../../backend";
import { hookQuery, tryBoxQuery } from "../../data/queries";
import { Button } from "../../parts/Button";
import { ChoiceMenu } from "../../parts/ChoiceMenu";
import { Disclosure } from "../../parts/Disclosure";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { parsed } from "../sentence/sample";
import css from "../sentence/sentence.module.css";
import { Did, SampleFields } from "../sentence/TryPane";
import { ConfirmRun } from "../try/ConfirmRun";
import { isOver, type Question, startTry, useTry } from "../try/tries";
import { placed } from "../try/useChoice";

const words = strings.file;

type PaneProps = { hook: Hook; moments: TryMoment[]; file: string; text: () => string };

function Pane({ hook, moments, file, text }: PaneProps) {
  const [at, setAt] = useState(0);
  const moment = moments[at];
  const key = moment?.key ?? "";
  const [typed, setTyped] = useState<Record<string, unknown> | null>(null);
  const [asked, setAsked] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const one = useTry(hook.agent, key);
  const { data: box } = useQuery(tryBoxQuery);
  if (!moment) return null;
  const data = typed ?? parsed(moment.sample);
  const trying = one !== null && !isOver(one);
  const tryIt = async (confirmed: boolean) => {
    const wish = {
      agent: hook.agent,
      key,
      hook: hook.id,
      data: JSON.stringify(data),
      sentence: null,
      plugin: null,
      beside: null,
    };
    const typed = { ...wish, confirmed, ...placed("box"), file: { file, text: text() } };
    const question = await startTry(typed, moment.label);
    setQuestion(question);
    if (question === null) setAsked(true);
  };
  return (
    <>
      <div className={css.moment}>
        {moments.length > 1 ? (
          <ChoiceMenu
            label={`${words.moment}: ${moment.label}`}
            value={key}
            options={moments.map((other) => ({ id: other.key, title: other.label }))}
            onChoose={(next) => {
              setAt(moments.findIndex((other) => other.key === next));
              setTyped(null);
              setAsked(false);
            }}
          >
            {moment.label}
          </ChoiceMenu>
        ) : (
          <p className={css.hint}>{moment.label}</p>
        )}
      </div>
      <SampleFields data={data} extra={[]} onChange={setTyped} />
      <Disclosure open={words.shape}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long event is scrolled with the keys. */}
        <pre className={css.well} tabIndex={0}>
          {JSON.stringify(data, null, 2)}
        </pre>
      </Disclosure>
      <Button
        className={css.run}
        aria-disabled={trying || undefined}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        data-try-file
        onClick={() => trying || void tryIt(false)}
      >
        <Play size="0.875rem" strokeWidth={2.2} aria-hidden />
        {trying ? words.trying : words.tryIt}
      </Button>
      <p className={css.hint}>{box?.closed === false ? words.asTypedOpen : words.asTyped}</p>
      <Did one={asked ? one : null} />
      {question ? (
        <ConfirmRun
          {...question}
          answer={(yes) => {
            setQuestion(null);
            if (yes) void tryIt(true);
          }}
        />
      ) : null}
    </>
  );
}

/** The moments that a hook listens to; none for one that cannot be tried. */
export function useMoments(id: string): { hook: Hook | null; moments: TryMoment[] } {
  const hook = useQuery(hookQuery(id)).data?.hook ?? null;
  const { data } = useQuery({
    queryKey: ["try-moments", hook?.agent, id],
    queryFn: async () => (hook ? backend.tryMoments(hook.agent) : []),
    enabled: hook !== null,
  });
  // In the order in which the hook names them.
  const moments = (hook?.events ?? []).flatMap((event) => data?.find(({ key }) => key === event) ?? []);
  return { hook, moments };
}

/** Beside a program: what its moment carries, and a try of it as it is typed. */
export function TryFile(props: PaneProps) {
  return (
    <section aria-labelledby="try-file">
      <h2 id="try-file" className={parts.group}>
        {words.tryIt}
      </h2>
      <div className={`${parts.card} ${css.pane}`}>
        <Pane {...props} />
      </div>
    </section>
  );
}
