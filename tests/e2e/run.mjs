// Runs the end-to-end tests: run.mjs PARLOR [NAME PART]... Prints TAP; exit status 1 if anything failed.
// Games are the same each time; E2E_SEED=N makes others. Screenshots are in out/screens. Tests share one server and
// browser; each has its own people. A test that failed runs once more, alone: if it passes then, it is unsteady.
import { Bench, seed } from './harness.mjs';
import { tests as aids } from './aids.mjs';
import { tests as alerts } from './alerts.mjs';
import { tests as daily } from './daily.mjs';
import { tests as games } from './games.mjs';
import { tests as geometry } from './geometry.mjs';
import { tests as offline } from './offline.mjs';
import { tests as online } from './online.mjs';
import { tests as order } from './order.mjs';
import { tests as learn } from './learn.mjs';
import { tests as looks } from './looks.mjs';
import { tests as moments } from './moments.mjs';
import { tests as people } from './people.mjs';
import { tests as puzzles } from './puzzles.mjs';
import { tests as replay } from './replay.mjs';
import { tests as rules } from './rules.mjs';
import { tests as told } from './told.mjs';
import { tests as reviews } from './reviews.mjs';
import { tests as tries } from './try.mjs';

const [program = 'build/parlor', ...parts] = process.argv.slice(2);
const all = [...offline, ...online, ...order, ...aids, ...alerts, ...moments, ...people, ...looks, ...told, ...replay, ...rules, ...learn, ...reviews, ...tries, ...puzzles, ...daily, ...games, ...geometry].filter(
    ([name]) => parts.length === 0 || parts.some((part) => name.includes(part)),
);
const bench = new Bench(program);
await bench.open();
const failed = [];
let done = 0;
console.log(`1..${all.length}\n# E2E_SEED=${seed}`);
const began = Date.now();

/** Runs a test; returns why it failed, or null. */
async function attempt(run) {
    /* Each test has its own people and faults; server and browser are shared. */
    const own = Object.assign(Object.create(bench), { faults: [], people: [] });
    let fault = null;
    try {
        await run(own);
    } catch (reason) {
        fault = reason.stack?.split('\n').slice(0, 4).join(' / ') ?? String(reason);
    }
    if (own.faults.length > 0) fault = [fault, ...own.faults].filter(Boolean).join('; ');
    for (const page of own.people) await page.context().close();
    return fault;
}

const tell = (good, name, start) =>
    console.log(`${good ? 'ok' : 'not ok'} ${++done} - ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);

async function one([name, run]) {
    const start = Date.now();
    const fault = await attempt(run);
    if (fault) failed.push([name, run, fault]);
    else tell(true, name, start);
}

/* Two at a time; tests that stop the server run last, alone. */
const alone = all.filter(([, , how]) => how === 'alone');
const queue = all.filter((test) => !alone.includes(test));
const lane = async () => {
    for (let test = queue.shift(); test; test = queue.shift()) await one(test);
};
await Promise.all([lane(), lane()]);
for (const test of alone) await one(test);
let bad = 0;
for (const [name, run, fault] of failed) {
    const start = Date.now();
    const again = failed.length > 5 ? fault : await attempt(run);
    tell(!again, name, start);
    console.log(again ? `# ${again}` : `# unsteady: ${name}: ${fault}`);
    if (again) bad++;
}
console.log(`# ${all.length - bad} passed, ${bad} failed, ${((Date.now() - began) / 1000).toFixed(0)} s`);
await bench.close();
process.exit(bad === 0 && all.length > 0 ? 0 : 1);
