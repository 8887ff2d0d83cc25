import * as z from 'zod/mini';
import { type ExtraTimeOrder, isFinal, type ShutQuiz } from '../../connector.ts';
import { type ExamHours, isShutIn } from '../../examTimes/examDay.ts';
import { orNull, parseJson } from '../../http.ts';
import { unescaped } from '../courses.ts';
import { isNotInService } from '../siteProblems.ts';
import { isMoodleRefusal, type MoodleSite } from '../webService.ts';
import { pickCandidates } from './extraTime.ts';
import { type Candidate, computeExtraSeconds, isShutTo, pickHours } from './overrides.ts';
import { listOverrides, listQuizzes, type Override, type Quiz, toDate } from './quizzes.ts';

const everybody: Candidate = { userid: 0, groups: new Set(), extraTime: null };

/** The overrides of a quiz without dates are not read, so that it counts as shut to nobody. */
export async function listShutQuizzes(
  site: MoodleSite,
  courseid: number,
  examHours: ExamHours,
  orders: readonly ExtraTimeOrder[],
): Promise<ShutQuiz[]> {
  const quizzes = ((await orNull(listQuizzes(site, courseid), isUnanswered)) ?? []).filter(
    ({ timeopen, timeclose }) => timeopen !== 0 || timeclose !== 0,
  );
  const activities = (await orNull(listActivities(site, courseid), isUnanswered)) ?? [];
  if (quizzes.length + activities.length === 0) return [];
  const there = (await pickCandidates(site, courseid, orders)).filter(({ isOnCourse }) => isOnCourse);
  const hours = pickHours({ ...examHours, isForAll: true, former: [] });
  const countShut = (isShut: (person: Candidate) => boolean) =>
    there.length === 0 ? (isShut(everybody) ? 0 : null) : there.filter(isShut).length || null;
  const shut: (ShutQuiz | null)[] = [];
  for (const quiz of quizzes) {
    // Null where the service user may not see the overrides.
    const known = await orNull(listOverrides(site, quiz.id), isFinal);
    const people = countShut((person) => isShutTo(quiz, known ?? [], person, hours));
    shut.push(quizShutTo(people, quiz, known));
  }
  for (const activity of activities) {
    const people = countShut(({ extraTime }) =>
      isShutIn(examHours, activity, computeExtraSeconds(extraTime, hours)),
    );
    shut.push(activityShutTo(people, activity));
  }
  return shut.filter((one) => one !== null);
}

function quizShutTo(
  people: number | null,
  { name, timeopen, timeclose }: Quiz,
  known: readonly Override[] | null,
): ShutQuiz | null {
  if (people === null) return null;
  const dates = { opensAt: toDate(timeopen), closesAt: toDate(timeclose) };
  return { name, kind: 'quiz', ...dates, people, isRepairable: known !== null };
}

/** No web service of Moodle changes the dates or restrictions of other activities. */
function activityShutTo(people: number | null, activity: DatedActivity): ShutQuiz | null {
  return people === null ? null : { ...activity, kind: 'activity', people, isRepairable: false };
}

/** Whether the service user may not ask, or Moodle cannot answer; the check of the site says why. */
function isUnanswered(error: unknown): boolean {
  return isNotInService(error) || isMoodleRefusal(error);
}

const Module = z.object({
  name: z.string(),
  modname: z.string(),
  /** The dates that hold for the service user, who has none of their own. */
  dates: z._default(z.array(z.object({ dataid: z._default(z.string(), ''), timestamp: z.int() })), []),
  /** JSON; `availability`: null without restrictions. */
  customdata: z._default(z.string(), ''),
  availability: z._default(z.nullable(z.string()), null),
});
type Module = z.output<typeof Module>;
const Sections = z.array(z.object({ modules: z.array(Module) }));

/** The names of these two dates in Moodle's activities, without due dates: late work is still accepted. */
const opening = ['timeopen', 'available', 'allowsubmissionsfromdate', 'timeavailablefrom', 'submissionstart'];
const closing = ['timeclose', 'deadline', 'timeavailableto', 'submissionend'];

/** Assignments and forums have their last date in `customdata`. */
const Custom = z.object({ cutoffdate: z._default(z.coerce.number(), 0) });

/** A restriction by date, or several restrictions that must all be met. */
const Dated = z.object({ type: z.literal('date'), d: z.enum(['>=', '<']), t: z.int() });
const Tree = z.object({ op: z.literal('&'), c: z.array(z.unknown()) });

/** An activity that is open to everybody between these dates only; null for no such date. */
interface DatedActivity {
  readonly name: string;
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
}

/** Activities that open or close by a date, except quizzes by their own. Moodle omits hidden activities. */
async function listActivities({ call }: MoodleSite, courseid: number): Promise<DatedActivity[]> {
  const parameters = { courseid, options: [{ name: 'excludecontents', value: 1 }] };
  const sections = await call('core_course_get_contents', parameters, Sections);
  return sections
    .flatMap(({ modules }) => modules)
    .map((module) => {
      const own = module.modname === 'quiz' ? [] : datesOf(module);
      const dates = [...own, ...restrictionsOf(parseJson(module.availability ?? ''))];
      const opens = dates.flatMap(({ opens }) => opens ?? []);
      const closes = dates.flatMap(({ closes }) => closes ?? []);
      return {
        name: unescaped(module.name),
        opensAt: toDate(Math.max(0, ...opens)),
        closesAt: closes.length === 0 ? null : toDate(Math.min(...closes)),
      };
    })
    .filter(({ opensAt, closesAt }) => opensAt !== null || closesAt !== null);
}

interface Limit {
  readonly opens?: number;
  readonly closes?: number;
}

function datesOf({ dates, customdata }: Module): Limit[] {
  const custom = Custom.safeParse(parseJson(customdata));
  const cutoff = custom.success ? custom.data.cutoffdate : 0;
  return [
    ...dates.flatMap(({ dataid, timestamp }): Limit[] => {
      if (opening.includes(dataid)) return [{ opens: timestamp }];
      return closing.includes(dataid) ? [{ closes: timestamp }] : [];
    }),
    ...(cutoff > 0 ? [{ closes: cutoff }] : []),
  ];
}

function restrictionsOf(found: unknown): Limit[] {
  const dated = Dated.safeParse(found);
  if (dated.success) {
    const { d, t } = dated.data;
    return [d === '<' ? { closes: t } : { opens: t }];
  }
  const tree = Tree.safeParse(found);
  return tree.success ? tree.data.c.flatMap(restrictionsOf) : [];
}
