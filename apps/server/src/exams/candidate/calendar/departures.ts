import { selectLinesAbout } from '../../../core/audit/audit.service.ts';
import type { ReadDb } from '../../../core/database/database.ts';

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
const mostLines = 300;

/** A person's departures by exam id. They come from the audit log, since the places themselves are gone. */
export async function findDepartures(db: ReadDb, userId: number): Promise<ReadonlyMap<number, Departure>> {
  const about = { subject: `user:${userId}`, userId, actions, systemIds: 'all', ofNone: false } as const;
  const lines = await selectLinesAbout(db, about, mostLines);
  const found = new Map<number, Departure>();
  const note = (exam: number, at: Date, more: 0 | 1, movedTo?: number) =>
    found.set(exam, { times: (found.get(exam)?.times ?? 0) + more, at, movedTo });
  for (const { action, subject, detail, at } of lines.toReversed()) {
    const { examId } = detail as { readonly examId?: number };
    // A line about one person names the exam in its detail; a line about several has the exam they leave as
    // its subject.
    const exam = action === 'candidate.unenrolled' ? examId : Number(subject?.split(':')[1]);
    if (!exam) continue;
    const isBack = action === 'candidates.putBack';
    // People who are put back leave the exam to which they were moved.
    const other = found.get(exam)?.movedTo;
    note(exam, at, isBack ? 0 : 1, action === 'candidates.moved' ? examId : undefined);
    if (isBack && other) note(other, at, 1);
  }
  return found;
}
