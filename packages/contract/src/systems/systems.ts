import * as z from 'zod/mini';
import { endpoint, instant, json, outcome, superAdmins, systemId } from '../core/endpoint.ts';
import * as fields from './systemFields.ts';

export const shownMailFields = Object.fromEntries(
  fields.mailFieldNames.map((name) => [name, z.nullable(z.string())]),
) as Record<fields.MailField, z.ZodMiniNullable<z.ZodMiniString>>;

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
  access: superAdmins,
  reply: json(z.array(System)),
});

/** The fields of a system that can change; links, roles and courses depend on its number, slug and prefix, which cannot. */
const changeable = {
  name: fields.systemName,
  templateId: fields.optionalNumber,
  semesterId: fields.optionalNumber,
  ...fields.mailFields,
};

/** The fields of S5.19 and S5.20. `copyFromSystem` is the system whose content, messages, attachments and logo are copied. */
export const NewSystem = z.object({
  id: fields.requiredNumber,
  ...changeable,
  coursePrefix: fields.coursePrefix,
  copyFromSystem: fields.optionalNumber,
});
export type NewSystem = z.output<typeof NewSystem>;

export const createSystem = endpoint('POST /api/System', {
  summary: 'Creates a system, with the content, messages and logo of another one or with empty ones.',
  access: superAdmins,
  body: json(NewSystem),
  reply: json(System),
});

export const SystemChange = z.object(changeable);
export type SystemChange = z.output<typeof SystemChange>;

/** The reply to a form that would overwrite what somebody else has saved since: the system as it is. Nothing was written. */
export const SystemEditConflict = z.object({
  outcome: z.literal('changedMeanwhile'),
  current: z.extend(System, { savedAt: z.nullable(instant), savedBy: z.nullable(z.string()) }),
});
export type SystemEditConflict = z.output<typeof SystemEditConflict>;

/** `before`: the system with which the form began; what has changed since is not overwritten. */
export const changeSystem = endpoint('POST /api/System/:systemId', {
  summary:
    'Changes the name of a system, the sender and the footer of its mails, and its numbers; slug and prefix are fixed.',
  access: { level: 'superAdmin' },
  body: json(z.extend(SystemChange, { before: z.optional(System) })),
  reply: outcome(z.union([SystemEditConflict, System]), (reply) => ({
    status: 'outcome' in reply ? 409 : 200,
  })),
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

/** Fields that the body leaves out stay as they are; an empty one takes the university's value. */
export const changeMailFrames = endpoint('POST /api/MailFrame', {
  summary: 'Sets fields in the frames of the mails of one or several systems, all or none.',
  access: { level: 'admin', of: 'anySystem' },
  body: json(
    z.object({
      systemIds: z.array(systemId).check(z.minLength(1, 'required'), z.maxLength(200, 'maxLength')),
      ...fields.mailFields,
    }),
  ),
  reply: json(z.array(System)),
});

/** Refused while exams are to come in the system. */
export const setArchived = endpoint('POST /api/System/:systemId/archived', {
  summary: 'Puts a system aside that is not used, or takes it back; nothing in it is deleted.',
  access: { level: 'superAdmin' },
  body: json(z.object({ isArchived: z.boolean() })),
  reply: json(System),
});
