const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const specials = '!#@$%^&*_';

/** A uniformly random integer from 0 to below `choices`. */
export type Draw = (choices: number) => number;

/** S5.25: an uppercase letter, a digit, a special character and five lowercase letters, in any order. */
export function drawPassword(draw: Draw = drawFromCrypto): string {
  const kinds = [upper, digits, specials, lower, lower, lower, lower, lower];
  const drawn = kinds.map((kind) => kind.charAt(draw(kind.length)));
  return shuffle(drawn, draw).join('');
}

/** Fisher–Yates shuffle: every order is equally likely. */
function shuffle(items: readonly string[], draw: Draw): string[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as string, shuffled[last] as string];
  }
  return shuffled;
}

const allWords = 2 ** 32;

/** Rejection sampling: a word beyond the last whole multiple would favour low numbers. */
function drawFromCrypto(choices: number): number {
  const fair = allWords - (allWords % choices);
  for (;;) {
    const [word = fair] = crypto.getRandomValues(new Uint32Array(1));
    if (word < fair) return word % choices;
  }
}
