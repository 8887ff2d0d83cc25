import * as z from 'zod/mini';
import { fold } from '../core/fold.ts';

/** At most ten hours more, or five times the time. */
export const extraTimeMostMinutes = 600;
export const extraTimeMostFactor = 5;
/** The least factor: a smaller one adds no time in any quiz. */
const leastFactor = 1.01;

/** Extra time in the quizzes of a course: minutes more, or a factor of the quiz's own time (1.5: half as much again). */
export const ExtraTime = z.union([
  z.object({
    minutes: z
      .int('extraTime')
      .check(z.minimum(1, 'extraTime'), z.maximum(extraTimeMostMinutes, 'extraTime')),
    factor: z.null(),
  }),
  z.object({
    minutes: z.null(),
    factor: z
      .number('extraTime')
      .check(z.minimum(leastFactor, 'extraTime'), z.maximum(extraTimeMostFactor, 'extraTime')),
  }),
]);
export type ExtraTime = z.infer<typeof ExtraTime>;

const words: ReadonlyMap<string, number> = new Map([
  ['temps et demi', 1.5],
  ['time and a half', 1.5],
  ['tiers temps', 1.3333],
  ['tiers-temps', 1.3333],
  ['tiers', 1.3333],
  ['un tiers', 1.3333],
  ['1/3', 1.3333],
  ['a third', 1.3333],
  ['one third', 1.3333],
  ['double', 2],
  ['temps double', 2],
  ['double temps', 2],
  ['double time', 2],
]);

const none = /^(?:|0+(?: ?(?:%|min(?:utes?)?|mn|h(?:eure|our)?s?))?|[-–—]|aucune?|none|n\/?a|s\/?o|non|no)$/;
const minutes = /^\+? ?(\d{1,4}) ?(?:min\.?|minutes?|mn|'|’)$/;
const hours = /^\+? ?(\d{1,2}) ?(?:h|heures?|hours?|hrs?)\.? ?(?:(\d{1,2}) ?(?:min\.?|minutes?|mn)?)?$/;
const bare = /^\+? ?(\d{1,4})(?:[.,]0+)?$/;
const times = /^[x×*] ?(\d(?:[.,]\d+)?)$|^(\d(?:[.,]\d+)?) ?[x×]$/;
const decimal = /^(\d[.,]\d+)$/;
const percent = /^(\+ ?)?(\d{1,3}(?:[.,]\d+)?) ?%$/;
/** From here on a bare number means minutes; a smaller one could also be a factor. */
const leastBareMinutes = 6;

/**
 * Reads extra time as registrars write it: `30`, `30 min`, `1 h 30`, `1,5`, `× 1.5`, `150 %`, `+50 %`, `temps et demi`.
 * Null: the text states none. Undefined: the text cannot be read, is out of bounds, or has two readings (`2`, `100 %`).
 */
export function parseExtraTime(text: string): ExtraTime | null | undefined {
  const folded = fold(text.slice(0, 60)).replaceAll(/\s+/g, ' ').trim();
  if (none.test(folded)) return null;
  const word = words.get(folded);
  if (word) return ofFactor(word);
  const found = (pattern: RegExp) => pattern.exec(folded);
  const told = found(minutes);
  if (told) return ofMinutes(Number(told[1]));
  const long = found(hours);
  if (long) return ofMinutes(Number(long[1]) * 60 + Number(long[2] ?? 0));
  const number = found(bare);
  if (number) return Number(number[1]) < leastBareMinutes ? undefined : ofMinutes(Number(number[1]));
  const multiple = found(times) ?? found(decimal);
  if (multiple) return ofFactor(numberOf(multiple[1] ?? multiple[2] ?? ''));
  const [, more, share = ''] = found(percent) ?? [];
  if (share === '') return undefined;
  const part = numberOf(share) / 100;
  // 100 % is the whole time, or as much again.
  if (part === 1 && !more) return undefined;
  return ofFactor(more || part < 1 ? 1 + part : part);
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'));
}

function ofMinutes(given: number): ExtraTime | undefined {
  return given >= 1 && given <= extraTimeMostMinutes ? { minutes: given, factor: null } : undefined;
}

function ofFactor(given: number): ExtraTime | undefined {
  const factor = Math.round(given * 10_000) / 10_000;
  return factor >= leastFactor && factor <= extraTimeMostFactor ? { minutes: null, factor } : undefined;
}
