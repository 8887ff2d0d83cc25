import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import {
  coursePrefix,
  type MailField,
  mailFieldNames,
  mailFields,
  optionalNumber,
  requiredNumber,
  systemName,
} from './systemFields.ts';

export const shownMailFields = Object.fromEntries(
  mailFieldNames.map((name) => [name, z.nullable(z.string())]),
) as Record<MailField, z.ZodMiniNullable<z.ZodMiniString>>;

export const System = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  coursePrefix: z.string(),
  templateId: z.nullable(z.int()),
  semesterId: z.nullable(z.int()),
  ...shownMailFields,
  /** A number that changes with the picture; null without a logo. */
  logoId: z.nullable(z.int()),
  /** Whether the system is put aside since it is not used. */
  isArchived: z.boolean(),
});
export type System = z.infer<typeof System>;

export const listSystems = endpoint('GET /api/System', {
  summary: 'Lists all systems.',
  access: { level: 'superAdmin', of: 'anySystem' },
  reply: json(z.array(System)),
});

/** The fields of a system that can change; links, roles and courses depend on its number, slug and prefix, which cannot. */
const changeable = {
  name: systemName,
  templateId: optionalNumber,
  semesterId: optionalNumber,
  ...mailFields,
};

/** The fields of S5.19 and S5.20. `copyFromSystem` is the system whose content, messages, attachments and logo are copied. */
export const NewSystem = z.object({
  id: requiredNumber,
  ...changeable,
  coursePrefix,
  copyFromSystem: optionalNumber,
});
export type NewSystem = z.output<typeof NewSystem>;

export const createSystem = endpoint('POST /api/System', {
  summary: 'Creates a system, with the content, messages and logo of another one or with empty ones.',
  access: { level: 'superAdmin', of: 'anySystem' },
  body: json(NewSystem),
  reply: json(System),
});

export const SystemChange = z.object(changeable);
export type SystemChange = z.output<typeof SystemChange>;

export const changeSystem = endpoint('POST /api/System/:systemId', {
  summary:
    'Changes the name of a system, the sender and the footer of its mails, and its numbers; slug and prefix are fixed.',
  access: { level: 'superAdmin' },
  body: json(SystemChange),
  reply: json(System),
});

/** The public fields of a system, for pages before sign-in. */
export const SystemAddress = z.object({
  systemId: z.int(),
  slug: z.string(),
  landing: z.enum(['bare', 'byLanguage']),
});
export type SystemAddress = z.infer<typeof SystemAddress>;

export const findSystemBySlug = endpoint('GET /api/valid/system/:slug', {
  summary: 'Returns the system with this slug, or null.',
  access: 'public',
  params: z.object({ slug: z.string().check(z.maxLength(64)) }),
  reply: json(z.nullable(SystemAddress)),
});
