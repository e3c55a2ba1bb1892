// Finds elements as a person with a screen reader would: by role and name. Called as
// (what, role, name): "find" gives the first that is visible, "focused" says whether that one has the focus, "words"
// gives the visible text.
const [what, role, name] = arguments;

const ROLES = {
  button: "button, [role=button], input[type=button], input[type=submit], summary",
  heading: "h1, h2, h3, h4, h5, h6, [role=heading]",
  link: "a[href], [role=link]",
  switch: "[role=switch]",
  textbox: "input:not([type]), input[type=text], input[type=password], input[type=search], textarea, [role=textbox], [role=searchbox]",
  searchbox: "input[type=search], [role=searchbox]",
  checkbox: "input[type=checkbox], [role=checkbox]",
  navigation: "nav, [role=navigation]",
  dialog: "dialog, [role=dialog], [role=alertdialog]",
  listitem: "li, [role=listitem]",
  row: "tr, [role=row]",
  status: "output, [role=status], [role=alert]",
  // A button that keys press from anywhere, which tells it from one of the same name.
  shortcut: "button[aria-keyshortcuts]",
  any: "*",
};

const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();

function nameOf(element) {
  const by = element.getAttribute("aria-labelledby");
  if (by) return tidy(by.split(/\s+/).map((id) => document.getElementById(id)?.textContent).join(" "));
  const own = element.getAttribute("aria-label");
  if (own) return tidy(own);
  if (element.labels?.length) return tidy([...element.labels].map((label) => label.textContent).join(" "));
  return tidy(element.textContent) || tidy(element.getAttribute("title")) || tidy(element.getAttribute("placeholder"));
}

// A switch of React Aria is an input that is hidden inside its visible label.
const seen = (element) => {
  // Behind a question nothing else can be reached.
  if (element.closest("[inert]")) return false;
  const drawn = element.closest("label") ?? element;
  const box = drawn.getBoundingClientRect();
  // A sheet with a field is transparent at first, while React Aria waits for a keyboard on the screen.
  return box.width > 0 && box.height > 0 && drawn.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) !== false;
};

if (what === "words") return document.body?.innerText ?? "";
const all = [...document.querySelectorAll(ROLES[role] ?? `[role=${role}]`)].filter(seen);
const found = all.find((element) => nameOf(element) === name) ?? all.find((element) => nameOf(element).includes(name)) ?? null;
return what === "focused" ? found !== null && found === document.activeElement : found;
