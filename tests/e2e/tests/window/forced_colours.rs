//! Colours that a person has forced on all programs, as Windows can: what is chosen, on or to be pressed is told by more
//! than a background. No web view of Linux knows them, so the page is painted as one would that does: with the rules
//! that the window has for it, and all other colours taken away.

use anyhow::ensure;
use tacklebox_e2e::{App, test};

use crate::full_house::full_house;

const FORCED: &str = "
    const rules = [];
    const gather = (list) => {
        for (const rule of list) {
            if (rule instanceof CSSMediaRule && /forced-colors: ?active/.test(rule.media.mediaText)) {
                for (const inner of rule.cssRules) rules.push(inner.cssText);
            } else if (rule.cssRules) gather(rule.cssRules);
        }
    };
    // What is on its way from one colour to another is asked for where it will be.
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets = [still];
    for (const sheet of document.styleSheets) gather(sheet.cssRules);
    const painted = (it) => !/, 0\\)$|transparent/.test(getComputedStyle(it).backgroundColor);
    for (const it of document.querySelectorAll('*')) it.toggleAttribute('data-painted', painted(it));
    const sheet = new CSSStyleSheet();
    // Not in a layer: it beats all that the window says itself, but for the rules that come after it.
    sheet.replaceSync(`
        *, *::before, *::after { color: CanvasText; border-color: CanvasText; background-image: none; box-shadow: none; }
        *, *::before { background-color: transparent; }
        [data-painted], *::after { background-color: Canvas; }
        button, input { color: ButtonText; border-color: ButtonText; }
        ${rules.join('\\n')}`);
    document.adoptedStyleSheets = [still, sheet];
    return rules.length";

/// What is painted and can be pressed, and has no edge.
const NO_EDGE: &str = "
    const edged = (it) => ['border', 'outline'].some((edge) => {
        const style = getComputedStyle(it);
        return style[`${edge}Style`] !== 'none' && parseFloat(style[`${edge}Width`]) > 0;
    });
    return [...document.querySelectorAll('button[data-painted], input[data-painted], [role=switch]')]
        .filter((it) => it.getBoundingClientRect().width > 2 && !edged(it))
        .map((it) => it.outerHTML.slice(0, 160))";

async fn forced(app: &App, name: &str) -> anyhow::Result<()> {
    let rules = app.script(FORCED).await?.as_u64().unwrap_or_default();
    ensure!(rules > 5, "{rules} rules for forced colours were found");
    app.picture(&format!("forced-{name}")).await?;
    let bare = app.script(NO_EDGE).await?;
    ensure!(bare.as_array().is_some_and(Vec::is_empty), "{name}: no edge: {bare}");
    Ok(())
}

/// The two look different, and not by what is taken away. Waits for both: the list of what was found comes after its field.
async fn differ(app: &App, what: &str, one: &str, other: &str) -> anyhow::Result<()> {
    let script = format!(
        "(() => {{
            const look = (it) => {{
                const of = (pseudo) => {{ const style = getComputedStyle(it, pseudo);
                    return ['backgroundColor', 'color', 'borderTopColor', 'borderTopWidth', 'outlineStyle', 'outlineColor', 'left', 'transform', 'translate'].map((key) => style[key]); }};
                return JSON.stringify([of(null), of('::after')]); }};
            const [one, other] = [`{one}`, `{other}`].map((it) => document.querySelector(it));
            return one && other && look(one) !== look(other);
        }})()"
    );
    app.holds(&format!("{what} looks like no other"), &script).await
}

#[test]
fn nothing_is_told_by_a_background_alone_where_colours_are_forced() {
    test("forced-colours", full_house(), async |app| {
        app.see("GitHub digest").await?;
        app.find("row", "Session memory").await?;
        app.script("document.querySelector('[role=row][data-key$=memory]').focus()").await?;
        app.press("\u{e009} \u{e000}").await?;
        app.see("1 hook selected").await?;
        forced(app, "list").await?;
        differ(
            app,
            "the page one is on",
            "[data-nav][aria-current]",
            "[data-nav]:not([aria-current])",
        )
        .await?;
        let [on, off] = ["true", "false"].map(|is| format!("[role=radio][aria-checked={is}]"));
        differ(app, "the filter that is chosen", &on, &off).await?;
        let [on, off] = ["true", "false"].map(|is| format!("[role=switch][aria-checked={is}]"));
        differ(app, "a switch that is on", &on, &off).await?;
        let [on, off] = ["true", "false"].map(|is| format!("[role=row][aria-selected={is}] > *"));
        differ(app, "a row that is picked", &on, &off).await?;
        app.press("\u{e00c}").await?;

        app.press("\u{e009}k\u{e000}").await?;
        app.find("combobox", "Search everything").await?;
        forced(app, "palette").await?;
        let [on, off] = ["true", "false"].map(|is| format!("[role=option][aria-selected={is}]"));
        differ(app, "what Enter opens", &on, &off).await?;
        app.press("\u{e00c}").await?;

        for (name, address, words) in [
            ("get", "/get", "From somewhere else"),
            ("setup", "/hook/milady%2Fmanaged%2Fgithub-digest/setup", "GITHUB_TOKEN"),
            ("settings", "/settings/tacklebox", "Appearance"),
            ("try", "/try/moltis/BeforeToolCall", "What the hooks did"),
            ("new", "/new/zeroclaw/before_tool_call", "if the text matches"),
        ] {
            app.script(&format!("location.hash = '{address}'")).await?;
            app.see(words).await?;
            forced(app, name).await?;
        }
        Ok(())
    });
}
