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
    tab.setAttribute("aria-controls", "scenario");
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
