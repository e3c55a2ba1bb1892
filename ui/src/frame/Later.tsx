import { useLiveIncoming } from "../data/incoming";
import { useLiveJobs } from "../data/jobs";
import { usePluginsMoved } from "../data/plugins-moved";
import { DialogHost } from "../parts/DialogHost";
import { ToastHost } from "../parts/ToastHost";
import { ContextMenuHost } from "./ContextMenuHost";
import { DropHost } from "./DropHost";
import { FirstTour } from "./FirstTour";
import { useWindowKeys } from "./keys";
import { OverlayHost } from "./overlays";

/** What belongs to the whole window and is in none of its pictures: loaded as soon as the first one is there. */
export default function Later() {
  useLiveJobs();
  usePluginsMoved();
  useLiveIncoming();
  useWindowKeys();
  return (
    <>
      <OverlayHost />
      <ToastHost />
      <DialogHost />
      <DropHost />
      <ContextMenuHost />
      <FirstTour />
    </>
  );
}
