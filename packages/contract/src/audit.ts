import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { count, Day, id, instant, systemId } from './core/wire.ts';
import { personTextNames } from './users.personTexts.ts';

/** What the trail tells, gathered as a reader looks for it. Every action that a room writes stands here once. */
export const auditActions = {
  signIn: [
    'session.started',
    'session.ended',
    'session.revoked',
    'session.impersonationStarted',
    'session.impersonationEnded',
    'session.handedOff',
    'session.enteredPlatform',
  ],
  accounts: [
    'account.emailConfirmed',
    'account.passwordChanged',
    'account.passwordReset',
    'account.passkeyAdded',
    'account.passkeyRemoved',
    'account.recoveryCodesMade',
    'account.resetAsked',
    'account.totpAdded',
    'account.totpRemoved',
    'user.activated',
    'user.corrected',
    'user.created',
    'user.deactivated',
    'user.deleted',
    'user.factorsReset',
    'user.locked',
    'user.passwordSet',
    'user.rolesChanged',
    'user.sessionsEnded',
    'user.unlocked',
  ],
  cohorts: [
    'candidate.enrolled',
    'candidate.unenrolled',
    'candidates.attestationTakenBack',
    'candidates.attested',
    'candidates.imported',
    'cohort.deactivated',
    'cohort.platformRetried',
    'examSpace.created',
  ],
  mails: [
    'mail.read',
    'mail.retried',
    'message.attached',
    'message.detached',
    'message.restored',
    'message.saved',
    'message.testSent',
    'outgoing.released',
  ],
  systems: [
    'banner.removed',
    'banner.saved',
    'content.removed',
    'content.restored',
    'content.saved',
    'demo.seeded',
    'system.changed',
    'system.created',
    'systems.seeded',
  ],
} as const;

export type AuditGroup = keyof typeof auditActions;
export type AuditAction = (typeof auditActions)[AuditGroup][number];
export const auditGroups = Object.keys(auditActions) as [AuditGroup, ...AuditGroup[]];

/** What a line may tell beside its subject; each has its word on the screen. `name` is the subject's own. */
export const auditDetails = [
  'accounts',
  'after',
  'attachment',
  'audience',
  'before',
  'candidates',
  'cohort',
  'cohortId',
  'columns',
  'contentType',
  'copyFrom',
  'courseId',
  'coursePrefix',
  'device',
  'email',
  'emailFrom',
  'emailFromName',
  'examDate',
  'factor',
  'fileName',
  'firstName',
  'fullName',
  'given',
  'height',
  'importId',
  'label',
  'language',
  'lastName',
  'mailSubject',
  'mailed',
  'mails',
  'mailsCancelled',
  'name',
  'newsLetter',
  'passkey',
  'placed',
  ...personTextNames,
  'reason',
  'recipient',
  'restoredFrom',
  'retried',
  'roles',
  'rows',
  'semesterId',
  'sessions',
  'slug',
  'subject',
  'taken',
  'templateId',
  'userIds',
  'width',
] as const;
export type AuditDetail = (typeof auditDetails)[number];

export const ListedAuditLine = z.object({
  id: z.int(),
  at: instant,
  /** Null where the program itself acted, or a visitor who was not signed in. */
  actorId: z.nullable(z.int()),
  /** Who acted; the name of the program's part (`first start`), or empty for the visitor. */
  actor: z.string(),
  /** The person in whose name a super admin acted. */
  onBehalfOf: z.nullable(z.string()),
  systemId: z.nullable(z.int()),
  /** One of `auditActions`, or the action of an older version. */
  action: z.string(),
  /** `cohort:12`. */
  subject: z.nullable(z.string()),
  /** What the subject was called at the time; else what it is called now. */
  subjectName: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type ListedAuditLine = z.output<typeof ListedAuditLine>;

export const listAuditLines = endpoint({
  method: 'GET',
  path: '/api/audit',
  summary: 'The audit trail of the systems that the caller administers, newest first.',
  access: { level: 'admin', of: 'anySystem' },
  query: z.object({
    systemId: z.optional(systemId),
    group: z.optional(z.enum(auditGroups)),
    /** Part of the name or e-mail address of who acted, in whose name, or on whom. */
    person: z.optional(z.string().check(z.maxLength(200))),
    /** First and last day, in the university's zone. */
    from: z.optional(Day),
    to: z.optional(Day),
    /** Only lines before this one: `next` of the page before. Lines added meanwhile move nothing. */
    before: z.optional(id),
    /** At most 500; 50 if none is given. */
    pageSize: z.optional(count),
  }),
  reply: json(
    z.object({
      lines: z.array(ListedAuditLine),
      /** The `before` of the next page; null at the end of the trail. */
      next: z.nullable(z.int()),
    }),
  ),
});
