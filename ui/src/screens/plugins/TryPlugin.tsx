import { Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AgentId, NewPluginChoice, PluginSentence } from "../../backend";
import { Button } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import { parsed } from "../sentence/sample";
import { Did, SampleFields } from "../sentence/TryPane";
import { isOver, startTry, useTry } from "../try/tries";
import { placed } from "../try/useChoice";
import css from "./new-plugin.module.css";
import { says, words } from "./words";

type Props = { agent: AgentId; id: string; sentence: PluginSentence; choice: NewPluginChoice | undefined };

/** A try of a plugin as its sentence is typed: in a folder of its own, and nothing is saved. */
export function TryPlugin({ agent, id, sentence, choice }: Props) {
  const at = choice?.tried_at ?? null;
  const key = at?.key ?? "";
  const one = useTry(agent, key);
  const [data, setData] = useState<Record<string, unknown> | null>(null);
  const [sampleOf, setSampleOf] = useState(key);
  const [asked, setAsked] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // From any field of the sentence; Enter alone saves it.
    const form = section.current?.closest("form");
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      section.current?.querySelector<HTMLButtonElement>("[aria-keyshortcuts]")?.click();
    };
    form?.addEventListener("keydown", onKey);
    return () => form?.removeEventListener("keydown", onKey);
  });
  if (sampleOf !== key) {
    setSampleOf(key);
    setData(null);
    setAsked(false);
  }
  if (at === null) return <p className={css.hint}>{says.notSent}</p>;
  const sample = data ?? parsed(at.sample);
  const trying = one !== null && !isOver(one);
  const off = trying || id === "" || sentence.with.trim() === "";
  const tryIt = () => {
    setAsked(true);
    const wish = { agent, key, hook: null, data: JSON.stringify(sample), sentence: null, file: null };
    const typed = { ...wish, beside: null, confirmed: true, ...placed("box"), plugin: { id, sentence } };
    void startTry(typed, choice?.when ?? key);
  };
  return (
    <section ref={section} aria-label={words.tryIt} className={css.try}>
      <Disclosure open={says.sample}>
        <SampleFields data={sample} extra={[]} onChange={setData} />
      </Disclosure>
      <Button
        aria-disabled={off || undefined}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={() => off || tryIt()}
      >
        <Play size="0.875rem" strokeWidth={2.2} aria-hidden />
        {trying ? says.trying : words.tryIt}
      </Button>
      <p className={css.hint}>{says.asTyped}</p>
      <Did one={asked ? one : null} />
    </section>
  );
}
