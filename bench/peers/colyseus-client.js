/* Tables on Colyseus: node colyseus-client.js PORT TABLES SECONDS [idle] */
"use strict";
const { Client } = require("colyseus.js");
const { drive } = require("./table.js");

const [port, tables, seconds, idle] = process.argv.slice(2);

async function start(seen, next) {
  const client = new Client(`ws://127.0.0.1:${port}`);
  const first = await client.create("lay");
  const rooms = [first, await client.joinById(first.roomId)];
  const t = { moves: 0, begins: 0 };
  rooms.forEach((room) => room.onStateChange((state) => {
    if (state.moves > 0) seen(t, state.moves);
    else if (t.begins > 0 && --t.begins === 0) next(t);
  }));
  t.move = (seat, row) => rooms[seat].send("lay", row);
  t.again = () => { t.begins = 2; rooms[0].send("again"); };
  await new Promise((good) => { setTimeout(good, 1); });
  return t;
}

drive("Colyseus", Number(tables), Number(seconds), idle === "idle", start);
