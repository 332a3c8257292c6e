// Marks a message id that is kept somewhere and looked up later; po/check.py and words.py look for it.
export const MSG = (id: string): string => id;
