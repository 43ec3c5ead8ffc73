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
