import * as z from 'zod/mini';
import { endpoint, json, systemId } from '../core/endpoint.ts';
import { mailFields } from './systemFields.ts';
import { System, shownMailFields } from './systems.ts';

export const listMailFrames = endpoint('GET /api/MailFrame', {
  summary:
    'Lists the systems that the caller administers with the frames of their mails, and the values of the university, or else of the portal, for fields that a system leaves empty.',
  access: { level: 'admin', of: 'anySystem' },
  reply: json(
    z.object({
      systems: z.array(System),
      university: z.object(shownMailFields),
      /** The domains within which the caller may choose the sender's address; null: any domain. */
      senderDomains: z.nullable(z.string()),
    }),
  ),
});

const most = 200;

/** Fields that the body leaves out stay as they are; an empty one takes the university's value. */
export const changeMailFrames = endpoint('POST /api/MailFrame', {
  summary: 'Sets fields in the frames of the mails of one or several systems, all or none.',
  access: { level: 'admin', of: 'anySystem' },
  body: json(
    z.object({
      systemIds: z.array(systemId).check(z.minLength(1, 'required'), z.maxLength(most, 'maxLength')),
      ...mailFields,
    }),
  ),
  reply: json(z.array(System)),
});
