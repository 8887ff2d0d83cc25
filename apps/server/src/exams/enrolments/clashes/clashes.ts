import type { BodyOf } from '@guichet/contract/core/endpoint';
import { emailKey } from '@guichet/contract/core/fold';
import {
  type Clashes,
  type findClashes as findEndpoint,
  type OtherExam,
  shownClashes,
  shownNames,
} from '@guichet/contract/exams/places.clashes';
import { type AppContext, readEverywhere, type SystemGrant } from '../../../core/context/appContext.ts';
import type { StagedLines } from '../../../core/database/schema/stagedLines.ts';
import { systemsReached } from '../../../identity/access/access.service.ts';
import { getExam } from '../../facts/facts.service.ts';
import * as queries from './clashes.queries.ts';

/** Candidates, present or coming, with another exam at its hour anywhere. @throws `exam.notFound` */
export async function findClashes(
  context: AppContext,
  { identity, systemId }: SystemGrant,
  examId: number,
  { userIds, email, leaving }: BodyOf<typeof findEndpoint>,
): Promise<Clashes> {
  await getExam(context.database.read, { systemId, examId }, { alsoCancelled: true });
  const of = { examId, systemId, leaving, tenantScope: systemsReached(identity, 'support') };
  // The other exam may be in any system.
  return readEverywhere(context, async (db) =>
    told(
      email === undefined
        ? await queries.selectClashesOfCandidates(db, of, userIds)
        : await queries.selectClashesOfAddress(db, of, emailKey(email)),
    ),
  );
}

/** The same of the people of a staged list whom its import would enrol. */
export async function findClashesOfList(
  context: AppContext,
  { identity }: SystemGrant,
  examId: number,
  parts: readonly StagedLines[],
): Promise<Clashes> {
  const of = { examId, tenantScope: systemsReached(identity, 'support') };
  return readEverywhere(context, async (db) => {
    const found: Found = [];
    for (const lines of parts) found.push(...(await queries.selectClashesOfLines(db, of, lines)));
    return told(found);
  });
}

/** The other coming exams of the system in which people of a staged list are whom its import would enrol, at other hours. */
export async function findOtherExamsOfList(
  { clock, database }: AppContext,
  examId: number,
  parts: readonly StagedLines[],
): Promise<OtherExam[]> {
  const of = { examId, today: clock.today(), most: shownNames };
  const found = new Map<number, OtherExam>();
  for (const lines of parts)
    for (const { examId: id, people, names, ...exam } of await queries.selectOtherExamsOfLines(
      database.read,
      of,
      lines,
    )) {
      const before = found.get(id);
      found.set(id, {
        ...exam,
        people: people + (before?.people ?? 0),
        names: [...(before?.names ?? []), ...names].slice(0, shownNames),
      });
    }
  return [...found.values()].toSorted((one, other) => one.date.localeCompare(other.date));
}

type Found = Awaited<ReturnType<typeof queries.selectClashesOfLines>>;

function told(found: Found): Clashes {
  const samples = found
    .slice(0, shownClashes)
    .map(({ name, email, isSeen, userId: _, ...exam }) => ({ name, email, exam: isSeen ? exam : null }));
  return { people: new Set(found.map(({ userId }) => userId)).size, samples };
}
