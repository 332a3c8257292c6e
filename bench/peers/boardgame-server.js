/* The game on boardgame.io, in memory: node boardgame-server.js PORT */
"use strict";
const { Server, Origins } = require("boardgame.io/server");
const { MOVES, fresh, lay } = require("./table.js");

const game = {
  name: "lay",
  setup: fresh,
  minPlayers: 2,
  maxPlayers: 2,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { lay: ({ G, playerID }, row) => (lay(G, Number(playerID), row) ? undefined : "INVALID_MOVE") },
  endIf: ({ G }) => (G.moves >= MOVES ? { counts: G.counts } : undefined),
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.app.silent = true;
server.run({ port: Number(process.argv[2]), callback: () => console.log("listening") });
