import { MoodleRefusal } from './webService.ts';

export interface Refused<T> {
  readonly item: T;
  readonly refusal: MoodleRefusal;
}

/**
 * Makes a call that Moodle carries out for all items or for none. A refused batch is halved and called again,
 * down to the single items that Moodle refuses, which are returned: Moodle does not name them.
 */
export async function bisect<T>(
  items: readonly T[],
  call: (items: readonly T[]) => Promise<void>,
): Promise<Refused<T>[]> {
  try {
    if (items.length > 0) await call(items);
    return [];
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    if (items.length === 1) return [{ item: items[0] as T, refusal: error }];
    const middle = Math.ceil(items.length / 2);
    const first = await bisect(items.slice(0, middle), call);
    return [...first, ...(await bisect(items.slice(middle), call))];
  }
}
