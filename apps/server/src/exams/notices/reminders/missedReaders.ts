import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { OfExam } from '../../facts/facts.service.ts';
import * as queries from './audience.queries.ts';
import type { OwnText } from './planning.ts';

/**
 * For each letter of an exam, the people whom it concerns now and who have no mail of its text, and the number of
 * those among them who are left out, since their address is known not to exist. A corrected address makes its person
 * one who could get the letter.
 */
export async function findMissed(db: ReadDb, of: OfExam) {
  const letters = await queries.selectLetterAudiences(db, of);
  const people = letters.length > 0 ? await queries.selectPossibleReaders(db, of) : [];
  const readers = letters.length > 0 ? await queries.selectLetterReaders(db, of) : [];
  const reached = new Set(readers.map(({ textKey, userId }) => `${textKey}:${userId}`));
  return new Map(
    letters.map(({ id, textKey, audience: { audience, userIds, withoutUnknown } }) => {
      const chosen = new Set(userIds);
      const concerned = people.filter(
        (person) =>
          !reached.has(`${textKey}:${person.id}`) &&
          (audience === 'all' || (audience === 'chosen' ? chosen.has(person.id) : person.hasNotSignedIn)),
      );
      const left = withoutUnknown ? concerned.filter(({ isAddressUnknown }) => !isAddressUnknown) : concerned;
      return [id, { userIds: left.map(({ id: userId }) => userId), leftOut: concerned.length - left.length }];
    }),
  );
}

/** The letter for those whom the resumed one has missed by now. */
export async function toMissed(tx: WriteTx, of: OfExam, own: OwnText, reminderId: number): Promise<OwnText> {
  const userIds = (await findMissed(tx, of)).get(reminderId)?.userIds ?? [];
  return { ...own, letter: { ...own.letter, audience: 'chosen', userIds } };
}
