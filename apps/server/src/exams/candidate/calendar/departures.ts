import type { ReadDb } from '../../../core/database/database.ts';
import { selectLinesAboutPeople } from './calendar.queries.ts';

export interface Departure {
  readonly times: number;
  /** When the person last left the exam or was put back. */
  readonly at: Date;
  /** The exam to which the last departure led; undefined for none. */
  readonly movedTo: number | undefined;
}

const actions = [
  'candidate.unenrolled',
  'candidates.unenrolled',
  'candidates.moved',
  'candidates.importUndone',
  'candidates.putBack',
] as const;

export type Departures = ReadonlyMap<number, Departure>;

/** A person's departures by exam id. They come from the audit log, since the places themselves are gone. */
export async function findDepartures(db: ReadDb, userId: number): Promise<Departures> {
  return (await listDepartures(db, [userId])).get(userId) ?? new Map();
}

export async function listDepartures(
  db: ReadDb,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Departures>> {
  const lines = await selectLinesAboutPeople(db, userIds, actions);
  const byPerson = Map.groupBy(lines, ({ userId }) => userId);
  return new Map([...byPerson].map(([userId, own]) => [userId, readDepartures(own)]));
}

function readDepartures(lines: Awaited<ReturnType<typeof selectLinesAboutPeople>>): Departures {
  const found = new Map<number, Departure>();
  const note = (exam: number, at: Date, more: 0 | 1, movedTo?: number) =>
    found.set(exam, { times: (found.get(exam)?.times ?? 0) + more, at, movedTo });
  for (const { action, subject, examId, at } of lines) {
    // A line about one person names the exam in its detail; a line about several has the exam they leave as
    // its subject.
    const exam = action === 'candidate.unenrolled' ? examId : Number(subject?.split(':')[1]);
    if (!exam) continue;
    const isBack = action === 'candidates.putBack';
    // People who are put back leave the exam to which they were moved.
    const other = found.get(exam)?.movedTo;
    note(exam, at, isBack ? 0 : 1, action === 'candidates.moved' ? (examId ?? undefined) : undefined);
    if (isBack && other) note(other, at, 1);
  }
  return found;
}
