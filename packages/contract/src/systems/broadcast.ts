import * as z from 'zod/mini';
import { Day, endpoint, hour, json, superAdmins } from '../core/endpoint.ts';
import { oneLine } from './systemFields.ts';

/** The longest broadcast in characters: two lines of a wide screen, seven of a telephone. */
export const longestBroadcast = 280;

const text = oneLine.check(z.maxLength(longestBroadcast, 'maxLength'));

const day = z.string().check(
  z.trim(),
  // The last day of all ends, in zones west of Greenwich, in a year of five digits.
  z.refine((typed) => typed === '' || (Day.safeParse(typed).success && typed < '9999-12-31'), 'date'),
);

const form = {
  fr: text,
  en: text,
  /** Day and hour in the university's zone from which it shows; '' for at once, and for the beginning of the day. */
  startDay: day,
  startHour: hour,
  /** Day and hour in the university's zone until which it shows; '' for as long as nobody takes it down, and for the end of the day. */
  endDay: day,
  endHour: hour,
};

/** The broadcast as saved, also one whose time is over or still to come. Without one, all texts are ''. */
const Stored = z.object({
  ...form,
  /** Rises with each change; 0 as long as there was none. */
  version: z.int(),
  /** Whether it shows now. */
  isShown: z.boolean(),
});

/** A text for everybody, on every page and at sign-in, in both languages. */
export const Broadcast = z.object({ fr: z.string(), en: z.string() });
export type Broadcast = z.output<typeof Broadcast>;

/** Texts as readers of each language see them: one in one language shows to both. */
export function textsShown({ fr, en }: Broadcast): Broadcast {
  return { fr: fr || en, en: en || fr };
}

export const findBroadcast = endpoint('GET /api/valid/broadcast', {
  summary: 'Returns the broadcast that shows now on every page; null for none.',
  access: 'public',
  reply: json(z.object({ shown: z.nullable(Broadcast) })),
});

export const getBroadcast = endpoint('GET /api/broadcast', {
  summary: 'Returns the broadcast as it was saved, with its times.',
  access: superAdmins,
  reply: json(Stored),
});

/** Two empty texts take the broadcast down. `version`: the edited version; a newer version is not overwritten. */
export const saveBroadcast = endpoint('POST /api/broadcast', {
  summary: 'Saves the broadcast of all pages, or takes it down.',
  access: superAdmins,
  body: json(
    z
      .object({ ...form, version: z.int() })
      .check(z.refine(({ startDay, startHour }) => startDay !== '' || startHour === '', missing('startDay')))
      .check(z.refine(({ endDay, endHour }) => endDay !== '' || endHour === '', missing('endDay'))),
  ),
  reply: json(Stored),
});

function missing(path: 'startDay' | 'endDay') {
  return { path: [path], message: 'required' };
}
