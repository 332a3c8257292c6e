/* The worker that thinks: see mind.ts. */
import { answerAll, type MindAsk } from './mind';
import { fetchModule } from './modules';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = answerAll(fetchModule, (message) => scope.postMessage(message));
scope.onmessage = (event: MessageEvent<MindAsk>) => answer(event.data);
