/** Owns who is in an exam: adding, moving, taking out and putting back. Does not know lists. */
export { lockRemoved, restoreCandidates } from './putBack.ts';
export { takeOutPlaces } from './takeOut.ts';
