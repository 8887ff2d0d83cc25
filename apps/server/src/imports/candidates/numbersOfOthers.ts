import { fileNotesMax, type Preview } from '@guichet/contract/imports/imports';
import type { ReadDb } from '../../core/database/database.ts';
import { fullNameOf } from '../../identity/users/users.service.ts';
import { selectNumbersOfOthers } from './numbersOfOthers.queries.ts';

/** The first lines whose student number belongs to somebody else of the system, each with that person. */
export async function listNumbersOfOthers(
  db: ReadDb,
  of: Omit<Parameters<typeof selectNumbersOfOthers>[1], 'most'>,
): Promise<Preview['numbersOfOthers']> {
  const found = await selectNumbersOfOthers(db, { ...of, most: fileNotesMax });
  const samples = found.map(({ firstName, lastName, lines: _, ...row }) => ({
    ...row,
    name: fullNameOf({ firstName, lastName }),
  }));
  return { lines: found[0]?.lines ?? 0, samples };
}
