import type { MailTokenClaims } from '../../outbox/outbox.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { dayIn, secondsAfter } from '../../platform/runtime/clock.ts';

/**
 * The subjects of the tokens for a first password (docs/decisions/003-secrets-in-mails.md).
 * `invitation`: `{person}-{cohort}-{moment}`, for a person from an import. `firstPassword`: `{person}-{moment}`, for a
 * person whose password was given at that moment; mails of older versions have a bare `{person}`.
 */
const radix = 36;

const leastDays = 30;
const daySeconds = 24 * 60 * 60;

/** The part after the user id, for all mails of an import. */
export function invitationSubject(cohortId: number, issuedAt: Date): string {
  return `-${cohortId}-${Math.floor(issuedAt.getTime() / 1000).toString(radix)}`;
}

export function openInvitation({ purpose, subject }: MailTokenClaims) {
  const [, cohortId, moment] = subject.split('-');
  if (purpose !== 'invitation' || !cohortId || !moment) return null;
  return { cohortId: Number(cohortId), issuedAt: new Date(Number.parseInt(moment, radix) * 1000) };
}

/** `since`: when the account began to require a new password. */
export function periodSubject(userId: number, since: Date): string {
  return `${userId}-${since.getTime().toString(radix)}`;
}

export function openPeriod({ purpose, subject }: MailTokenClaims) {
  const [, moment] = subject.split('-');
  return purpose === 'firstPassword' && moment ? { since: Number.parseInt(moment, radix) } : null;
}

/**
 * The last day, `yyyy-mm-dd`, of an invitation's link: the exam date as planned now, at least 30 days after issue
 * (readings §5). Null: the exam no longer exists.
 */
export function lastLinkDay(context: AppContext, issuedAt: Date, examDate: string | null): string {
  const least = dayIn(context.config.timeZone)(secondsAfter(issuedAt, leastDays * daySeconds));
  return examDate !== null && examDate > least ? examDate : least;
}
