import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { type AgentId, backend, type TryMoment } from "../../backend";
import { hookQuery, tryBoxQuery } from "../../data/queries";
import { Button } from "../../parts/Button";
import { ChoiceMenu } from "../../parts/ChoiceMenu";
import { Disclosure } from "../../parts/Disclosure";
import parts from "../../parts/parts.module.css";
import { isPlugin } from "../../routes";
import { strings } from "../../strings";
import { pluginQuery } from "../plugins/data";
import { parsed } from "../sentence/sample";
import css from "../sentence/sentence.module.css";
import { Did, SampleFields } from "../sentence/TryPane";
import { ConfirmRun } from "../try/ConfirmRun";
import { isOver, type Question, startTry, useTry } from "../try/tries";
import { placed } from "../try/useChoice";

const words = strings.file;

type PaneProps = { agent: AgentId; id: string; moments: TryMoment[]; file: string; text: () => string };

function Pane({ agent, id, moments, file, text }: PaneProps) {
  const [at, setAt] = useState(0);
  const moment = moments[at];
  const key = moment?.key ?? "";
  const [typed, setTyped] = useState<Record<string, unknown> | null>(null);
  const [asked, setAsked] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const one = useTry(agent, key);
  const { data: box } = useQuery(tryBoxQuery);
  if (!moment) return null;
  const data = typed ?? parsed(moment.sample);
  const trying = one !== null && !isOver(one);
  const tryIt = async (confirmed: boolean) => {
    const wish = {
      agent,
      key,
      hook: id,
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

/** The moments that a hook or a plugin listens to; none for one that cannot be tried. */
export function useMoments(id: string): { agent: AgentId | null; moments: TryMoment[] } {
  const found = useQuery(hookQuery(id));
  const hook = found.data?.hook;
  // A hook that a plugin brought has such an id, too.
  const view = useQuery({ ...pluginQuery(id), enabled: found.isError && isPlugin(id) }).data?.plugin;
  const agent = hook?.agent ?? view?.agent ?? null;
  const { data } = useQuery({
    queryKey: ["try-moments", agent, id],
    queryFn: async () => (agent ? backend.tryMoments(agent) : []),
    enabled: agent !== null,
  });
  // In the order in which it names them.
  const keys = hook?.events ?? view?.listens.keys.map(({ moment }) => moment) ?? [];
  const moments = keys.flatMap((event) => data?.find(({ key }) => key === event) ?? []);
  return { agent, moments };
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
