import * as z from 'zod/mini';
import { count, Day, endpoint, id, instant, json, systemId } from './endpoint.ts';

/** Every audit action, by groups of subjects that the page of the log offers as a filter. */
export const auditActions = {
  superAdmins: ['role.superAdminGiven'],
  signIn: [
    'session.started',
    'session.accessRefused',
    'session.factorRefused',
    'session.lapsedRefused',
    'session.passwordRefused',
    'session.triesBlocked',
    'session.ended',
    'session.revoked',
    'session.impersonationStarted',
    'session.impersonationEnded',
    'session.handedOff',
    'session.applicationRefused',
    'session.enteredApplication',
    'session.enteredPlatform',
  ],
  accounts: [
    'account.addressChanged',
    'account.calendarFeedMade',
    'account.calendarFeedRevoked',
    'account.confirmationAsked',
    'account.emailConfirmed',
    'account.passwordChanged',
    'account.passwordReset',
    'account.passkeyAdded',
    'account.passkeyRemoved',
    'account.recoveryCodesMade',
    'account.resetAsked',
    'account.totpAdded',
    'account.totpRemoved',
    'identity.linkAsked',
    'identity.linked',
    'identity.unlinked',
    'correction.answered',
    'correction.asked',
    'correction.declined',
    'correction.passedOn',
    'correction.withdrawn',
    'list.exported',
    'user.activated',
    'user.corrected',
    'user.created',
    'user.deactivated',
    'user.deleted',
    'user.factorsReset',
    'user.locked',
    'user.newAddressAsked',
    'user.newAddressDropped',
    'user.passwordSet',
    'user.resetLinkSent',
    'user.rolesChanged',
    'user.sessionsEnded',
    'user.unlocked',
    'view.deleted',
    'view.saved',
  ],
  exams: [
    'candidate.enrolled',
    'candidate.invitedAgain',
    'candidate.unenrolled',
    'candidates.attestationTakenBack',
    'candidates.attested',
    'candidates.importUndone',
    'candidates.imported',
    'candidates.invited',
    'candidates.moved',
    'candidates.putBack',
    'candidate.listValuesCorrected',
    'candidate.presenceTicked',
    'candidates.unenrolled',
    'exam.accountsConfirmed',
    'exam.courseLinked',
    'exam.deactivated',
    'exam.extraTimesChanged',
    'exam.gradesRead',
    'exam.platformRetried',
    'exam.platformRepaired',
    'exam.strangerRemoved',
    'exam.reactivated',
    'examSpace.announced',
    'examSpace.changed',
    'examSpace.compared',
    'examSpace.copied',
    'examSpace.created',
    'letter.changed',
    'letter.planned',
    'letter.sent',
    'letter.stopped',
    'letter.unsent',
    'reminder.planned',
    'reminder.sent',
    'reminder.stopped',
    'reminder.unsent',
  ],
  mails: [
    'mail.read',
    'mail.retried',
    'mails.plannedCancelled',
    'mails.plannedSent',
    'message.attached',
    'message.calendarChanged',
    'message.compared',
    'message.detached',
    'message.restored',
    'message.ownGiven',
    'message.ownRemoved',
    'message.saved',
    'message.testSent',
    'outgoing.released',
  ],
  systems: [
    'application.added',
    'application.changed',
    'application.keysReplaced',
    'application.removed',
    'application.secretRenewed',
    'banner.removed',
    'banner.saved',
    'content.removed',
    'content.restored',
    'broadcast.saved',
    'broadcast.takenDown',
    'content.saved',
    'demo.seeded',
    'logo.removed',
    'logo.saved',
    'platform.accountReleased',
    'platform.accountsJoined',
    'platform.added',
    'platform.changed',
    'platform.connected',
    'platform.removed',
    'platform.accountDecided',
    'platform.tried',
    'provider.added',
    'provider.changed',
    'provider.removed',
    'setup.backupConfirmed',
    'setup.backupTakenBack',
    'setup.closed',
    'setup.mailTried',
    'setup.platformTried',
    'system.archived',
    'system.changed',
    'system.created',
    'system.restored',
    'system.platformChosen',
    'systems.seeded',
    'university.renamed',
  ],
} as const;

/** How many wrong passwords, and wrong codes, of an account have a line of their own in twelve hours. */
export const recordedTries = 5;

export type AuditGroup = keyof typeof auditActions;
export type AuditAction = (typeof auditActions)[AuditGroup][number];
export const auditGroups = Object.keys(auditActions) as [AuditGroup, ...AuditGroup[]];

export const ListedAuditLine = z.object({
  id: z.int(),
  at: instant,
  /** Null when the application itself or an anonymous visitor acted. */
  actorId: z.nullable(z.int()),
  /** Who acted. For the application: the name of the component (`first start`); for an anonymous visitor: empty. */
  actor: z.string(),
  onBehalfOf: z.nullable(z.string()),
  systemId: z.nullable(z.int()),
  /** An action of `auditActions`, or an action that an older version of the portal recorded. */
  action: z.string(),
  /** Such as `exam:12`. */
  subject: z.nullable(z.string()),
  /** The subject's name at the time; where that was not recorded, its present name. */
  subjectName: z.nullable(z.string()),
  /** The address of the person `subjectName`, where the reader may look them up. */
  subjectEmail: z.nullable(z.string()),
  /** The English title of the exam `subjectName`; null if it has none, or was renamed since. */
  subjectNameEn: z.nullable(z.string()),
  /** The English title of the exam in the detail `exam`, likewise. */
  examEn: z.nullable(z.string()),
  /** The people whom an action on candidates was about, by name; empty for more than three. */
  people: z.array(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type ListedAuditLine = z.output<typeof ListedAuditLine>;

/** A line about a new super admin. `isTakenBack`: the role was taken back since. */
export const PinnedAuditLine = z.extend(ListedAuditLine, { isTakenBack: z.boolean() });
export type PinnedAuditLine = z.output<typeof PinnedAuditLine>;

export const listAuditLines = endpoint('GET /api/audit', {
  summary: 'Lists the audit log of the systems that the caller administers, newest first.',
  access: { level: 'admin', of: 'anySystem' },
  query: z.object({
    systemId: z.optional(systemId),
    /** Only actions on this exam, or on single candidates in it. */
    examId: z.optional(id),
    group: z.optional(z.enum(auditGroups)),
    /** Part of the name or e-mail address of the actor, the impersonated person or who the line is about; or the name of a system. */
    person: z.optional(z.string().check(z.maxLength(200))),
    /** First and last day, in the university's time zone. */
    from: z.optional(Day),
    to: z.optional(Day),
    /** The cursor: only lines before this id, from `next` of the previous page. Lines added meanwhile shift nothing. */
    before: z.optional(id),
    /** At most 500; default 50. */
    pageSize: z.optional(count),
  }),
  reply: json(
    z.object({
      lines: z.array(ListedAuditLine),
      /** For super admins, on the unfiltered first page: at most five lines on super admins made in the last 30 days. */
      pinned: z.optional(z.array(PinnedAuditLine)),
      /** The `before` of the next page; null on the last page. */
      next: z.nullable(z.int()),
    }),
  ),
});

export const recordExport = endpoint('POST /api/audit/exports', {
  summary:
    'Records that the caller saves a list as a file, which their browser makes of rows that it was told.',
  access: { level: 'admin', of: 'anySystem' },
  body: json(
    z.object({
      fileName: z.string().check(z.minLength(1), z.maxLength(300)),
      rows: count,
      /** The system of all rows, whose administrators then read the line; absent for a list of several systems. */
      systemId: z.optional(systemId),
    }),
  ),
  reply: json(z.literal(true)),
});
