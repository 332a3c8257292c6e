import { expect, test } from 'vitest';
import { isPart } from '../pwa-files';

test('only sw.js itself, packed copies and pictures for messengers are left out of the list', () => {
    const names = ['index.html', 'sw.js', 'assets/worker-uoG8s8sw.js', 'assets/index-a.js.br', 'share/one.png'];
    expect(names.filter(isPart)).toEqual(['index.html', 'assets/worker-uoG8s8sw.js']);
});
