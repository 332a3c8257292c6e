/* Tables on boardgame.io over its own socket.io protocol: node boardgame-client.js PORT TABLES SECONDS [idle] */
"use strict";
const { randomUUID } = require("node:crypto");
const { io } = require("socket.io-client");
const { drive } = require("./table.js");

const [port, tables, seconds, idle] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;

/* A match of two, which the server makes on demand; resolves when both players have its state. */
async function open(t, seen) {
  t.match = randomUUID();
  await Promise.all(t.sockets.map((socket, seat) => new Promise((good) => {
    socket.removeAllListeners("update");
    socket.removeAllListeners("sync");
    socket.on("sync", (id, info) => { t.state[seat] = info.state._stateID; good(); });
    socket.on("update", (id, state) => {
      if (id !== t.match) return;
      t.state[seat] = state._stateID;
      seen(t, state.G.moves);
    });
    socket.emit("sync", t.match, String(seat), undefined, 2);
  })));
}

async function start(seen, next) {
  const t = { moves: 0, state: [0, 0] };
  t.sockets = [0, 1].map(() => io(base + "/lay", { transports: ["websocket"], forceNew: true }));
  await Promise.all(t.sockets.map((s) => new Promise((good, bad) => { s.on("connect", good); s.on("connect_error", bad); })));
  t.move = (seat, row) => t.sockets[seat].emit("update",
    { type: "MAKE_MOVE", payload: { type: "lay", args: [row], playerID: String(seat) } },
    t.state[seat], t.match, String(seat));
  t.again = () => open(t, seen).then(() => next(t));
  await open(t, seen);
  return t;
}

drive("boardgame.io", Number(tables), Number(seconds), idle === "idle", start);
