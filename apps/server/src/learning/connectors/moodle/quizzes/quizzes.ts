import * as z from 'zod/mini';
import type { MoodleSite } from '../webService.ts';

/** Moments and lengths are in seconds; 0 for none. */
const Quiz = z.object({
  id: z.int(),
  name: z.string(),
  timeopen: z._default(z.int(), 0),
  timeclose: z._default(z.int(), 0),
  timelimit: z._default(z.int(), 0),
  /** Points of all questions; absent where hidden. `hasquestions` is absent while the quiz is closed. */
  sumgrades: z.optional(z.nullable(z.number())),
});
export type Quiz = z.output<typeof Quiz>;

const Unless = z._default(z.nullable(z.int()), null);

/** The values of a quiz for one person or one group; null where the value for everybody holds. */
const Override = z.object({
  id: z.int(),
  userid: Unless,
  groupid: Unless,
  timeopen: Unless,
  timeclose: Unless,
  timelimit: Unless,
  attempts: Unless,
  password: z._default(z.nullable(z.string()), null),
});
export type Override = z.output<typeof Override>;

/** The quizzes of a course that the service user sees; Moodle silently leaves out the others. */
export async function listQuizzes({ call }: MoodleSite, courseid: number) {
  const answer = z.object({ quizzes: z.array(Quiz) });
  return (await call('mod_quiz_get_quizzes_by_courses', { courseids: [courseid] }, answer)).quizzes;
}

export async function listOverrides({ call }: MoodleSite, quizid: number) {
  const answer = z.object({ overrides: z.array(Override) });
  return (await call('mod_quiz_get_overrides', { quizid }, answer)).overrides;
}

export type Times = Pick<Quiz, 'timeopen' | 'timeclose' | 'timelimit'>;

/** A quiz's times for somebody in these groups, combined as by Moodle's `quiz_update_effective_access`. */
export function timesFor(
  quiz: Quiz,
  overrides: readonly Override[],
  groups: ReadonlySet<number>,
): Readonly<Times> {
  const ofGroups = overrides.filter(({ groupid }) => groupid !== null && groups.has(groupid));
  const combined = (field: keyof Times, choose: (values: number[]) => number) => {
    const values = ofGroups.flatMap((override) => override[field] ?? []);
    return values.length === 0 ? quiz[field] : choose(values);
  };
  const mostGenerous = (values: number[]) => (values.includes(0) ? 0 : Math.max(...values));
  return {
    timeopen: combined('timeopen', (values) => Math.min(...values)),
    timeclose: combined('timeclose', mostGenerous),
    timelimit: combined('timelimit', mostGenerous),
  };
}

/** Zero stands for no date. */
export function toDate(seconds: number): Date | null {
  return seconds === 0 ? null : new Date(seconds * 1000);
}
