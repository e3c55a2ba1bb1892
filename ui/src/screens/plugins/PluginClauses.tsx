import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { type AgentId, backend, type NewPluginChoice, type PluginSentence } from "../../backend";
import { Disclosure } from "../../parts/Disclosure";
import { Clause, Names, NumberField, Typed } from "../sentence/Blank";
import { Passes } from "../sentence/Passes";
import css from "../sentence/sentence.module.css";
import { PAUSE_MS, useLater } from "../sentence/useLater";
import { words as sentence } from "../sentence/words";
import { Picker } from "../try/Picker";
import { says, words } from "./words";

type Props = {
  agent: AgentId;
  value: PluginSentence;
  choices: NewPluginChoice[];
  onChange: (value: PluginSentence) => void;
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type HookProps = {
  /** A word of a sentence, and so without a label that is seen. */
  pill?: boolean;
  label?: string;
  value: string;
  choices: NewPluginChoice[];
  onChange: (key: string) => void;
};

/** The hooks that can be chosen, in words. */
export function HookPicker({ pill, label = words.createWhen, value, choices, onChange }: HookProps) {
  const options = choices.map(({ key, when }) => ({
    id: key,
    title: capital(when),
    code: key,
    hint: null,
  }));
  return (
    <Picker
      field={!pill}
      pill={pill}
      unlabelled={pill}
      label={label}
      value={value}
      groups={[{ title: "", options }]}
      search={{ label: words.find, none: words.noHook }}
      onChange={onChange}
    />
  );
}

/**
 * What is wrong with it as it is typed, and who would pass; an empty blank is only said to be one when it is saved.
 */
function useCheck(agent: AgentId, value: PluginSentence) {
  const typed = useLater(JSON.stringify(value), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ["plugin-sentence-check", agent, typed],
    queryFn: () => backend.checkPluginSentence(agent, JSON.parse(typed) as PluginSentence),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const about = (field: string) =>
    (data?.problems ?? []).filter(
      (problem) => problem.field === field && (field !== "with" || value.with.trim() !== ""),
    );
  return { about, passes: data?.passes ?? [] };
}

/** The plugin as a sentence: every blank is picked or typed, and checked alone. */
export function PluginClauses({ agent, value, choices, onChange }: Props) {
  const { about, passes } = useCheck(agent, value);
  const choice = choices.find(({ key }) => key === value.event);
  const put = (part: Partial<PluginSentence>) => onChange({ ...value, ...part });
  const moved = (event: string) => {
    const next = choices.find(({ key }) => key === event);
    const act = value.act === "block" && !next?.stops ? "run" : value.act;
    put({ event, act, tools: next?.tools ? value.tools : [] });
  };
  const acts = (["block", "run", "post"] as const).filter((act) => act !== "block" || choice?.stops);
  const wrong = { pattern: about("pattern"), with: about("with") };
  return (
    <div>
      <Clause problems={[...about("event"), ...about("tools")]}>
        <HookPicker pill label={says.when} value={value.event} choices={choices} onChange={moved} />
        {choice?.tools ? (
          <>
            {sentence.forWhom}
            <Names
              label={says.tools}
              any={says.anyTool}
              known={says.someTools}
              value={value.tools}
              onChange={(tools) => put({ tools })}
            />
          </>
        ) : null}
      </Clause>
      <Clause problems={wrong.pattern}>
        {sentence.matches}
        <Typed
          label={says.pattern}
          value={value.pattern}
          placeholder={sentence.anyText}
          wrong={wrong.pattern.length > 0}
          onChange={(pattern) => put({ pattern })}
        />
      </Clause>
      <Clause>
        <ArrowRight
          size="1.125rem"
          strokeWidth={1.8}
          role="img"
          aria-label={sentence.after}
          className={css.arrow}
        />
        <Picker
          pill
          unlabelled
          label={sentence.action}
          value={value.act}
          groups={[{ title: "", options: acts.map((id) => ({ id, title: says.act[id] })) }]}
          onChange={(act) => put({ act: act as PluginSentence["act"] })}
        />
      </Clause>
      <Clause problems={wrong.with}>
        <Typed
          wide
          label={says.with[value.act]}
          value={value.with}
          placeholder={says.example[value.act]}
          wrong={wrong.with.length > 0}
          onChange={(text) => put({ with: text })}
        />
      </Clause>
      <div className={css.more}>
        <Disclosure open={sentence.more}>
          <div className={css.fields}>
            {value.act === "block" ? null : (
              <NumberField
                label={sentence.timeout}
                hint={sentence.timeoutEmpty(10)}
                value={value.timeout}
                problems={about("timeout")}
                onChange={(timeout) => put({ timeout })}
              />
            )}
            <NumberField
              label={sentence.priority}
              hint={sentence.priorityHint}
              value={value.priority}
              problems={[]}
              onChange={(priority) => put({ priority })}
            />
          </div>
        </Disclosure>
      </div>
      <Passes passes={passes} />
    </div>
  );
}
