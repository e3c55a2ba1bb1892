import type { Receipt } from "../../backend";
import { useOverview } from "../../data/queries";
import { formatDateTime, showPath } from "../../format";
import { strings } from "../../strings";

const words = strings.receipt;
/** How the engine names the collection that ships with the app. */
export const INCLUDED = "included";
/** How it names the original of a copy, by its id. */
const COPIED = /^copied from (\S+)$/;

/** From where, which one, and when. */
export function ReceiptRows({ receipt }: { receipt: Receipt }) {
  const { machine } = useOverview();
  const copied = COPIED.exec(receipt.source)?.[1];
  return (
    <>
      <div>
        <dt>{words.from}</dt>
        <dd>
          {receipt.source === INCLUDED ? (
            words.included
          ) : copied ? (
            <>
              {words.copyOf} <code>{copied}</code>
            </>
          ) : (
            <code>{showPath(receipt.source, machine.home)}</code>
          )}
        </dd>
      </div>
      {receipt.version ? (
        <div>
          <dt>{words.version}</dt>
          <dd>{receipt.version}</dd>
        </div>
      ) : null}
      <div>
        <dt>{strings.hook.installed}</dt>
        <dd>
          <time dateTime={receipt.installed_at}>{formatDateTime(receipt.installed_at)}</time>
        </dd>
      </div>
    </>
  );
}
