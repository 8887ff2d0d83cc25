import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';

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

/** What a page needs to know of a system before anybody is signed in; no secret is in it. */
export const SystemDoor = z.object({
  systemId: z.int(),
  slug: z.string(),
  landing: z.enum(['bare', 'byLanguage']),
});
export type SystemDoor = z.infer<typeof SystemDoor>;

export const findSystemDoor = endpoint({
  method: 'GET',
  path: '/api/valid/door/:slug',
  summary: 'The system whose addresses bear this slug, or null.',
  access: 'public',
  params: z.object({ slug: z.string().check(z.maxLength(64)) }),
  reply: json(z.nullable(SystemDoor)),
});
