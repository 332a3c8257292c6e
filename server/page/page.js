/* The small page that is built in: makes and joins tables and plays every game by its listed moves.
   It knows no rules: it shows the view that the server sends, and sends move texts back. */
"use strict";

const $ = (id) => document.getElementById(id);
let words = {};
const MSG = (id) => words[id] || id;
const fill = (text, args) => text.replace(/\{(\d)\}/g, (all, i) => (args[i] === undefined ? all : args[i]));

function make(tag, members, ...children) {
  const e = Object.assign(document.createElement(tag), members);
  e.append(...children);
  return e;
}

/* ---- the connection ---- */

let socket, next = 1, wait = 500, me = null, hello = null;
const waiting = new Map();
const tables = new Map(); /* the latest state of each open table */

function ask(what, members = {}) {
  return new Promise((good, bad) => {
    if (!socket || socket.readyState !== 1) { bad(new Error("offline")); return; }
    const id = next++;
    waiting.set(id, { good, bad });
    socket.send(JSON.stringify({ id, do: what, ...members }));
  });
}

function sentence(error) {
  return [error, ...(error.more || [])].map((p) => fill(MSG(p.id), p.args)).join(" ");
}

async function attempt(what, members) {
  try {
    say("");
    return await ask(what, members);
  } catch (error) {
    say(error.id ? sentence(error) : MSG("page.offline"));
    return null;
  }
}

const say = (text) => { $("status").textContent = text; };

function receive(event) {
  const m = JSON.parse(event.data);
  if (m.re !== undefined) {
    const w = waiting.get(m.re);
    waiting.delete(m.re);
    if (w) (m.ok ? w.good(m) : w.bad(m.error));
  } else if (m.table) {
    const old = tables.get(m.table) || { talk: [] };
    const said = (m.events || []).filter((e) => e.e === "talk");
    const t = { ...old, ...m };
    if (!m.talk) t.talk = [...old.talk, ...said].slice(-20);
    tables.set(m.table, t);
    if (m.draw) answerDraw(t);
    if (m.table === current()) show();
  }
}

function connect() {
  socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws");
  socket.onmessage = receive;
  socket.onopen = async () => {
    wait = 500;
    hello = await attempt("hello", { protocol: 1 });
    if (!hello) return;
    me = hello.you;
    $("name").value = me.name;
    await enter();
  };
  socket.onclose = () => {
    for (const w of waiting.values()) w.bad(new Error("offline"));
    waiting.clear();
    say(MSG("page.offline"));
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 10000);
  };
}

/* ---- routes ---- */

const current = () => (location.pathname.match(/^\/t\/([a-z0-9]{16})$/) || [])[1];

async function enter() {
  const id = current();
  if (!id) { home(); return; }
  const known = tables.get(id);
  await attempt("open", known ? { table: id, after: known.n } : { table: id });
}

function go(id) {
  history.pushState(null, "", id ? "/t/" + id : "/");
  enter();
}

/* ---- our part in the fair deal (docs/fair-deals.md) ---- */

const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
const initial = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const orders = ["0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0"];
const mask = (1n << 64n) - 1n;
const turn = (x, by) => ((x >> by) | (x << (64n - by))) & mask;

/* BLAKE2b-256 (RFC 7693) of at most 128 bytes. */
function hash(bytes) {
  const block = new DataView(new ArrayBuffer(128));
  bytes.forEach((byte, i) => block.setUint8(i, byte));
  const own = initial.map((word, i) => (i === 0 ? word ^ 0x01010020n : word));
  const v = [...own, ...initial];
  v[12] ^= BigInt(bytes.length);
  v[14] ^= mask;
  for (const order of [...orders, ...orders.slice(0, 2)]) {
    const word = (i) => block.getBigUint64(8 * parseInt(order[i], 16), true);
    for (let i = 0; i < 8; i++) {
      const a = i % 4, far = i < 4 ? 0 : 1;
      const b = 4 + (a + far) % 4, c = 8 + (a + 2 * far) % 4, d = 12 + (a + 3 * far) % 4;
      v[a] = (v[a] + v[b] + word(2 * i)) & mask; v[d] = turn(v[d] ^ v[a], 32n);
      v[c] = (v[c] + v[d]) & mask; v[b] = turn(v[b] ^ v[c], 24n);
      v[a] = (v[a] + v[b] + word(2 * i + 1)) & mask; v[d] = turn(v[d] ^ v[a], 16n);
      v[c] = (v[c] + v[d]) & mask; v[b] = turn(v[b] ^ v[c], 63n);
    }
  }
  const out = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 4; i++) out.setBigUint64(8 * i, own[i] ^ v[i] ^ v[i + 8], true);
  return new Uint8Array(out.buffer);
}

/* Numbers by their seals, also after a reload. */
const numbers = () => { try { return JSON.parse(localStorage.getItem("numbers")) || {}; } catch { return {}; } };

/* A new number; returns its seal. */
function seal() {
  const number = crypto.getRandomValues(new Uint8Array(32));
  const made = hex(hash(new Uint8Array([...new TextEncoder().encode("parlor fair 2 number"), ...number])));
  const kept = [...Object.entries(numbers()).slice(-100), [made, hex(number)]];
  localStorage.setItem("numbers", JSON.stringify(Object.fromEntries(kept)));
  return made;
}

/* Seals a new number, or reveals ours, when the table waits for that. */
function answerDraw(t) {
  if (!t.draw || t.you.chair === null || !t.draw.waiting.includes(t.you.chair)) return;
  const own = t.draw.seals[t.you.chair], number = numbers()[own];
  const quiet = () => {}; /* asked twice, or too late: the next update tells */
  if (own === null) ask("seal", { table: t.table, seal: seal() }).catch(quiet);
  else if (number) ask("reveal", { table: t.table, number }).catch(quiet);
}

/* ---- home ---- */

function row(t) {
  const text = `${MSG("game." + t.game)}, ${t.taken}/${t.seats}${t.host ? ", " + t.host : ""}`;
  return make("li", {}, make("button", { onclick: () => go(t.table) }, text + (t.turn ? " ●" : "")));
}

async function home() {
  const lobby = await attempt("lobby", { watch: false });
  const mine = await attempt("mine");
  if (!lobby || !mine) return;
  const list = (title, rows) => [make("h2", {}, title), make("ul", {}, ...rows.map(row))];
  $("main").replaceChildren(
    make("h2", {}, MSG("page.new-table")), newTable(),
    ...(mine.tables.length ? list(MSG("page.my-tables"), mine.tables) : []),
    ...(lobby.tables.length ? list(MSG("page.lobby"), lobby.tables) : []));
}

function choice(name, label, values, chosen) {
  const select = make("select", { name }, ...values.map((v) =>
    make("option", { value: v[0], selected: v[0] === chosen }, v[1])));
  return make("label", {}, label, select);
}

function gameFields(g) {
  const seats = [];
  for (let n = g.seats.min; n <= g.seats.max; n++) seats.push([String(n), String(n)]);
  const levels = [["", MSG("page.people")], ...hello.bots[g.name].filter((b) => !b.coded).map((b) => [b.name, b.name])];
  const options = g.options.filter((o) => o.values).map((o) =>
    choice("option " + o.name, o.name, o.values.map((v) => [v, v]), o.default));
  return [
    choice("seats", MSG("page.seats"), seats, String(g.seats.usual)),
    choice("bots", MSG("page.others"), levels, ""),
    choice("clock", MSG("page.clock"),
      [["none", MSG("page.clock-none")], ["live", MSG("page.clock-live")], ["days", MSG("page.clock-days")]], "none"),
    choice("listed", MSG("page.listed"), [["no", MSG("page.listed-no")], ["yes", MSG("page.listed-yes")]], "no"),
    ...options];
}

function newTable() {
  const form = make("form", {});
  const fields = make("div", {});
  const games = choice("game", MSG("page.game"), hello.games.map((g) => [g.name, MSG("game." + g.name)]), "");
  const refresh = () => {
    const g = hello.games.find((x) => x.name === form.game.value);
    fields.replaceChildren(...gameFields(g));
  };
  games.onchange = refresh;
  form.append(games, fields, make("button", {}, MSG("page.create")));
  form.onsubmit = (event) => { event.preventDefault(); create(new FormData(form)); };
  refresh();
  return form;
}

async function create(data) {
  const clocks = { none: { kind: "none" }, live: { kind: "live", move: 60, bank: 300 }, days: { kind: "days", days: 3 } };
  const seats = Number(data.get("seats"));
  const options = {};
  for (const [key, value] of data) if (key.startsWith("option ")) options[key.slice(7)] = value;
  const level = data.get("bots");
  const made = await attempt("create", {
    game: data.get("game"), seats, options, clock: clocks[data.get("clock")],
    listed: data.get("listed") === "yes", bots: level ? Array(seats - 1).fill(level) : [], seal: seal() });
  if (made) go(made.table);
}

/* ---- a table ---- */

function readable(value) {
  if (value === null) return make("span", {}, "–");
  if (typeof value !== "object") return make("span", { className: "chip" }, String(value));
  if (Array.isArray(value)) return make("div", {}, ...value.map(readable));
  const simple = Object.values(value).every((v) => v === null || typeof v !== "object");
  if (simple) return make("span", { className: "chip" }, Object.entries(value).map(([k, v]) => `${k} ${v === null ? "–" : v}`).join(", "));
  const list = make("dl", {});
  for (const [key, inner] of Object.entries(value)) list.append(make("dt", {}, key), make("dd", {}, readable(inner)));
  return list;
}

function personText(p) {
  const who = p.name || (p.bot ? "bot: " + p.bot : MSG("page.free"));
  return `${p.seat === null ? "" : p.seat + ": "}${who}${p.standin ? " (bot)" : ""}${p.name && !p.here ? " …" : ""}`;
}

const button = (text, action) => make("button", { onclick: action }, text);

function actions(t) {
  const id = t.table;
  const out = [];
  if (t.phase === "open" && t.you.chair === null)
    out.push(button(MSG("page.sit"), () => attempt("sit", { table: id, seal: seal() })));
  if (t.phase === "open" && t.host === me.id)
    out.push(button(MSG("page.start"), () => attempt("start", { table: id, level: hello.bots[t.game][0].name })));
  if (t.phase === "play" && t.you.seat !== null) {
    out.push(button(MSG("page.takeback"), () => attempt("takeback", { table: id })));
    if (t.ask && t.ask.waiting.includes(t.you.seat))
      out.push(button(MSG("page.agree"), () => attempt("agree", { table: id, yes: true })),
        button(MSG("page.disagree"), () => attempt("agree", { table: id, yes: false })));
  }
  if (t.phase === "over" && t.you.chair !== null)
    out.push(button(MSG("page.rematch"), async () => {
      const made = await attempt("rematch", { table: id, seal: seal() });
      if (made) go(made.table);
    }), button(MSG("page.record"), () => download(id)));
  else if (t.rematch) out.push(button(MSG("page.rematch"), () => go(t.rematch)));
  return out;
}

async function download(id) {
  const got = await attempt("record", { table: id });
  if (!got) return;
  const url = URL.createObjectURL(new Blob([JSON.stringify(got.record) + "\n"], { type: "application/json" }));
  make("a", { href: url, download: id + ".jsonl" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function turnText(t) {
  if (t.phase === "over") return MSG("page.over");
  if (t.phase === "open") return MSG("page.waiting");
  return t.legal.length ? MSG("page.your-turn") : MSG("page.their-turn");
}

function talkForm(t) {
  const input = make("input", { maxLength: 200, ariaLabel: MSG("page.talk") });
  const form = make("form", {}, input, make("button", {}, MSG("page.talk")));
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (input.value && await attempt("talk", { table: t.table, text: input.value })) input.value = "";
  };
  return form;
}

const signals = ["say can want", "say can pass", "say cannot"];

function show() {
  const t = tables.get(current());
  const draft = document.activeElement && document.activeElement.tagName === "INPUT" ? document.activeElement.value : "";
  const typing = draft && $("main").contains(document.activeElement);
  const moves = t.legal.map((text) => button(text, () => attempt("move", { table: t.table, text })));
  if (t.view && t.view.signals && t.seats > 1 && t.phase === "play" && t.view.phase !== "deal" && t.you.seat !== null)
    moves.push(...signals.map((text) => button(text, () => attempt("move", { table: t.table, text }))));
  $("main").replaceChildren(
    make("h2", {}, MSG("game." + t.game)),
    ...(t.phase === "open" ? [make("p", {}, MSG("page.link"), " ", make("code", {}, location.href))] : []),
    make("ul", {}, ...t.people.map((p) => make("li", {}, personText(p)))),
    make("p", { className: "turn" }, turnText(t)),
    make("div", { className: "moves" }, ...moves),
    ...(t.result ? [readable(t.result)] : []),
    make("div", { className: "moves" }, ...actions(t)),
    ...(t.view ? [readable(t.view)] : []),
    make("h2", {}, MSG("page.talk")),
    make("div", { className: "talk" }, ...t.talk.map((e) =>
      make("div", {}, `${e.name}: ${e.text !== undefined ? e.text : MSG("phrase." + e.phrase)}`))),
    talkForm(t));
  if (typing) {
    const input = $("main").querySelector("form input");
    input.value = draft;
    input.focus();
  }
}

/* ---- start ---- */

async function speak(language) {
  words = await (await fetch(`/words/${language}.json`)).json();
  document.documentElement.lang = language;
  $("say-name").textContent = MSG("page.name");
  localStorage.setItem("language", language);
}

$("language").onchange = async () => {
  await speak($("language").value);
  if (current() && tables.has(current())) show();
  else if (me) enter();
};
$("name").onchange = async () => {
  const done = await attempt("name", { name: $("name").value });
  if (done) me.name = done.name;
};
window.onpopstate = enter;

const spoken = [localStorage.getItem("language"), ...navigator.languages].map((l) => (l || "").slice(0, 2));
const language = spoken.find((l) => ["en", "uk", "ru", "fr"].includes(l)) || "en";
$("language").value = language;
speak(language).then(connect);
