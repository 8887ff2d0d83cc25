import type { MailTokenClaims } from '../../outbox/outbox.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { dayIn, secondsAfter } from '../../platform/runtime/clock.ts';

/**
 * What the links to a first password say in the subject of their tokens (docs/decisions/003-secrets-in-mails.md).
 * `invitation`: `{person}-{cohort}-{moment}`, for somebody whom an import brought. `firstPassword`: `{person}-{moment}`,
 * for somebody whose password was given at that moment; a bare `{person}` stands in mails of older versions.
 */
const radix = 36;

const leastDays = 30;
const daySeconds = 24 * 60 * 60;

/** What follows the number of the person, for all mails of an import. */
export function invitationSubject(cohortId: number, issuedAt: Date): string {
  return `-${cohortId}-${Math.floor(issuedAt.getTime() / 1000).toString(radix)}`;
}

export function openInvitation({ purpose, subject }: MailTokenClaims) {
  const [, cohortId, moment] = subject.split('-');
  if (purpose !== 'invitation' || !cohortId || !moment) return null;
  return { cohortId: Number(cohortId), issuedAt: new Date(Number.parseInt(moment, radix) * 1000) };
}

/** `since`: from when on the account has to choose a password. */
export function periodSubject(userId: number, since: Date): string {
  return `${userId}-${since.getTime().toString(radix)}`;
}

export function openPeriod({ purpose, subject }: MailTokenClaims) {
  const [, moment] = subject.split('-');
  return purpose === 'firstPassword' && moment ? { since: Number.parseInt(moment, radix) } : null;
}

/**
 * The last day, `yyyy-mm-dd`, of a link that an invitation brought: that of the exam as it is planned now, 30 days at
 * least (readings §5). Null: there is no such exam any more.
 */
export function lastLinkDay(context: AppContext, issuedAt: Date, examDate: string | null): string {
  const least = dayIn(context.config.timeZone)(secondsAfter(issuedAt, leastDays * daySeconds));
  return examDate !== null && examDate > least ? examDate : least;
}
