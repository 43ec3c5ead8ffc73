// Try it.

const EXAMPLES = [
  ["Single quotes, a comment, cut off", `{'city': 'Oslo', days: 3, // tomorrow on\n 'hotels': ['Bristol', 'Continental'`, "{!city:string,!days:integer}"],
  ["Two readings", `{"paths": ["/srv/app" "/tmp"]}`, "{!paths:[string]}"],
  ["Python", `{'ok': True, 'n': None, 'ids': (1, 2,), 'at': nan}`, ""],
  ["Doubled and missing quotes", `{"title": "a 24" screen", "price: 199, 'stock': ""12""}`, ""],
  ["A number that a double cannot hold", `{"id": 12345678901234567890, "share": 0.10,}`, ""],
  ["Fits the schema once repaired", `{"query": "cats", "limit": 007}`, "{!query:string,!limit:integer}"],
  ["Does not fit the schema", `{"query": "cats", "limit": "ten"}`, "{!query:string,!limit:integer(minimum=1)}"],
  ["No JSON at all", `I am sorry, I cannot answer that.`, ""],
];

/** The number of the newest request: what older ones answer is not drawn. */
let newest = 0;

async function judge() {
  const number = ++newest;
  const text = find("#input").value;
  const params = { text, profile: find("#profile").value };
  const schema = find("#schema").value.trim();
  if (schema) params.schema = schema;
  const early = { ...params, profile: "permissive" };
  const [plan, ready] = await Promise.allSettled([call("analyze", params), call("readiness", early)]);
  if (number !== newest) return;
  if (plan.status === "rejected") return showFailure(plan.reason);
  showVerdict(find("#verdict"), plan.value);
  showText(find("#text"), plan.value.text, "there is no text");
  showEdits(text, plan.value.repairs);
  const retry = find("#retry");
  retry.hidden = !plan.value.retry;
  find("pre", retry).textContent = plan.value.retry?.prompt ?? "";
  showReadiness(ready.value);
}

function showFailure(error) {
  const verdict = find("#verdict");
  verdict.className = "verdict bad";
  verdict.replaceChildren(make("strong", "", error.code ?? "No answer"), make("span", "", error.message));
  for (const id of ["#text", "#marked", "#repairs", "#readiness"]) find(id).replaceChildren();
  find("#retry").hidden = true;
}

/** The input with all edits made visible, and a list of the repairs that they belong to. */
function showEdits(text, repairs) {
  const bytes = new TextEncoder().encode(text);
  const slice = (from, to) => new TextDecoder().decode(bytes.subarray(from, to));
  const edits = repairs.flatMap((repair, index) =>
    (repair.edits.length ? repair.edits : [{ byte: repair.byte, delete: 0, insert: "", note: true }])
      .map((edit) => ({ ...edit, repair, index })));
  edits.sort((a, b) => a.byte - b.byte);
  const parts = [];
  let at = 0;
  for (const edit of edits) {
    const from = Math.max(at, edit.byte);
    if (from > at) parts.push(slice(at, from));
    at = Math.max(at, edit.byte + edit.delete);
    parts.push(mark(edit, slice(from, at)));
  }
  parts.push(slice(at));
  const marked = find("#marked");
  marked.replaceChildren(...parts);
  if (!text) marked.replaceChildren(make("span", "empty", "nothing was written"));
  find("#repairs").replaceChildren(...repairs.map(item));
}

function mark(edit, deleted) {
  const element = make("span", "edit");
  element.tabIndex = 0;
  element.dataset.repair = edit.index;
  if (deleted) element.append(make("del", "", visible(deleted)));
  if (edit.insert) element.append(make("ins", "", visible(edit.insert)));
  if (edit.note) element.append(make("span", "note", "\u2009"));
  const { code, message, severity, ambiguity } = edit.repair;
  const done = [deleted && `${JSON.stringify(deleted)} goes`, edit.insert && `${JSON.stringify(edit.insert)} comes`];
  const what = done.filter(Boolean).join(", ");
  element.dataset.tip = `${code} ${message} (${severity}${ambiguity ? `, ${ambiguity}` : ""})${what ? `: ${what}` : ""}`;
  element.setAttribute("aria-label", element.dataset.tip);
  element.setAttribute("role", "note");
  return element;
}

/** Text whose white space can be seen where there is nothing else. */
function visible(text) {
  return /\S/.test(text) ? text : text.replace(/ /g, "␣").replace(/\n/g, "⏎\n").replace(/\t/g, "⇥");
}

function item(repair, index) {
  const tag = (text, kind) => make("span", `tag ${kind}`, text);
  const element = make("li", "", make("code", "", repair.code), make("span", "", repair.message), tag(repair.severity, repair.severity));
  if (repair.ambiguity && !repair.resolved_by) element.append(tag(repair.ambiguity, "ambiguous"));
  if (repair.resolved_by) element.append(tag(`settled by the ${repair.resolved_by}`, "good"));
  element.dataset.repair = index;
  return element;
}

/** A bar for each member: how much of the text had come when it was final. */
function showReadiness(ready) {
  const bars = find("#readiness");
  if (!ready) return bars.replaceChildren(make("span", "empty", "it cannot be read"));
  const row = (name, permille, kind) => {
    const fill = make("i", "");
    fill.style.width = `${Math.max(permille, 0) / 10}%`;
    const value = make("data", "", permille < 0 ? "never" : `${(permille / 10).toFixed(1)}%`);
    value.value = permille;
    const cells = [make("code", "", name), make("div", "bar", fill), value];
    return make("div", kind, ...cells);
  };
  const rows = ready.fields.map((field) => row(field.path, field.permille, "member"));
  const totals = [row("the whole", ready.syntax_permille, "total")];
  if (ready.verdict) totals.push(row("what is required", ready.settled_permille, "total"));
  bars.replaceChildren(...rows, ...totals);
}

/** Says of a mark or a repair what it does, and shows where its others are. */
function point(event) {
  const element = event.target.closest?.("[data-repair]");
  for (const other of document.querySelectorAll(".on")) other.classList.remove("on");
  find("#tip")?.remove();
  if (!element) return;
  for (const other of document.querySelectorAll(`[data-repair="${element.dataset.repair}"]`)) other.classList.add("on");
  if (!element.dataset.tip) return;
  const tip = make("div", "", element.dataset.tip);
  tip.id = "tip";
  document.body.append(tip);
  const box = element.getBoundingClientRect();
  const below = box.bottom + tip.offsetHeight + 12 < innerHeight;
  tip.style.left = `${Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${below ? box.bottom + 6 : box.top - tip.offsetHeight - 6}px`;
}
