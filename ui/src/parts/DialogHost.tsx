import { lazy, Suspense } from "react";
import { useDialog } from "./dialogs";

/** Not part of the first load: nothing is asked before something was clicked. */
const AskedDialog = lazy(() => import("./AskedDialog"));

/** Draws what is to be answered, one after the other. */
export function DialogHost() {
  const request = useDialog();
  return request ? (
    <Suspense>
      <AskedDialog request={request} />
    </Suspense>
  ) : null;
}
