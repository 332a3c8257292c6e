// Which files of the build the plug-in pwa.ts lists and packs.

/** Whether a file of the build, named from its folder, belongs to the page: not sw.js itself, nor a packed copy, nor
    the pictures for messengers, which the page never shows. */
export const isPart = (name: string): boolean =>
    name !== 'sw.js' && !name.endsWith('.br') && !name.startsWith('share/');
