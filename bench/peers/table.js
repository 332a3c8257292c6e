/* The game that both peers play, and the tables that drive them: two players, who in turn lay one of
   two cards on one of four rows. 46 moves, as long as a game of Photograph and far simpler. */
"use strict";

const MOVES = 46, WARM_MS = 5000;

const fresh = () => ({ rows: [0, 0, 0, 0], counts: [0, 0], last: -1, moves: 0 });

function lay(g, seat, row) {
  if (g.moves >= MOVES || g.moves % 2 !== seat || row < 0 || row > 3) return false;
  g.rows[row] = (g.rows[row] * 7 + seat + 1) % 1000;
  g.counts[seat]++;
  g.last = row;
  g.moves++;
  return true;
}

/* Plays `tables` tables until the time is up; each is {move(seat), again()}, neither of which returns
   anything: the driver calls seen(table) when a player has seen a move. Prints the same as `parlor load`. */
function drive(name, tables, seconds, idle, start) {
  const now = () => Number(process.hrtime.bigint() / 1000n);
  const taken = [];
  let moves = 0, games = 0, stopped = false;
  const next = (t) => {
    if (stopped || idle) return;
    if (t.moves >= MOVES) {
      games++;
      t.moves = 0;
      t.again();
      return;
    }
    t.waiting = 2;
    t.sent = now();
    t.move(t.moves % 2, Math.floor(Math.random() * 4));
  };
  const seen = (t, n) => { /* one player has seen move n */
    if (n !== t.moves + 1 || --t.waiting > 0) return;
    taken.push(now() - t.sent);
    moves++;
    t.moves++;
    next(t);
  };
  const ready = [];
  (async () => {
    for (let i = 0; i < tables; i++) ready.push(await start(seen, next));
    ready.forEach(next);
    /* Let the JIT compiler warm up first. */
    await new Promise((good) => { setTimeout(good, idle ? 0 : WARM_MS); });
    moves = games = taken.length = 0;
    console.log("ready");
    const began = now();
    setTimeout(() => {
      stopped = true;
      taken.sort((a, b) => a - b);
      const at = (part) => (taken.length ? taken[Math.floor(taken.length * part)] / 1000 : 0);
      console.log(JSON.stringify({ game: name, tables, connections: 2 * tables, seconds, moves,
        moves_per_second: Math.round(moves / ((now() - began) / 1e6)), games, p50_ms: at(0.5), p99_ms: at(0.99) }));
      process.exit(0);
    }, seconds * 1000);
  })().catch((error) => { console.error(error); process.exit(1); });
}

module.exports = { MOVES, fresh, lay, drive };
