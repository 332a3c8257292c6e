// The person's name at a server. The one that the server gave a newcomer is no name: who sits down is asked for one.
import type { Client } from './client.svelte';

/** The name that a person chose; empty: none yet. */
export const nameOf = (client: Client): string => (/^Guest /.test(client.you?.name ?? '') ? '' : (client.you?.name ?? ''));

/** Takes a name, unless it is empty or the present one; resolves to the name that one has now. */
export async function takeName(client: Client, wanted: string): Promise<string> {
    const name = wanted.trim();
    const you = client.you;
    if (!you || !name || name === you.name) return you?.name ?? '';
    const answer = await client.request('name', { name });
    client.you = { ...you, name: answer.name };
    return answer.name;
}
