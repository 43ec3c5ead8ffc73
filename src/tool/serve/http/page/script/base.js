// The page: calls of the protocol, and what they answer, drawn. The files of this folder are served as
// one script, in the order of page.rs.

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

const DECISIONS = {
  safe: ["good", "Nothing is wrong with it."],
  cosmetic_repair: ["good", "Only its notation had to be changed."],
  lossy_repair: ["warn", "Data was dropped, invented or guessed."],
  ambiguous: ["warn", "Something in it has two readings."],
  invalid: ["bad", "It cannot be read."],
};

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
