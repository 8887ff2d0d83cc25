import type { WriteTx } from '../../core/database/database.ts';
import { addFormerHours, planExtraTimes } from '../extraTimes/extraTimes.queries.ts';
import type { OfCourse } from '../jobs/planning.queries.ts';
import { planReading } from '../jobs/readingPlans.queries.ts';

/** Queues the effects of an exam's changed hours: dates of quizzes, and a reading that checks them. */
export async function planQuizHours(
  tx: WriteTx,
  of: OfCourse & { readonly examId: number },
  former: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<void> {
  await addFormerHours(tx, of, former);
  await planExtraTimes(tx, { ...of, isEverybody: true });
  await planReading(tx, of, of.now);
}
