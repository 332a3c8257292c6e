/* The extra game in the page's engine: whole games through the worker's code, and a review. Arguments: the folder of
   modules and the command. */
import { webcrypto } from 'node:crypto';
import type { GameRecord } from '../../web/src/lib/protocol';
import { BotRunner } from '../../web/src/worker/bot-runner';
import { load, parlor } from '../wasm/native';
import { finish, ok, same } from '../wasm/tap';
import { testGame } from '../wasm/worker';

globalThis.crypto ??= webcrypto as Crypto;

await testGame('quince', 2, 'random');
await testGame('quince', 3, 'random');
const line = parlor(['sim', 'quince', '--seats', '3', '--seed', '7']);
const got = await new BotRunner(load).review({ record: JSON.parse(line) as GameRecord, first: -1 }, () => undefined);
const native = JSON.parse(parlor(['review', '--json', '-'], line)) as { choices?: unknown[] };
same('review' in got && got.review, native, 'the same review as by the command');
const none = await new BotRunner(load).chance('quince', new Uint8Array(), {});
ok(none === null, 'there is no exact chance');
finish();
