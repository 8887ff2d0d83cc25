import * as z from 'zod/mini';
import { calendar, endpoint, file, id, instant, json } from '../core/endpoint.ts';

export const downloadCalendar = endpoint('GET /api/candidate/calendar', {
  summary:
    'Downloads the exams of the caller, or one of them, as a calendar file (RFC 5545), in the language of the request.',
  access: 'signedIn',
  query: z.object({ examId: z.optional(id) }),
  reply: file,
});

/** The secret address at which a calendar program reads the exams of its owner; null when the owner has no such address. */
const Feed = z.object({ address: z.nullable(z.string()), since: z.nullable(instant) });

export const findCalendarFeed = endpoint('GET /api/candidate/calendarfeed', {
  summary: "Returns the secret address of the caller's calendar.",
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(Feed),
});

export const renewCalendarFeed = endpoint('POST /api/candidate/calendarfeed', {
  summary: "Makes a secret address for the caller's calendar; the one before stops working.",
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(Feed),
});

export const revokeCalendarFeed = endpoint('DELETE /api/candidate/calendarfeed', {
  summary: "Ends the secret address of the caller's calendar.",
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(Feed),
});

/** `feed` is the token with `.ics`, which some programs require. */
export const readCalendarFeed = endpoint('GET /api/calendar/:feed', {
  summary: 'Returns the exams of the owner of a secret address as a calendar (RFC 5545), in their language.',
  access: 'public',
  machineOnly: 'Calendar programs, at the address that a candidate gives them.',
  params: z.object({ feed: z.string().check(z.maxLength(128)) }),
  reply: calendar,
});
