import * as z from 'zod/mini';
import { ListValues } from '../core/listValues.ts';
import { Day } from '../core/wire.ts';

/** An exam of a person; texts in the reader's language where the exam has them in it, '' where it has none. */
export const PersonExam = z.object({
  examId: z.int(),
  systemId: z.int(),
  title: z.string(),
  date: Day,
  isCancelled: z.boolean(),
  /** Whether the person has extra time there; how much is told by the right to extra time alone. */
  hasExtraTime: z.boolean(),
  /** Whether the person was marked as attended with success. */
  isAttested: z.optional(z.boolean()),
  /** The person's values in kept columns of lists. */
  listValues: z.optional(z.nullable(ListValues)),
  /** `hh:mm`, in the university's zone. */
  startTime: z._default(z.string(), ''),
  endTime: z._default(z.string(), ''),
  /** The last day where the exam lasts longer than one. */
  endDate: z._default(z.string(), ''),
  place: z._default(z.string(), ''),
  instructions: z._default(z.string(), ''),
});
export type PersonExam = z.output<typeof PersonExam>;
