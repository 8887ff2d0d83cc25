import { selectLinesAbout } from '../../../core/audit/audit.service.ts';
import type { ReadDb } from '../../../core/database/database.ts';

/** That somebody left an exam, and perhaps came back. */
export interface Departure {
  readonly times: number;
  /** When she last left it or was put back. */
  readonly at: Date;
}

const actions = [
  'candidate.unenrolled',
  'candidates.unenrolled',
  'candidates.moved',
  'candidates.importUndone',
  'candidates.putBack',
] as const;
const mostLines = 300;

/** The exams that a person has left, by their ids, as the audit log says; the places themselves are gone. */
export async function findDepartures(db: ReadDb, userId: number): Promise<ReadonlyMap<number, Departure>> {
  const about = { subject: `user:${userId}`, userId, actions, systemIds: 'all', ofNone: false } as const;
  const lines = await selectLinesAbout(db, about, mostLines);
  const found = new Map<number, Departure>();
  const note = (exam: number, at: Date, more: 0 | 1) =>
    found.set(exam, { times: (found.get(exam)?.times ?? 0) + more, at });
  const movedTo = new Map<number, number | undefined>();
  for (const { action, subject, detail, at } of lines.toReversed()) {
    const { cohortId } = detail as { readonly cohortId?: number };
    // A line about her alone names the exam in its detail; one about many is about the exam that they leave.
    const exam = action === 'candidate.unenrolled' ? cohortId : Number(subject?.split(':')[1]);
    if (!exam) continue;
    const isBack = action === 'candidates.putBack';
    note(exam, at, isBack ? 0 : 1);
    // Who is put back leaves the exam to which she was moved.
    const other = movedTo.get(exam);
    if (isBack && other) note(other, at, 1);
    movedTo.set(exam, action === 'candidates.moved' ? cohortId : undefined);
  }
  return found;
}
