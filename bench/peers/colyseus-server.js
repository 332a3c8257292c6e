/* The game on Colyseus, in memory, each move broadcast at once: node colyseus-server.js PORT */
"use strict";
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { Schema, ArraySchema, defineTypes } = require("@colyseus/schema");
const { fresh, lay } = require("./table.js");

class State extends Schema {
  constructor() {
    super();
    this.rows = new ArraySchema(0, 0, 0, 0);
    this.counts = new ArraySchema(0, 0);
    this.last = -1;
    this.moves = 0;
  }
}
defineTypes(State, { rows: ["number"], counts: ["number"], last: "number", moves: "number" });

class Lay extends Room {
  onCreate() {
    this.maxClients = 2;
    this.setPatchRate(null);
    this.state = new State();
    this.onMessage("lay", (client, row) => {
      if (lay(this.state, this.clients.indexOf(client), row)) this.broadcastPatch();
    });
    this.onMessage("again", () => {
      Object.assign(this.state, { last: -1, moves: 0 });
      fresh().rows.forEach((n, i) => { this.state.rows[i] = n; });
      fresh().counts.forEach((n, i) => { this.state.counts[i] = n; });
      this.broadcastPatch();
    });
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define("lay", Lay);
server.listen(Number(process.argv[2])).then(() => console.log("listening"));
