// Begins a daily deal, or goes on with it.
import { device } from '../lib/clients';
import type { DailyDeal } from '../lib/protocol';
import { go } from '../lib/router.svelte';
import { complain } from '../lib/status.svelte';

let starting = false;

export async function startDeal({ game, date }: DailyDeal): Promise<void> {
    if (starting) return;
    starting = true;
    await device.request('daily', { game, date }).then(({ table }) => go(`/offline/${table}`), complain);
    starting = false;
}
