import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { ofSystem } from './core/wire.ts';
import {
  coursePrefix,
  optionalNumber,
  requiredNumber,
  sender,
  senderName,
  systemName,
} from './systemFields.ts';

export const System = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  coursePrefix: z.string(),
  templateId: z.nullable(z.int()),
  semesterId: z.nullable(z.int()),
  emailFrom: z.nullable(z.string()),
  emailFromName: z.nullable(z.string()),
});
export type System = z.infer<typeof System>;

export const listSystems = endpoint({
  method: 'GET',
  path: '/api/System',
  summary: 'Every system.',
  access: { level: 'superAdmin', of: 'anySystem' },
  reply: json(z.array(System)),
});

/** What can be changed of a system afterwards; its number, address and prefix stand in links, roles and courses. */
const changeable = {
  name: systemName,
  templateId: optionalNumber,
  semesterId: optionalNumber,
  emailFrom: sender,
  emailFromName: senderName,
};

/** S5.19, S5.20. `copyFromSystem` names the system whose content, messages and attachments the new one starts with. */
export const NewSystem = z.object({
  id: requiredNumber,
  ...changeable,
  coursePrefix,
  copyFromSystem: optionalNumber,
});
export type NewSystem = z.output<typeof NewSystem>;

export const createSystem = endpoint({
  method: 'POST',
  path: '/api/System',
  summary: 'Makes a system, with the content and messages of another one or with empty ones.',
  access: { level: 'superAdmin', of: 'anySystem' },
  body: json(NewSystem),
  reply: json(System),
});

export const SystemChange = z.object(changeable);
export type SystemChange = z.output<typeof SystemChange>;

export const changeSystem = endpoint({
  method: 'POST',
  path: '/api/System/:systemId',
  summary: 'Changes the name, the sender and the numbers of a system; its address and prefix stay.',
  access: { level: 'superAdmin' },
  params: ofSystem,
  body: json(SystemChange),
  reply: json(System),
});

/** What a page needs to know of a system before anybody is signed in; no secret is in it. */
export const SystemAddress = z.object({
  systemId: z.int(),
  slug: z.string(),
  landing: z.enum(['bare', 'byLanguage']),
});
export type SystemAddress = z.infer<typeof SystemAddress>;

export const findSystemBySlug = endpoint({
  method: 'GET',
  path: '/api/valid/door/:slug',
  summary: 'The system whose addresses bear this slug, or null.',
  access: 'public',
  params: z.object({ slug: z.string().check(z.maxLength(64)) }),
  reply: json(z.nullable(SystemAddress)),
});
