// The page: calls of the protocol, and what they answer, drawn.

/** A token, where the server asks for one. */
let token = "";

/** Calls a method; gives its result, or throws its error. */
async function call(method, params) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(`v1/${method}`, { method: "POST", headers, body: JSON.stringify(params) });
  if (response.status === 401) document.querySelector("#token").hidden = false;
  const answer = await response.json();
  if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer.result;
}

const find = (selector, within = document) => within.querySelector(selector);

/** An element with a class and children, which are texts or elements. */
function make(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

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

const DECISIONS = {
  safe: ["good", "Nothing is wrong with it."],
  cosmetic_repair: ["good", "Only its notation had to be changed."],
  lossy_repair: ["warn", "Data was dropped, invented or guessed."],
  ambiguous: ["warn", "Something in it has two readings."],
  invalid: ["bad", "It cannot be read."],
};

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

/** What is decided, as a line with a reason below. */
function showVerdict(element, plan) {
  const [kind, says] = DECISIONS[plan.decision];
  element.className = `verdict ${plan.executable ? "good" : kind === "good" ? "warn" : kind}`;
  const may = plan.executable ? "may be acted on" : "may not be acted on";
  const why = plan.error ? ` ${plan.error.code}: ${plan.error.message}.` : "";
  element.replaceChildren(
    make("strong", "", `${plan.decision.replace("_", " ")}, ${may}`),
    make("span", "", says + why),
  );
}

function showText(element, text, otherwise) {
  element.replaceChildren(text === null ? make("span", "empty", otherwise) : text);
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

// Watch an agent.

const SCENARIOS = [
  {
    name: "Cut off",
    about: "The answer ends at the token limit. It is refused, the prompt goes back, the second answer is executed.",
    schema: "{!query:string,!limit:integer}",
    turns: [
      { text: `{"query":"ferries from Oslo to Kie`, end: "max_tokens" },
      { text: `{"query":"ferries from Oslo to Kiel","limit":3}`, end: "complete" },
    ],
  },
  {
    name: "Two readings",
    about: "Two strings side by side may be two paths or one. Nobody guesses: the model says which.",
    schema: "{!delete:[string]}",
    turns: [
      { text: `{"delete":["/srv/app/cache" "/tmp"]}`, end: "complete" },
      { text: `{"delete":["/srv/app/cache","/tmp"]}`, end: "complete" },
    ],
  },
  {
    name: "One reading",
    about: "Single quotes, a bare key and a comma too many can be read in one way only. It is repaired and executed at once.",
    schema: "{!city:string,!days:integer}",
    turns: [{ text: `{'city': 'Oslo', days: 3,}`, end: "complete" }],
  },
  {
    name: "A long tail",
    about: "All that is required is final long before the explanation ends. The rest need not be generated.",
    schema: "{!query:string,!limit:integer}",
    turns: [
      {
        text: `{"query":"cats","limit":10,"why":"The user asked for pictures of cats and did not say how many, so I took ten, which fits one screen, and left the order to the search engine."}`,
        end: "complete",
      },
    ],
  },
];

/** How many characters a frame adds, and how long it stays, in milliseconds. */
const STRIDE = 3;
const STAY = 90;

/** What is shown: the scenario and its frames. */
const show = { scenario: null, frames: [] };

/** Buttons and a slider that go through frames; `draw` shows the frame of a number, from 0. */
class Player {
  constructor(section, stay, draw) {
    Object.assign(this, { stay, draw, timer: 0, count: 0 });
    this.button = make("button", "", "Play");
    const step = make("button", "", "Step");
    this.slider = make("input", "");
    this.slider.type = "range";
    this.slider.min = 0;
    this.output = make("output", "");
    this.button.type = step.type = "button";
    find(".player", section).append(this.button, step, make("label", "wide", "Frame ", this.slider), this.output);
    this.button.addEventListener("click", () => this.toggle());
    step.addEventListener("click", () => { this.pause(); this.step(); });
    this.slider.addEventListener("input", () => { this.pause(); this.show(); });
  }

  get frame() {
    return Number(this.slider.value);
  }

  /** Begins anew, at the last of so many frames: nothing moves before somebody asks for it. */
  reset(count) {
    this.pause();
    this.count = count;
    this.slider.max = count;
    this.slider.value = count;
    return this.show();
  }

  show() {
    this.output.textContent = `${this.frame} of ${this.count}`;
    return this.draw(this.frame);
  }

  step() {
    if (this.frame >= this.count) return this.pause();
    this.slider.value = this.frame + 1;
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.button.textContent = "Play";
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.frame >= this.count) this.slider.value = 0;
    this.button.textContent = "Pause";
    this.timer = setInterval(() => this.step(), this.stay);
  }
}

/** The frames of a scenario: how far each turn has come, and whether it is over. */
function framesOf(scenario) {
  return scenario.turns.flatMap(({ text }, turn) => {
    const frames = [];
    for (let length = STRIDE; length < text.length; length += STRIDE) frames.push({ turn, length });
    return [...frames, { turn, length: text.length, isOver: true }];
  });
}

/** Asks for everything that a scenario shows beforehand, so that frames follow each other evenly. */
async function prepare(scenario) {
  scenario.judged ??= Promise.all(scenario.turns.map(async ({ text, end }) => {
    const { schema } = scenario;
    const [plan, ready] = await Promise.all([
      call("analyze", { text, schema, end, profile: "agent" }),
      call("readiness", { text, schema }),
    ]);
    return { plan, ready };
  }));
  return scenario.judged;
}

async function choose(scenario) {
  show.scenario = scenario;
  show.frames = framesOf(scenario);
  for (const tab of document.querySelectorAll("#watch [role=tab]")) {
    const isChosen = tab.textContent === scenario.name;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  find("#watch .about").textContent = scenario.about;
  await show.player.reset(show.frames.length);
}

async function drawScenario(number) {
  const { scenario, frames, player } = show;
  const turns = find("#watch .turns");
  let judged;
  try {
    judged = await prepare(scenario);
  } catch (error) {
    scenario.judged = undefined;
    return turns.replaceChildren(make("li", "bad", error.message));
  }
  // Another scenario or frame may have been chosen meanwhile.
  if (scenario !== show.scenario || number !== player.frame) return;
  const current = frames[number - 1];
  const shown = scenario.turns.filter((_, index) => current && index <= current.turn);
  turns.replaceChildren(...shown.map((turn, index) => {
    const isOver = index < current.turn || Boolean(current.isOver);
    const length = isOver ? turn.text.length : current.length;
    return drawTurn(turn, judged[index], length, isOver);
  }));
}

function drawTurn({ text, end }, { plan, ready }, length, isOver) {
  const line = (who, ...what) => [make("span", "who", who), make("div", "", ...what)];
  const written = make("pre", isOver ? "code" : "code caret", text.slice(0, length));
  const cells = [...line("The model writes", written)];
  const settled = ready.settled_permille < 0 ? Infinity : Math.ceil((ready.settled_permille * ready.length) / 1000);
  if (length >= settled) {
    const early = ready.settled_permille < 900 ? " The rest need not be generated." : "";
    const says = `All that is required is final at ${(ready.settled_permille / 10).toFixed(0)}%.${early}`;
    cells.push(...line("Readiness", make("span", "good", says)));
  }
  if (isOver) {
    const verdict = make("p", "verdict");
    showVerdict(verdict, plan);
    cells.push(...line("The gate", verdict));
    if (end !== "complete") find("span", verdict).append(` The stream ended with ${end}.`);
    const what = plan.executable ? plan.text : plan.retry?.prompt ?? "";
    const result = make("pre", plan.executable ? "code done" : "code prompt", what);
    cells.push(...line(plan.executable ? "Is executed" : "Goes back", result));
  }
  return make("li", "", ...cells);
}

// Watch a call.

const part = (json) => ({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: json } });

const STREAM = {
  provider: "anthropic",
  schema: "{!from:string,!to:string,!cabins:integer,extras:[string]}",
  events: [
    { type: "message_start", message: { id: "msg_1", role: "assistant", content: [] } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "I book the ferry." } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "call_1", name: "book_ferry", input: {} } },
    ...[`{"from"`, `: "Os`, `lo", "to": "K`, `iel", `, `"cabi`, `ns": 2`, `, "extras": ["bre`, `akfast", "bi`, `cycle"]`, `}`].map(part),
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 41 } },
    { type: "message_stop" },
  ].map((event) => JSON.stringify(event)),
};

async function drawStream(number) {
  const events = STREAM.events.slice(0, number);
  const list = find("#stream .events");
  list.replaceChildren(...events.map((event) => make("li", "", event)));
  list.scrollTop = list.scrollHeight;
  let answer = { calls: [] };
  try {
    if (number) answer = await call("llm.run", { ...STREAM, events });
  } catch (error) {
    answer.failure = error;
  }
  if (number !== show.stream.frame) return;
  const calls = answer.calls.map(drawCall);
  const otherwise = answer.failure ? `${answer.failure.code}: ${answer.failure.message}` : "no call yet";
  find("#stream .call").replaceChildren(...(calls.length ? calls : [make("p", "empty", otherwise)]));
}

function drawCall(found) {
  const verdict = make("p", `verdict ${found.executable ? "good" : "warn"}`);
  const open = found.open_path === null ? "" : `, ${found.open_path || "the root"} is open`;
  const missing = found.schema?.missing.length ? ` Missing: ${found.schema.missing.join(", ")}.` : "";
  verdict.append(
    make("strong", "", `${found.name}, ${found.executable ? "may be acted on" : "may not be acted on"}`),
    make("span", "", `The stream is ${found.end}${open}.${missing}`),
  );
  const value = "value" in found ? JSON.stringify(found.value, null, 2) : null;
  const text = make("pre", "code");
  showText(text, value, "no arguments yet");
  return make("div", "", verdict, make("h3", "", "Its arguments"), text);
}

// The beginning.

function later(work, delay) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, delay);
  };
}

function begin() {
  const example = find("#example");
  example.append(...EXAMPLES.map(([name], index) => new Option(name, index)));
  const take = () => {
    const [, text, schema] = EXAMPLES[example.value];
    find("#input").value = text;
    find("#schema").value = schema;
    judge();
  };
  example.addEventListener("change", take);
  find("#profile").addEventListener("change", judge);
  for (const id of ["#input", "#schema"]) find(id).addEventListener("input", later(judge, 120));
  for (const name of ["mouseover", "focusin"]) document.addEventListener(name, point);

  show.player = new Player(find("#watch"), STAY, drawScenario);
  show.stream = new Player(find("#stream"), 3 * STAY, drawStream);
  const tabs = find("#watch .tabs");
  tabs.append(...SCENARIOS.map((scenario) => {
    const tab = make("button", "", scenario.name);
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.addEventListener("click", () => choose(scenario));
    return tab;
  }));
  tabs.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const place = [...tabs.children].indexOf(document.activeElement);
    const next = tabs.children[(place + way + tabs.children.length) % tabs.children.length];
    next.focus();
    next.click();
  });
  find("#token").addEventListener("submit", (event) => {
    event.preventDefault();
    token = find("#token input").value;
    find("#token").hidden = true;
    judge();
    choose(show.scenario);
    show.stream.show();
  });
  take();
  choose(SCENARIOS[0]);
  show.stream.reset(STREAM.events.length);
}

begin();
