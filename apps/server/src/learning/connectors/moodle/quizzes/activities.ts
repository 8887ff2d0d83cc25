import * as z from 'zod/mini';
import { parseJson } from '../../http.ts';
import { unescaped } from '../courses.ts';
import type { MoodleSite } from '../webService.ts';
import { toDate } from './quizzes.ts';

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
export interface DatedActivity {
  readonly name: string;
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
}

/** Activities that open or close by a date, except quizzes by their own. Moodle omits hidden activities. */
export async function listActivities({ call }: MoodleSite, courseid: number): Promise<DatedActivity[]> {
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
