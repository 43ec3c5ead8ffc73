// Drives the page in headless Chromium as a person would, with the mouse and with the keyboard.
// usage: drive.mjs URL FOLDER-FOR-SCREENSHOTS URL-WITH-THE-TOKEN-s3cret

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

const [url, folder, closed] = process.argv.slice(2);
const { chromium } = createRequire(`${folder}/`)("playwright-core");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

async function open(options, at = url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(at)) page.faults.push(`asked ${request.url()}`);
  });
  await page.goto(at);
  await page.waitForSelector("#verdict strong");
  return page;
}

/** What went wrong, but for what is refused, which a browser calls a failure. */
const faults = (page) => page.faults.filter((fault) => !/status of 4(00|22)/.test(fault));

const page = await open({ colorScheme: "light" });
const text = (selector) => page.textContent(selector);
const eventually = (selector, part) =>
  page.waitForFunction(([at, part]) => document.querySelector(at)?.textContent.includes(part), [selector, part], { timeout: 10000 });

// The first example is refused, says why, and shows its edits where they are.
await eventually("#verdict", "lossy repair, may not be acted on");
assert.match(await text("#text"), /^\{"city":"Oslo","days":3,"hotels":\["Bristol","Continental"\]\}$/);
assert.match(await text("#retry pre"), /JSONMend refused this JSON: E010/);
assert.equal(await page.locator("#marked del").first().textContent(), "'");
assert.match(await text("#repairs"), /R017.*comment removed/);
assert.match(await text("#readiness"), /\/city.*\/days.*the whole.*what is required/);
await page.screenshot({ path: `${folder}/light.png`, fullPage: true });

// The guide shows the page as it is. SNAPSHOTS=overwrite takes its picture anew.
const picture = new URL("../../docs/page.png", import.meta.url);
const taken = await page.screenshot({ clip: { x: 0, y: 0, width: 1280, height: 770 } });
if (process.env.SNAPSHOTS === "overwrite") await writeFile(picture, taken);
const apart = await unlike(taken, await readFile(picture));
assert.ok(apart < 0.02, `docs/page.png shows another page: ${(100 * apart).toFixed(1)}% of it`);

/** The share of pixels that are not the same in two pictures. */
async function unlike(...pictures) {
  const blank = await page.context().newPage();
  const share = await blank.evaluate(async (pictures) => {
    const [one, other] = await Promise.all(pictures.map(async (base64) => {
      const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
      const image = await createImageBitmap(blob);
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    }));
    if (one.width !== other.width || one.height !== other.height) return 1;
    const differs = (at) => [0, 1, 2].some((part) => Math.abs(one.data[at + part] - other.data[at + part]) > 48);
    let count = 0;
    for (let at = 0; at < one.data.length; at += 4) count += differs(at);
    return (4 * count) / one.data.length;
  }, pictures.map((bytes) => bytes.toString("base64")));
  await blank.close();
  return share;
}

// An edit tells what it is, to the mouse and to the keyboard.
await page.locator("#marked .edit").first().hover();
assert.match(await text("#tip"), /^R001 .*"'" goes, "\\"" comes/);
assert.ok((await page.locator("#repairs li.on").count()) === 1);
await page.locator("#input").focus();
await page.keyboard.press("Tab");
assert.match(await text("#tip"), /^R001/);

// What is typed is judged, marks included, whatever the characters.
await page.fill("#input", "{\"é😀\": <b>1</b>, 'x': '<i>'}");
await page.fill("#schema", "");
await page.waitForTimeout(300);
await page.fill("#input", "{'é😀': '<img src=x>',}");
await eventually("#verdict", "cosmetic repair, may be acted on");
assert.equal(await text("#text"), '{"é😀":"<img src=x>"}');
assert.equal(await page.locator("#marked img").count(), 0);
assert.equal(await page.locator("#retry").isVisible(), false);
const left = await page.evaluate(() => {
  const copy = document.querySelector("#marked").cloneNode(true);
  copy.querySelectorAll("ins").forEach((ins) => ins.remove());
  return copy.textContent;
});
assert.equal(left, "{'é😀': '<img src=x>',}");
await page.fill("#schema", "{!q:");
await eventually("#verdict", "E071");
await page.fill("#schema", "");
await page.selectOption("#profile", "strict");
await eventually("#verdict", "may not be acted on E010".slice(0, 19));

// Every example is judged.
for (const { value, label } of await page.$$eval("#example option", (all) => all.map(({ value, label }) => ({ value, label })))) {
  await page.selectOption("#profile", "execution");
  await page.selectOption("#example", value);
  await page.waitForTimeout(150);
  assert.ok((await text("#verdict")).length > 0, label);
}

// Each scenario ends as it says it does, frame by frame and by the keyboard.
const ends = {
  "Cut off": ["Goes back", "E010", "Is executed", "ferries from Oslo to Kiel"],
  "Two readings": ["Goes back", "E011", "two adjacent strings", "Is executed"],
  "One reading": ["cosmetic repair, may be acted on", "Is executed", '{"city":"Oslo","days":3}'],
  "A long tail": ["All that is required is final at", "need not be generated", "Is executed"],
};
await page.getByRole("tab", { name: "Cut off" }).focus();
for (const [name, parts] of Object.entries(ends)) {
  assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
  await page.locator("#watch input[type=range]").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll(".turns li").length === 0);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".turns .caret");
  await page.keyboard.press("End");
  for (const part of parts) await eventually(".turns", part);
  await page.screenshot({ path: `${folder}/${name.replaceAll(" ", "-").toLowerCase()}.png`, fullPage: true });
  await page.getByRole("tab", { name }).focus();
  await page.keyboard.press("ArrowRight");
}
await page.getByRole("tab", { name: "One reading" }).click();
await page.locator("#watch").getByRole("button", { name: "Play" }).click();
await eventually(".turns", "Is executed");

// A call grows with the events of its stream, and may be acted on when the stream says so.
await eventually("#stream .call", "book_ferry, may be acted on");
await page.locator("#stream input[type=range]").focus();
await page.keyboard.press("Home");
await eventually("#stream .call", "no call yet");
for (let event = 0; event < 8; event += 1) await page.keyboard.press("ArrowRight");
await eventually("#stream .call", "may not be acted on");
await eventually("#stream .call", '"to": "K"');
await eventually("#stream .call", "/to is open");
await page.locator("#stream").screenshot({ path: `${folder}/stream.png` });
await page.locator("#stream").getByRole("button", { name: "Play" }).click();
await eventually("#stream .call", "book_ferry, may be acted on");
assert.deepEqual(faults(page), []);

// Dark, narrow, and for those who want nothing to move.
const dark = await open({ colorScheme: "dark", reducedMotion: "reduce", viewport: { width: 320, height: 800 } });
await dark.waitForFunction(() => document.querySelector(".turns")?.textContent.includes("Is executed"));
const background = await dark.evaluate(() => getComputedStyle(document.body).backgroundColor);
assert.equal(background, "rgb(22, 24, 27)");
for (const { value, label } of await dark.$$eval("#example option", (all) => all.map(({ value, label }) => ({ value, label })))) {
  await dark.selectOption("#example", value);
  await dark.waitForTimeout(150);
  const wide = await dark.evaluate(() => [...document.querySelectorAll("main section *, header *")]
    .filter((element) => !element.closest(".code") && element.offsetParent &&
      element.getBoundingClientRect().right > element.closest("section, header").getBoundingClientRect().right + 1)
    .map((element) => element.tagName + element.className));
  assert.deepEqual(wide, [], `${label}: nothing is wider than its part of the page`);
}
await dark.screenshot({ path: `${folder}/dark.png`, fullPage: true });
assert.deepEqual(faults(dark), []);

// Where a token is asked for, the page asks for it too, and nothing else has to be done again.
const asked = await open({}, closed);
await asked.waitForFunction(() => document.querySelector("#verdict").textContent.includes("the token is missing or wrong"));
for (const [token, says] of [["wrong", "the token is missing or wrong"], ["s3cret", "may not be acted on"]]) {
  await asked.fill("#token input", token);
  await asked.keyboard.press("Enter");
  await asked.waitForFunction((says) => document.querySelector("#verdict").textContent.includes(says), says);
}
await asked.waitForFunction(() => document.querySelector(".turns").textContent.includes("Is executed"));
await asked.waitForFunction(() => document.querySelector("#stream .call").textContent.includes("may be acted on"));
assert.equal(await asked.isVisible("#token"), false);

await browser.close();
console.log("ok: the page");
