/* The worker that runs the bots: see bot-client.ts. */
import { answerAll, type BotRequest } from './bot-client';
import { fetchModule } from './modules';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = answerAll(fetchModule, (message) => scope.postMessage(message));
scope.onmessage = (event: MessageEvent<BotRequest>) => answer(event.data);
