/* Points in TAP, as all our tests print them. */
let count = 0;
let failed = 0;

export function ok(good: boolean, name: string, detail = ''): void {
    count++;
    console.log(`${good ? 'ok' : 'not ok'} ${count} - ${name}`);
    if (good) return;
    failed++;
    if (detail !== '') console.log(`# ${detail.slice(0, 2000).replace(/\n/g, '\n# ')}`);
}

/** Compares as JSON. */
export function same(got: unknown, want: unknown, name: string): void {
    const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
    ok(a === b, name, `got  ${a}\nwant ${b}`);
}

export function finish(): void {
    console.log(`1..${count}`);
    process.exitCode = failed > 0 ? 1 : 0;
}
