import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';

const InvitationCalendar = z.object({ isAttached: z.boolean() });

export const findInvitationCalendar = endpoint('GET /api/System/:systemId/invitation-calendar', {
  summary: 'Says whether the invitations of a system carry the exam as a file for calendars.',
  access: { level: 'admin' },
  reply: json(InvitationCalendar),
});

/** Mails that wait already leave as they are. */
export const setInvitationCalendar = endpoint('POST /api/System/:systemId/invitation-calendar', {
  summary: 'Lets the invitations of a system carry the exam as a file for calendars (.ics), or not.',
  access: { level: 'admin' },
  body: json(InvitationCalendar),
  reply: json(InvitationCalendar),
});
