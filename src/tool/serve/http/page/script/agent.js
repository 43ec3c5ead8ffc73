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
