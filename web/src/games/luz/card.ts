// Cards in words, for parts of the page that serve every game (lib/reasons.ts).
export { cardName } from './describe';
