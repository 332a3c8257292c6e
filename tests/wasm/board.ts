/* A record as a table of the page's module: the position before any event, seen by any seat. */
import type { GameRecord, TableState } from '../../web/src/lib/protocol';
import { Engine } from '../../web/src/worker/engine';
import { load } from './native';

const NOBODY = '00000000000000ff';
const ID = 'here-0123456789a';

export class Board {
    private constructor(
        private engine: Engine,
        private record: GameRecord,
        private rules: number,
    ) {}

    /** A record without a version of the rules has the current one. */
    static async of(record: GameRecord): Promise<Board> {
        const engine = await Engine.load(load('tables'));
        engine.call('lists');
        const { games } = engine.json() as { games: { name: string; rules: number }[] };
        const current = games.find((one) => one.name === record.game)?.rules ?? 1;
        return new Board(engine, record, record.rules ?? current);
    }

    /** The journal of a table where this record was played until before event `to`. */
    private journal(to: number, over: boolean): object[] {
        const { game, seats, options, events } = this.record;
        const rest = { clock: { kind: 'none' }, listed: false, start: 'host', secret: '00'.repeat(32) };
        const order = Array.from({ length: seats }, (_, i) => i);
        return [
            { e: 'create', player: NOBODY, name: 'Nobody', game, rules: this.rules, seats, options, ...rest },
            ...order.map((chair) => ({ e: 'sit', chair, player: `000000000000000${chair}`, name: 'Ann' })),
            { e: 'start', order },
            ...events
                .slice(0, to)
                .map(([who, text]) => (who === 'deal' ? { e: 'deal', text } : { e: 'move', seat: who, text })),
            ...(over ? [{ e: 'over' }] : []),
        ];
    }

    /** The table before event `to`; 0: the module refuses the journal. */
    at(to: number, over = false): number {
        this.engine.call('restore', ID);
        this.journal(to, over).forEach((event, n) => this.engine.call('restore_event', n, 1000 + n, JSON.stringify(event)));
        return this.engine.call('restored');
    }

    forget(table: number): void {
        this.engine.call('forget', table);
    }

    /** The whole state of the table for a seat (or -1, a spectator). */
    whole(table: number, seat: number): TableState {
        this.engine.call('who', seat < 0 ? NOBODY : `000000000000000${seat}`, 'Ann');
        this.engine.call('time', 3000, 3000);
        this.engine.call('whole', table);
        return this.engine.json() as TableState;
    }

    /** The bytes that the seat's bot would get. */
    view(table: number, seat: number): Uint8Array {
        this.engine.call('view_of', table, seat);
        return this.engine.bytes();
    }

    finished(table: number): GameRecord {
        this.engine.call('who', '0000000000000000', 'Ann');
        this.engine.call('record', table);
        return this.engine.json() as GameRecord;
    }

    lists(): { games: { name: string }[]; bots: Record<string, { name: string; about: string; coded?: true }[]> } {
        this.engine.call('lists');
        return this.engine.json() as ReturnType<Board['lists']>;
    }
}
