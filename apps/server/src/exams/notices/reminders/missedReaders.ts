import type { Letter } from '@guichet/contract/exams/letters';
import type { ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import type { OfExam } from '../../facts/facts.service.ts';
import * as audience from './audience.queries.ts';

export interface Missed {
  readonly userIds: readonly number[];
  /** The number of those whose address is known not to exist. */
  readonly leftOut: number;
  /** Whether somebody has a mail of its text, or is to get one at the hour of another letter. */
  readonly hasReaders: boolean;
}

/**
 * For each letter of an exam that is no longer planned, the people whom it concerns now and who have no mail of its text nor are to get
 * one at the hour of another letter, and the number of those among them who are left out, since their address is known not to exist. A
 * corrected address makes its person one who could get the letter.
 */
export async function findMissed(db: ReadDb, of: OfExam, now: Date): Promise<Map<number, Missed>> {
  const all = await audience.selectLetterAudiences(db, of);
  const planned = all.filter(({ isPlanned }) => isPlanned);
  const letters = all.filter(({ isPlanned }) => !isPlanned);
  const people = letters.length > 0 ? await audience.selectPossibleReaders(db, of) : [];
  const readers = letters.length > 0 ? await audience.selectLetterReaders(db, of, now) : [];
  const textKeys = new Map(letters.map(({ id, textKey }) => [id, textKey]));
  const keyOf = (textKey: string | undefined, userId: number | null) => `${textKey}:${userId}`;
  const reached = new Set(readers.map(({ reminderId, userId }) => keyOf(textKeys.get(reminderId), userId)));
  for (const { textKey, audience: whom } of planned)
    for (const person of people.filter(isIn(whom))) reached.add(keyOf(textKey, person.id));
  const readTexts = new Set([
    ...readers.map(({ reminderId }) => textKeys.get(reminderId)),
    ...planned.map(({ textKey }) => textKey),
  ]);
  return new Map(
    letters.map(({ id, textKey, audience: whom }) => {
      const concerned = people.filter(isIn(whom)).filter((person) => !reached.has(keyOf(textKey, person.id)));
      const left = whom.withoutUnknown
        ? concerned.filter(({ isAddressUnknown }) => !isAddressUnknown)
        : concerned;
      const missing = left.map(({ id: userId }) => userId);
      const leftOut = concerned.length - left.length;
      return [id, { userIds: missing, leftOut, hasReaders: readTexts.has(textKey) }];
    }),
  );
}

type PossibleReader = Awaited<ReturnType<typeof audience.selectPossibleReaders>>[number];

function isIn({ audience: whom, userIds }: Pick<Letter, 'audience' | 'userIds'>) {
  const chosen = new Set(userIds);
  return ({ id, hasNotSignedIn, isPresent, isAttested }: PossibleReader): boolean =>
    ({
      all: true,
      notSignedIn: hasNotSignedIn,
      present: isPresent,
      attested: isAttested,
      chosen: chosen.has(id),
    })[whom];
}

/** The letter for those whom the one with this id has missed by now. */
export async function toMissed(
  tx: WriteTx,
  of: OfExam,
  letter: Letter,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<Letter> {
  const userIds = (await findMissed(tx, of, now)).get(id)?.userIds ?? [];
  return { ...letter, audience: 'chosen', userIds: [...userIds] };
}
