import type { ReviewView } from "../../backend";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { Listens } from "../plugins/Listens";
import { Xray } from "../plugins/Xray";
import { FileList } from "./Facts";
import css from "./review.module.css";

const words = strings.review;

/** What is a plugin: what its code names, what it reaches, which files it brings. It was not loaded. */
export default function Plugins({ review }: { review: ReviewView }) {
  const [plugin] = review.plugins;
  if (!plugin) return null;
  return (
    <>
      {plugin.description ? <p className={css.description}>{plugin.description}</p> : null}
      <section aria-labelledby="what">
        <h2 id="what" className={parts.group}>
          {words.what}
        </h2>
        <Listens plugin={plugin} />
      </section>
      <Xray plugin={plugin} />
      <div className={parts.foot}>
        <FileList files={review.files} label={plugin.name} />
      </div>
    </>
  );
}
