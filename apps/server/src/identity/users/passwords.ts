import { type Clock, secondsAfter } from '../../core/runtime/clock.ts';

const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const lower = 'abcdefghijkmnopqrstuvwxyz';
const digits = '23456789';
const special = '!@#$%^&*_';

const givenSeconds = 14 * 24 * 60 * 60;

/** Whether a password set by somebody else is older than 14 days: then it opens no session (ASVS 6.4.1). */
export function hasLapsed(
  { mustChoosePasswordSince }: { readonly mustChoosePasswordSince: Date | null },
  now: Date,
): boolean {
  return mustChoosePasswordSince !== null && mustChoosePasswordSince <= secondsAfter(now, -givenSeconds);
}

/** A random password that satisfies the rule of S5: 16 unambiguous characters. */
export function drawPassword(clock: Clock): string {
  const kinds = [upper, digits, special, ...Array<string>(13).fill(lower + digits)];
  const chars = kinds.map((kind) => kind[draw(clock, kind.length)] as string);
  for (let last = chars.length - 1; last > 0; last--) {
    const other = draw(clock, last + 1);
    [chars[last], chars[other]] = [chars[other] as string, chars[last] as string];
  }
  return chars.join('');
}

/** A random integer from 0 to below `choices`; with 32 bits the modulo bias is negligible. */
function draw(clock: Clock, choices: number): number {
  return clock.randomBytes(4).readUInt32BE() % choices;
}
